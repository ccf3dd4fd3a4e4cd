"""The record of a match: everything that happened, enough to play it again through the rules.

It is written as JSON on one line, with the keys in the order below. All but `measured` is the same
in every run of the fixture, if the bots choose by their seeds and observations alone.
docs/records.md describes the format; referee/record_check.py holds a record against the rules.
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
from referee.text import MOST_SHOWN, one_line, shown

FORMAT = 1

# Small letters alone, so that one key is written in one way.
Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class RecordError(InvalidError):
    """The text is no record, or what it says did not happen by the rules."""


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
    # Built when the first record is read or written, which many commands do not.
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

    def again(self) -> Deal:
        """The deal, before anything is drawn from it."""
        return Deal(bytes.fromhex(self.key))


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
class ModelTry(_Part):
    """One answer of a language model."""

    prompt: Hex
    """The SHA-256 of what it was asked."""
    verdict: str
    """What the answer came to (docs/llm.md)."""
    answer: str
    """The end of what it wrote."""
    read: int
    """Tokens of the prompt."""
    written: int
    """Tokens of the answer."""
    milliseconds: float
    cost: float
    """Dollars."""
    kept: bool = False
    """Whether it was asked for at an earlier beginning of the match."""


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
    passed, "" for a bot that was withdrawn."""
    struck: tuple[int, ...] = ()
    """How many slips of its clock were forgiven, by seat."""
    resumed: tuple[int, ...] = ()
    """How often the bot came back in the middle of the match, by seat: with its dice thrown anew it
    may choose otherwise than a bot that stayed."""
    thinking: int = 0
    """How many local bots could think at the same time in the worker that played it."""
    sdks: tuple[str, ...] = ()
    """The library that the Hello of each seat's bot named; "" where there was no Hello, or the
    library has no name."""
    isolation: str = ""
    """The isolation of the local bots: bubblewrap, landlock, limits or off; "" where nobody noted
    it."""
    models: dict[int, tuple[tuple[ModelTry, ...], ...]] = field(default_factory=dict)
    """By seat of a language model: for each decision that it was asked for, all its answers."""

    def to_json(self) -> str:
        """The measured part as JSON on one line."""
        # Left out where no model plays, as in what was chained in journals before there were any.
        return _MEASURED.dump_json(self, exclude=None if self.models else {"models"}).decode()


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
    return f"{where}: {said[0].lower()}{said[1:]}; received {shown(problem['input'])}"
