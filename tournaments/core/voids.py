"""A void: a match that could not be judged, and is played again under the same id."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from referee.conduct import FaultStage, Hold
from referee.errors import InvalidError
from referee.evidence import Cause, Evidence, now
from referee.player import SeatFault
from referee.text import MOST_SHOWN, one_line
from tournaments.core.fixtures import Fixture


class VoidEntryError(InvalidError):
    """The values that were read are not those of a void; the text says where and why."""


class Void(BaseModel):
    """A match that the referee or its machine spoiled, as the journal has it (docs/records.md)."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    match: str
    board: int
    entrant: str = ""
    """The entrant that was being asked or started; empty if the failure concerns none."""
    stage: FaultStage = Field(default=FaultStage.PLAY, strict=False)
    at: int = Field(default=0, ge=0)
    """The number of actions of the match before the failure."""
    cause: Cause = Field(strict=False)
    """What failed: the referee or the machine, never a bot."""
    text: str
    """What happened, in words."""
    evidence: Evidence = Evidence()
    when: str
    """When it happened, in ISO 8601, UTC."""
    # Used in this run alone, and so not written to the journal.
    hold: Hold | None = Field(default=None, exclude=True)
    """Which matches wait, this one among them, and how long; None if no match has to wait."""

    @field_validator("cause")
    @classmethod
    def _of_no_bot(cls, cause: Cause) -> Cause:
        # A bot that could make a match void would play it again on a deal that it has seen.
        if cause is Cause.BOT:
            raise ValueError("what a bot did makes no match void")
        return cause

    @classmethod
    def of_seat(cls, fixture: Fixture, failed: SeatFault) -> "Void":
        """The void of a match that failed just now, when the bot of a seat was asked or started."""
        fault = failed.fault
        return cls(
            match=fixture.id,
            board=fixture.block.board,
            entrant=fixture.seats[failed.seat],
            stage=fault.stage,
            at=failed.actions_before,
            cause=fault.cause,
            text=fault.text,
            evidence=fault.evidence,
            when=now(),
            hold=fault.hold,
        )

    @classmethod
    def of_match(cls, fixture: Fixture, cause: Cause, text: str, evidence: Evidence) -> "Void":
        """The void of a match that failed just now, for a reason that concerns no seat."""
        return cls(
            match=fixture.id,
            board=fixture.block.board,
            cause=cause,
            text=text,
            evidence=evidence,
            when=now(),
        )


def read_void(values: Mapping[str, Any]) -> Void:
    """The void with these values, as JSON has them. Raises VoidEntryError if they are not valid."""
    try:
        return Void.model_validate(values)
    except ValidationError as error:
        problem = error.errors()[0]
        # The keys may be text of strangers, from an imported archive, so they are cut and cleaned.
        where = one_line(".".join(map(str, problem["loc"])), MOST_SHOWN) or "the whole"
        raise VoidEntryError(f"{where}: {problem['msg']}") from None
