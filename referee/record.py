"""The record of a match: everything that happened, enough to play it again through the rules.

Written as JSON on one line, keys in the order below. All but `measured` is the same whenever the
same bots play the same fixture again. docs/records.md describes the format.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.conduct import Conduct, Fault, final_outcome
from referee.deals import Deal, commitment, derive
from referee.games.game import NOBODY, AnyGame, AnyState, IllegalActionError, Outcome
from referee.games.registry import make_game

FORMAT = 1

Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class RecordError(ValueError):
    """The text is no record, or what it says did not happen by the rules."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SeatEntry(_Part):
    """Who sat in a seat."""

    entrant: str
    bot: str
    version: str
    bot_seed: int = Field(ge=0, lt=2**64)


class DealEntry(_Part):
    """All chance of the match."""

    path: tuple[str, ...]
    """What the key is derived from: tournament seed, game, options, board."""
    key: Hex
    commitment: Hex
    draws: dict[str, tuple[int, ...]]
    """What was drawn from it, by purpose."""


class FaultEntry(_Part):
    """A fault, after how many actions of the match."""

    seat: int
    at: int
    fault: Fault


class OutcomeEntry(_Part):
    """Places by seat (1 is best), and the game's own points."""

    places: tuple[int, ...]
    points: tuple[int, ...]


class Measured(_Part):
    """What differs from run to run."""

    started: str = ""
    """UTC, ISO 8601."""
    seconds: float = 0.0
    thought: tuple[tuple[int, float], ...] = ()
    """Seat and milliseconds of each decision that was asked for."""
    evidence: dict[int, str] = {}
    """By seat at fault: what was seen, with the bot's last words."""
    sdks: tuple[str, ...] = ()


class Record(_Part):
    """One match."""

    format: Literal[1] = 1
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
        """One line, without the measured part if so asked."""
        return self.model_dump_json(exclude=None if measured else {"measured"})


def read_record(text: str | bytes) -> Record:
    """The record that was written. Raises RecordError with one sentence."""
    try:
        return Record.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"]) or "the whole"
        raise RecordError(f"not a match record: {where}: {first['msg']}") from None


def deal_path(seed: str, game: AnyGame, board: int) -> tuple[str, ...]:
    """What a deal's key is derived from."""
    options = json.dumps(game.options.model_dump(), sort_keys=True, separators=(",", ":"))
    return (seed, game.id, options, str(board))


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a replay: the state before it, what could be done and was, what came of it."""

    state: AnyState
    seat: int
    legal: tuple[int, ...]
    action: int
    events: tuple[int, ...]


def replay(record: Record) -> Iterator[Step]:
    """The match again, action by action; the states are the caller's to keep.

    Everything in the record is held against the rules on the way: the deal's derivation, every
    action, the events, the outcome. Raises RecordError at the first difference.
    """
    game = make_game(record.game, record.options)
    _check_head(record, game)
    deal = _check_deal(record)
    state = game.new(deal)
    for number, action in enumerate(record.actions):
        if state.seat == NOBODY:
            raise RecordError(f"the game was over after {number} actions; the record has more")
        before, known = state.copy(), len(state.events)
        try:
            state.apply(action)
        except IllegalActionError as error:
            raise RecordError(f"action {number}: {error}") from None
        legal = before.legal_actions()
        yield Step(before, before.seat, legal, action, tuple(state.events[known:]))
    _check_end(record, state, deal)


def verify(record: Record) -> None:
    """Play the record again. Raises RecordError when anything in it is not so."""
    for _ in replay(record):
        pass


def _check_head(record: Record, game: AnyGame) -> None:
    if record.rules_version != game.rules_version:
        raise RecordError(
            f"the record was played by version {record.rules_version} of the rules of"
            f" {record.game}; these are version {game.rules_version}"
        )
    if len(record.seats) != game.seats:
        raise RecordError(f"{record.game} has {game.seats} seats, the record {len(record.seats)}")


def _check_deal(record: Record) -> Deal:
    key = bytes.fromhex(record.deal.key)
    if derive(*record.deal.path) != key:
        raise RecordError(f"the deal's key does not follow from its path {record.deal.path}")
    if commitment(key).hex() != record.deal.commitment:
        raise RecordError("the deal's key is not the one that was promised")
    return Deal(key)


def _check_end(record: Record, state: AnyState, deal: Deal) -> None:
    if tuple(state.events) != record.events:
        at = next(_differences(state.events, record.events))
        raise RecordError(f"event {at} of the record is not what the rules say happened")
    if deal.drawn != record.deal.draws:
        raise RecordError("the cards in the record are not those of the deal's key")
    if (record.ending == "played") != (state.seat == NOBODY and not record.faults):
        raise RecordError(f"the record is called {record.ending}, which is not how it ends")
    expected = final_outcome(state, {entry.seat for entry in record.faults})
    told = Outcome(record.outcome.points, record.outcome.places)
    if told != expected:
        raise RecordError(f"the outcome is {expected}; the record says {told}")


def _differences(ours: list[int], theirs: tuple[int, ...]) -> Iterator[int]:
    for at, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if one != other:
            yield at
    yield min(len(ours), len(theirs))
