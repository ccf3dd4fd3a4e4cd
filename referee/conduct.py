"""Faults of bots, the clocks of a tournament, and the outcome of a match with faults.

A seat at fault comes last. With two seats, and in a cooperative game, the first fault ends the
match. In other games a random player plays on in the seat, until the game is over or at most one
seat is without a fault. All seats at fault share the last place.
"""

from collections.abc import Collection
from enum import StrEnum
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from referee.evidence import Cause, Evidence
from referee.games.game import NOBODY, AnyState, Outcome, places


class FaultKind(StrEnum):
    """What a bot did wrong; docs/protocol.md says what each kind costs."""

    LATE = "late"
    ILLEGAL = "illegal"
    MALFORMED = "malformed"
    CRASHED = "crashed"
    DISCONNECTED = "disconnected"
    INCOMPATIBLE = "incompatible"
    WITHDRAWN = "withdrawn"


class FaultStage(StrEnum):
    """Whether the fault came before the bot could be asked, or later.

    A bot that is started again during a match cannot be asked before it has said hello.
    """

    START = "start"
    PLAY = "play"


class Hold(BaseModel):
    """Which matches of an entrant wait after a void, when a service beyond this machine failed."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    whole: bool
    """Whether all matches of the entrant wait; otherwise the void match alone waits, for the rest
    of the run."""
    seconds: float | None = None
    """The seconds of the first pause, if all matches wait; further pauses in a row are longer, up
    to a limit. None if they wait for the rest of the run."""
    stated: float = 0.0
    """The seconds that the service itself asked to wait; 0 if it asked for none. A pause is not
    shorter than this, up to a day. This time does not grow from pause to pause."""
    all_after: int | None = None
    """If the void match alone waits: after this many such voids in a row, all matches of the
    entrant wait for the rest of the run. None if no number of them does that."""


class Fault(BaseModel):
    """Why a bot's part in a match ended; with another cause than the bot, why the match is void.

    In a record `text` is the same in every run, `evidence` differs.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    kind: FaultKind
    stage: FaultStage
    text: str
    # The next two are not written. In records the cause is always the bot, since with another cause
    # the match is void. Evidence stands in the measured part of a record.
    cause: Cause = Field(default=Cause.BOT, exclude=True)
    evidence: Evidence = Field(default=Evidence(), exclude=True)
    # Which matches the runner holds back, if the fault makes the match void. It is never written.
    hold: Hold | None = Field(default=None, exclude=True)


_NO_INDEX: Final = 2**32 - 1
"""The number that SDKs send for a choice that does not fit into the message, such as -1."""


def illegal_choice(index: int, legal: int) -> Fault:
    """The fault of a bot that chose `index`, although it had only `legal` legal actions."""
    # The bare number would mislead the author of the bot, which may have chosen -1 or a word.
    choice = f"what is no index (sent as {index})" if index == _NO_INDEX else f"index {index}"
    text = f"answered with {choice}; there were {legal} legal actions"
    return Fault(kind=FaultKind.ILLEGAL, stage=FaultStage.PLAY, text=text)


_Milliseconds = Annotated[int, Field(ge=0, le=86_400_000)]
"""Milliseconds, at most a day."""


class Conduct(BaseModel):
    """The clocks of a tournament, and how much it forgives; times are in milliseconds."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    decision_ms: _Milliseconds = Field(
        default=2_000, description="each decision has this for itself"
    )
    bank_ms: _Milliseconds = Field(
        default=30_000, description="a reserve for longer thought, for a whole match"
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
        description="where processor time is counted, a wait may last this many times its limit",
    )
    start_ms: _Milliseconds = Field(default=30_000, description="from a bot's start to its hello")
    reconnect_ms: _Milliseconds = Field(
        default=30_000, description="for how long others wait for a remote bot that was lost"
    )
    faults_in_a_row: int = Field(
        default=5,
        ge=1,
        le=1_000,
        description="after this many faulty matches in a row a bot is withdrawn",
    )


def faults_that_end(seats: int, *, cooperative: bool) -> int:
    """The number of seats at fault with which a match of `seats` seats is decided, and so ends."""
    return 1 if cooperative else max(1, seats - 1)


def final_outcome(state: AnyState, at_fault: Collection[int]) -> Outcome:
    """The outcome of a match that is over, or that ends in `state` by the faults of `at_fault`.

    The points are those of `state`. The seats without a fault keep their order; they are equal if
    the game is not over. The seats at fault share the place after the last of them.
    """
    over = state.seat == NOBODY
    if over and not at_fault:
        return state.outcome()
    points = state.points()
    # Before the end of the game nobody has a place yet: then all seats without a fault are equal.
    reached = state.outcome().places if over else [1] * len(points)
    faultless = [seat for seat in range(len(points)) if seat not in at_fault]
    # Places among these seats alone. Negated, as `places` puts the largest number first.
    by_seat = dict(zip(faultless, places([-reached[seat] for seat in faultless]), strict=True))
    last = len(faultless) + 1
    return Outcome(points, tuple(by_seat.get(seat, last) for seat in range(len(points))))
