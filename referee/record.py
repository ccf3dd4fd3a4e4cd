"""The record of a match: everything that happened, enough to play it again through the rules.

It is written as JSON on one line, with the keys in the order below. All but `measured` is the same
in every run of the fixture, if the bots choose by their seeds and observations alone, in time.
docs/records.md describes the format; referee/record_check.py checks a record by the rules.
"""

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

from referee.conduct import Conduct, Fault
from referee.deals import Deal
from referee.errors import InvalidError
from referee.evidence import Evidence
from referee.text import MOST_SHOWN, one_line, quoted

FORMAT = 1
"""The version of the format, which stands first in each record."""

# 32 bytes in hexadecimal; only in lower case, so that each value has one spelling.
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class RecordError(InvalidError):
    """The text is no record, or the match in the record is not possible by the rules."""


def _known_format(number: int) -> int:
    if number != FORMAT:
        raise ValueError(f"this version reads records of format {FORMAT}")
    return number


def _without_evidence(fault: object) -> object:
    """The fault as it is. Raises ValueError if it holds evidence, which belongs to `Measured`."""
    if isinstance(fault, dict) and "evidence" in fault:
        raise ValueError("the evidence belongs into the measured part")
    return fault


class _Part:
    """A part of a record; its values are checked when it is read, not when the referee makes it."""

    __slots__ = ()
    # The validators are built when the first record is read or written: many commands do neither.
    __pydantic_config__ = ConfigDict(
        extra="forbid", strict=True, allow_inf_nan=False, defer_build=True
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEntry(_Part):
    """The entrant in a seat of the match, and its bot."""

    entrant: str
    bot: str
    version: str
    bot_seed: Annotated[int, Field(ge=0, lt=2**64)]
    """The seed that the bot was given for its random choices."""
    never_talks: bool = False
    """Whether the bot said before the first decision that it never talks, and its seat was never
    asked what to say; then nothing was said in the seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEntry(_Part):
    """All random draws of the match, and the commitment to them."""

    path: tuple[str, ...]
    """The texts from which the key is derived: tournament seed, game, options, board, and which
    matches share the deal (referee/sharing.py)."""
    key: Hex
    commitment: Hex
    salt: Hex | None = None
    """The match's own salt of the commitment; None in a record from before there were salts."""
    draws: dict[str, tuple[int, ...]]
    """The numbers that were drawn from the deal, by purpose."""

    def new_deal(self) -> Deal:
        """A new deal with this key, from which nothing has been drawn."""
        return Deal(bytes.fromhex(self.key))


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultEntry(_Part):
    """A fault in a seat, after `at` actions of the match."""

    seat: int
    at: int
    fault: Annotated[Fault, BeforeValidator(_without_evidence)]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeEntry(_Part):
    """The outcome: places by seat (1 is best), and the game's own points by seat."""

    places: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTry(_Part):
    """One answer of a language model, which may be asked several times for one decision."""

    prompt: Hex
    """The SHA-256 of the request to the model."""
    verdict: str
    """How the answer was read: the name of a verdict (docs/llm.md)."""
    answer: str
    """The last 2000 characters of the refusal or, if the reply has none, of the model's text."""
    read: int
    """Tokens of the prompt."""
    written: int
    """Tokens of the answer."""
    milliseconds: float
    """How long the model took to answer."""
    cost: float
    """The price of the answer in dollars."""
    kept: bool = False
    """Whether the answer was saved when the match was begun before, and so not asked for again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured(_Part):
    """The part of a record that differs from run to run."""

    started: str = ""
    """When the match was begun: UTC, ISO 8601; "" if it was not noted."""
    seconds: float = 0.0
    """How long the match took; 0 if it was not noted."""
    thought: tuple[tuple[int, float], ...] = ()
    """Seat and milliseconds of each answer, in order, those of a random player in the seat of a bot
    at fault with 0. An answer that was late or did not come has no entry, an illegal one has."""
    evidence: dict[int, Evidence] = field(default_factory=dict)
    """By seat at fault: the evidence of its fault."""
    clocks: tuple[str, ...] = ()
    """By seat: "cpu" if the bot was charged processor time, "wall" if all time that passed, "" for
    a bot that was withdrawn."""
    struck: tuple[int, ...] = ()
    """By seat: how many strikes the bot used up. Each forgives a slip of its clock; a long slip may
    use up several."""
    resumed: tuple[int, ...] = ()
    """By seat: how often the bot went on in the middle of the match, restarted or connected again.
    Its random choices began anew, so they may differ from those of a bot that never left."""
    thinking: int = 0
    """How many local bots could think at the same time in the worker that played the match; 0 if it
    was not noted."""
    sdks: tuple[str, ...] = ()
    """By seat: the library that the bot's Hello named; "" if there was no Hello, or it named
    none."""
    isolation: str = ""
    """The isolation of the local bots: bubblewrap, landlock, limits or off; "" if it was not
    noted."""
    models: dict[int, tuple[tuple[ModelTry, ...], ...]] = field(default_factory=dict)
    """By seat of a language model: for each decision that it was asked for, all its answers."""

    def to_json(self) -> str:
        """The measured part as JSON on one line."""
        # The key `models` is left out where no model plays, so that the text is the same as in
        # journals from before there were models.
        return _MEASURED.dump_json(self, exclude=None if self.models else {"models"}).decode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(_Part):
    """The record of one match; docs/records.md describes every key."""

    format: Annotated[int, AfterValidator(_known_format)] = FORMAT
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
        """The record as JSON on one line; the measured part is left out if `measured` is False."""
        left_out: dict[str, Any] = {}
        if not measured:
            left_out["measured"] = True
        elif not self.measured.models:
            left_out["measured"] = {"models"}
        # A record from before there were salts is written as it was then, to the byte.
        if self.deal.salt is None:
            left_out["deal"] = {"salt"}
        return _RECORD.dump_json(self, exclude=left_out or None).decode()


_MEASURED, _RECORD = TypeAdapter(Measured), TypeAdapter(Record)


def read_record(text: str | bytes) -> Record:
    """The record in the text. Types and formats are checked, but not whether the rules allow it.

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
        raise RecordError(f"not the measured part of a record: {_first_problem(error)}") from None


def _first_problem(error: ValidationError) -> str:
    """The first of the problems, as the end of a sentence."""
    problem = error.errors()[0]
    where = one_line(".".join(map(str, problem["loc"])), MOST_SHOWN) or "the whole"
    if problem["type"] == "missing":
        return f"{where} is missing"
    if problem["type"] == "unexpected_keyword_argument":
        return f"{where} is no key that records have"
    if problem["type"] == "json_invalid":
        return problem["msg"]
    message = problem["msg"].removeprefix("Value error, ").removeprefix("Input ")
    return f"{where}: {message[0].lower()}{message[1:]}; received {quoted(problem['input'])}"
