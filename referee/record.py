"""The record of a match: everything that happened, enough to play it again through the rules.

Written as JSON on one line, keys in the order below. All but `measured` is the same whenever the
same bots play the same fixture again. docs/records.md describes the format.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)

from referee.conduct import Conduct, Fault, faults_that_end, final_outcome
from referee.deals import Deal, derive, opens
from referee.errors import InvalidError
from referee.evidence import Evidence
from referee.games.game import NOBODY, AnyGame, AnyState, IllegalActionError, Outcome
from referee.games.registry import OptionsError, UnknownGameError, make_game
from referee.games.steps import ReplayStep
from referee.sharing import deal_path, fits
from referee.text import MOST_SHOWN, one_line

FORMAT = 1

_SHOWN = 60
"""How many characters of what was received a sentence repeats."""

# Small letters alone, so that one key is written in one way.
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class RecordError(InvalidError):
    """The text is no record, or what it says did not happen by the rules."""


class OtherRulesError(RecordError):
    """The rules by which the record was played are not here: nobody can say whether it is right."""


def _known(number: int) -> int:
    if number != FORMAT:
        raise ValueError(f"this version reads records of format {FORMAT}")
    return number


def _without_evidence(fault: object) -> object:
    """The fault, if it holds no evidence: that is measured, and stands in another part."""
    if isinstance(fault, dict) and "evidence" in fault:
        raise ValueError("the evidence belongs into the measured part")
    return fault


class _Part:
    """A part of a record: checked when it is read, not when the referee makes it."""

    __slots__ = ()
    __pydantic_config__ = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEntry(_Part):
    """The entrant in a seat of the match, and its bot."""

    entrant: str
    bot: str
    version: str
    bot_seed: Annotated[int, Field(ge=0, lt=2**64)]
    never_talks: bool = False
    """Whether the bot said so; then nothing was ever said in its seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEntry(_Part):
    """All chance of the match, and what was promised of it."""

    path: tuple[str, ...]
    """What the key is derived from: tournament seed, game, options, board, and whose deal it is."""
    key: Hex
    commitment: Hex
    salt: Hex | None = None
    """The match's own salt of the commitment; None in a record from before there were salts."""
    draws: dict[str, tuple[int, ...]]
    """What was drawn from the deal, by purpose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultEntry(_Part):
    """A fault in a seat, after so many actions of the match."""

    seat: int
    at: int
    fault: Annotated[Fault, BeforeValidator(_without_evidence)]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeEntry(_Part):
    """The outcome: places by seat (1 is best), and the game's own points by seat."""

    places: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured(_Part):
    """What differs from run to run."""

    started: str = ""
    """When the match was begun: UTC, ISO 8601."""
    seconds: float = 0.0
    thought: tuple[tuple[int, float], ...] = ()
    """Seat and milliseconds of each decision that was asked for, in order."""
    evidence: dict[int, Evidence] = field(default_factory=dict)
    """What was seen of each fault, by seat, with the bot's last words."""
    clocks: tuple[str, ...] = ()
    """What each seat's bot was charged: "cpu" for processor time, "wall" for all time that
    passed."""
    struck: tuple[int, ...] = ()
    """How many slips of its clock were forgiven, by seat."""
    resumed: tuple[int, ...] = ()
    """How often the bot came back in the middle of the match, by seat: with its dice thrown anew it
    may choose otherwise than a bot that stayed."""
    thinking: int = 0
    """How many local bots could think at the same time in the worker that played it."""
    sdks: tuple[str, ...] = ()
    isolation: str = ""
    """The isolation of the local bots: bubblewrap, landlock, limits or off; "" where nobody noted
    it."""

    def to_json(self) -> str:
        """The measured part as JSON on one line."""
        return _MEASURED.dump_json(self).decode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(_Part):
    """The record of one match; docs/records.md describes every key."""

    format: Annotated[int, AfterValidator(_known)] = FORMAT
    id: str
    tournament: str
    stych: str
    game: str
    rules_version: int
    options: dict[str, Any]
    board: int
    seating: int
    seats: tuple[SeatEntry, ...]
    conduct: Conduct
    deal: DealEntry
    actions: tuple[int, ...]
    events: tuple[int, ...]
    ending: Literal["played", "forfeit"]
    outcome: OutcomeEntry
    faults: tuple[FaultEntry, ...] = ()
    measured: Measured = Measured()

    def to_json(self, *, measured: bool = True) -> str:
        """The record as JSON on one line, without the measured part if so asked."""
        left_out: dict[str, Any] = {} if measured else {"measured": True}
        # A record from before there were salts is written as it was then, to the byte.
        if self.deal.salt is None:
            left_out["deal"] = {"salt"}
        return _RECORD.dump_json(self, exclude=left_out or None).decode()


