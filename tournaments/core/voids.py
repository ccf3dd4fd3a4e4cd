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
    """The entrant that was being asked or started; empty when it was none in particular."""
    stage: FaultStage = Field(default=FaultStage.PLAY, strict=False)
    at: int = Field(default=0, ge=0)
    """After how many actions it happened."""
    cause: Cause = Field(strict=False)
    """Whose doing it was: the referee's or the machine's, never a bot's."""
    text: str
    """What happened, in words."""
    evidence: Evidence = Evidence()
    when: str
    """When it happened, in ISO 8601, UTC."""
    # Of this run alone, and so not in the journal.
    hold: Hold | None = Field(default=None, exclude=True)
    """What has to wait before it is played again; None for nothing."""

    @field_validator("cause")
    @classmethod
    def _of_no_bot(cls, cause: Cause) -> Cause:
        # A bot that could make a match void would play it again on a deal that it has seen.
        if cause is Cause.BOT:
            raise ValueError("what a bot did makes no match void")
        return cause

    @classmethod
    def of(cls, fixture: Fixture, failed: SeatFault) -> "Void":
        """The void of a match that failed at one seat, at this moment."""
        own = failed.fault
        return cls(
            match=fixture.id,
            board=fixture.block.board,
            entrant=fixture.seats[failed.seat],
            stage=own.stage,
            at=failed.at,
            cause=own.cause,
            text=own.text,
            evidence=own.evidence,
            when=now(),
            hold=own.hold,
        )

    @classmethod
    def of_all(cls, fixture: Fixture, cause: Cause, text: str, evidence: Evidence) -> "Void":
        """The void of a match that failed at no seat in particular, at this moment."""
        return cls(
            match=fixture.id,
            board=fixture.block.board,
            cause=cause,
            text=text,
            evidence=evidence,
            when=now(),
        )


def read_void(values: Mapping[str, Any]) -> Void:
    """The void that was written down. Raises VoidEntryError."""
    try:
        return Void.model_validate(values)
    except ValidationError as error:
        problem = error.errors()[0]
        # The keys are somebody else's text (an imported archive's), so they are cut and cleaned.
        where = one_line(".".join(map(str, problem["loc"])), MOST_SHOWN)
        raise VoidEntryError(f"{where}: {problem['msg']}") from None
