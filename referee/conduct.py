"""Faults of bots, as values with names, and what a bot at fault gets.

A seat at fault comes last. With two seats, and in a cooperative game, the match ends at once; else
a random player finishes the seat, and those at fault share the last place.
"""

from collections.abc import Collection
from enum import StrEnum
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from referee.evidence import Cause, Evidence
from referee.games.game import NOBODY, AnyState, Outcome, places


class FaultKind(StrEnum):
    """What a bot did wrong; docs/protocol.md says of each what it costs."""

    LATE = "late"
    ILLEGAL = "illegal"
    MALFORMED = "malformed"
    CRASHED = "crashed"
    DISCONNECTED = "disconnected"
    INCOMPATIBLE = "incompatible"
    WITHDRAWN = "withdrawn"


class FaultStage(StrEnum):
    """The phase in which the fault happened."""

    START = "start"
    PLAY = "play"


class Hold(BaseModel):
    """What has to wait after a void, when a service outside of this machine failed an entrant."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    whole: bool
    """Whether all matches of the entrant wait, and not the void one alone."""
    seconds: float | None = None
    """For how long, and longer each time in a row; None for as long as the run lasts."""
    stated: float = 0.0
    """The seconds that the service itself said, which do not grow: the wait is no shorter."""
    all_after: int | None = None
    """Where the match alone waits: after so many in a row all matches of the entrant do."""


class Fault(BaseModel):
    """What ended a bot's part in a match. The text is the same in every run, the evidence differs.

    The cause is the bot where nothing else is said; faults in records all are the bot's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    kind: FaultKind
    stage: FaultStage
    text: str
    # Both are left out when a fault is written: in records all faults are the bot's, and evidence,
    # which differs from run to run, stands in a part of its own.
    cause: Cause = Field(default=Cause.BOT, exclude=True)
    evidence: Evidence = Field(default=Evidence(), exclude=True)
    # What the runner does with the void; nobody needs it afterwards.
    hold: Hold | None = Field(default=None, exclude=True)


_NO_INDEX: Final = 2**32 - 1
"""What SDKs send for a choice that does not fit into the message, such as -1."""


def illegal_choice(index: int, legal: int) -> Fault:
    """The fault of a bot that answered with an index beyond its legal actions."""
    # A reader of the bare number would look for it in the bot, which may have said -1 or a word.
    what = f"what is no index (sent as {index})" if index == _NO_INDEX else f"index {index}"
    text = f"answered with {what}; there were {legal} legal actions"
    return Fault(kind=FaultKind.ILLEGAL, stage=FaultStage.PLAY, text=text)


_Milliseconds = Annotated[int, Field(ge=0, le=86_400_000)]


class Conduct(BaseModel):
    """The clocks and the patience of a tournament; times in milliseconds."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    decision_ms: _Milliseconds = Field(
        default=2_000, description="each decision has this for itself"
    )
    bank_ms: _Milliseconds = Field(
        default=30_000, description="a match's reserve for longer thought"
    )
    grace_ms: _Milliseconds = Field(default=500, description="on top, for transport; never charged")
    strikes: int = Field(
        default=1,
        ge=0,
        le=1_000,
        description="slips that a match forgives: each gives decision_ms and grace_ms anew",
    )
    wall_factor: int = Field(
        default=3,
        ge=1,
        le=1_000,
        description="where processor time is counted, waits may last so many times what is allowed",
    )
    start_ms: _Milliseconds = Field(default=30_000, description="from a bot's start to its hello")
    reconnect_ms: _Milliseconds = Field(
        default=30_000, description="for how long others wait for a remote bot that was lost"
    )
    faults_in_a_row: int = Field(
        default=5, ge=1, le=1_000, description="so many faulty matches in a row withdraw a bot"
    )


def faults_that_end(seats: int, *, cooperative: bool) -> int:
    """How many seats at fault end a match of so many seats: nothing is left to play for then."""
    return 1 if cooperative else max(1, seats - 1)


def final_outcome(state: AnyState, at_fault: Collection[int]) -> Outcome:
    """The outcome of a match that is over, or that ends here because of the seats at fault.

    Points stay as they stand. The honest seats keep their order among themselves; those at fault
    share the place after the last of them.
    """
    over = state.seat == NOBODY
    if over and not at_fault:
        return state.outcome()
    points = state.points()
    # Before the end nobody has reached a place yet: then all honest seats are equal.
    reached = state.outcome().places if over else [1] * len(points)
    honest = [seat for seat in range(len(points)) if seat not in at_fault]
    # Ranked anew among the honest seats; below zero, as `places` puts the most first.
    by_seat = dict(zip(honest, places([-reached[seat] for seat in honest]), strict=True))
    last = len(honest) + 1
    return Outcome(points, tuple(by_seat.get(seat, last) for seat in range(len(points))))