_MEASURED, _RECORD = TypeAdapter(Measured), TypeAdapter(Record)


def read_record(text: str | bytes) -> Record:
    """The record in the text, checked part by part, but not against the rules.

    Raises RecordError with one sentence.
    """
    try:
        return _RECORD.validate_json(text)
    except ValidationError as error:
        raise RecordError(f"not a match record: {_first_problem(error)}") from None


def read_measured(text: str | bytes) -> Measured:
    """The measured part of a record alone. Raises RecordError with one sentence."""
    try:
        return _MEASURED.validate_json(text)
    except ValidationError as error:
        raise RecordError(f"not what was measured: {_first_problem(error)}") from None


def _first_problem(error: ValidationError) -> str:
    problem = error.errors()[0]
    where = one_line(".".join(map(str, problem["loc"])), MOST_SHOWN) or "the whole"
    if problem["type"] == "missing":
        return f"{where} is missing"
    if problem["type"] == "unexpected_keyword_argument":
        return f"{where} is no key that records have"
    if problem["type"] == "json_invalid":
        return problem["msg"]
    said = problem["msg"].removeprefix("Value error, ").removeprefix("Input ")
    received = repr(problem["input"])
    if len(received) > _SHOWN:
        received = f"{received[:_SHOWN]}..."
    return f"{where}: {said[0].lower()}{said[1:]}; received {received}"


def replay(record: Record) -> Iterator[ReplayStep]:
    """Play the match again, action by action; the states are the caller's to keep.

    Everything in the record is held against the rules on the way: the deal's derivation, every
    action, the events, the outcome. Raises RecordError at the first difference, and OtherRulesError
    when the rules by which it was played are not here.
    """
    game = _game(record)
    deal = _check_deal(record, game)
    state = game.new(deal)
    asked = [_asked(record, state)]
    for number, action in enumerate(record.actions):
        if state.seat == NOBODY:
            raise RecordError(f"the game was over after {number} actions; the record has more")
        # A copy, since the state goes on while the caller may keep what it was given.
        before, known = state.copy(), len(state.events)
        silence = _silence(record, state)
        try:
            state.apply(action)
        except IllegalActionError as error:
            raise RecordError(f"action {number}: {error}") from None
        # The table takes the silence by itself for such a seat, so nothing else can have happened.
        if silence not in (None, action):
            said = game.action_text(action)
            raise RecordError(f"action {number}: seat {before.seat} never talks, but says {said}")
        legal = before.legal_actions()
        asked.append(_asked(record, state))
        yield ReplayStep(before, before.seat, legal, action, tuple(state.events[known:]))
    _check_faults(record, asked)
    _check_end(record, game, state, deal)


def verify(record: Record) -> None:
    """Play the whole record again. Raises RecordError when anything in it is not so."""
    for _ in replay(record):
        pass


def _game(record: Record) -> AnyGame:
    try:
        game = make_game(record.game, record.options)
    except UnknownGameError as error:
        raise OtherRulesError(f"its rules are not here: {error}") from None
    except OptionsError as error:
        raise RecordError(str(error)) from None
    # Written out whole, as the deal is derived from the text of all options.
    if record.options != game.options.model_dump():
        raise RecordError(f"options are written out whole; received {record.options}")
    if record.rules_version != game.rules_version:
        raise OtherRulesError(
            f"the record was played by version {record.rules_version} of the rules of"
            f" {record.game}; these are version {game.rules_version}: it is played again by the"
            f" stych that played it ({record.stych}); `stych record show` tells what needs no rules"
        )
    if len(record.seats) != game.seats:
        raise RecordError(f"{record.game} has {game.seats} seats, the record {len(record.seats)}")
    return game


def _check_deal(record: Record, game: AnyGame) -> Deal:
    key, path = bytes.fromhex(record.deal.key), record.deal.path
    names = [seat.entrant for seat in record.seats]
    # The seed is whatever the path says, since nobody but the organiser knows it; all else has to
    # fit.
    if path[:4] != deal_path("".join(path[:1]), game, record.board) or not fits(
        path[4:], names, record.seating
    ):
        raise RecordError(
            f"the deal's path is not that of this game, board and seats; received {path}"
        )
    try:
        derived = derive(*path)
    except ValueError as error:
        raise RecordError(str(error)) from None
    # Whoever knows the path can so check every card of the match.
    if derived != key:
        raise RecordError(f"the deal's key does not follow from its path {path}")
    salt = bytes.fromhex(record.deal.salt or "")
    if not opens(key, salt, bytes.fromhex(record.deal.commitment)):
        raise RecordError("the deal's key is not the one that was promised")
    return Deal(key)


def _silence(record: Record, state: AnyState) -> int | None:
    """The action that a seat which never talks takes when it is only to say something.

    Else None.
    """
    silent = state.seat != NOBODY and record.seats[state.seat].never_talks
    return state.silence() if silent else None


def _asked(record: Record, state: AnyState) -> int:
    """The seat that is asked now; NOBODY also when there is nothing to choose."""
    choice = len(state.legal_actions()) > 1 and _silence(record, state) is None
    return state.seat if choice else NOBODY


def _check_faults(record: Record, asked: Sequence[int]) -> None:
    """Check that each fault is of a seat that could be at fault when it was.

    Before the first action that is anybody, later on only the seat that is asked.
    """
    seats = [entry.seat for entry in record.faults]
    if seats != sorted(set(seats)) or not set(seats) <= set(range(len(record.seats))):
        raise RecordError(f"the faults are of different seats, in their order, not of {seats}")
    for entry in record.faults:
        if entry.at and not (0 < entry.at < len(asked) and asked[entry.at] == entry.seat):
            raise RecordError(f"seat {entry.seat} was not asked after {entry.at} actions")


def _check_end(record: Record, game: AnyGame, state: AnyState, deal: Deal) -> None:
    if tuple(state.events) != record.events:
        at = next(_differences(state.events, record.events))
        raise RecordError(f"event {at} of the record is not what the rules say happened")
    if deal.drawn != record.deal.draws:
        raise RecordError("the cards in the record are not those of the deal's key")
    if (record.ending == "played") == bool(record.faults):
        raise RecordError(f"the record is called {record.ending}, which is not how it ends")
    enough = faults_that_end(game.seats, cooperative=game.cooperative)
    _check_length(record, enough, over=state.seat == NOBODY)
    expected = final_outcome(state, {entry.seat for entry in record.faults})
    told = Outcome(record.outcome.points, record.outcome.places)
    if told != expected:
        raise RecordError(f"the outcome is {expected}; the record says {told}")


def _check_length(record: Record, enough: int, *, over: bool) -> None:
    """Check that the match ended with the game, or at once when so many seats were at fault."""
    length = len(record.actions)
    moments = sorted(entry.at for entry in record.faults)
    if len(moments) < enough and not over:
        raise RecordError(f"the game goes on after {length} actions; the record does not")
    if len(moments) >= enough and moments[enough - 1] != length:
        end = moments[enough - 1]
        raise RecordError(f"the match was over after {end} actions; the record has {length}")


def _differences(ours: list[int], theirs: tuple[int, ...]) -> Iterator[int]:
    for at, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if one != other:
            yield at
    yield min(len(ours), len(theirs))
