"""A void: a match that could not be judged, and is played again under the same id."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from referee.conduct import FaultStage
from referee.errors import InvalidError
from referee.evidence import Cause, Evidence, now
from referee.player import SeatFault
from referee.text import MOST_SHOWN, one_line
from tournaments.core.fixtures import Fixture


class VoidEntryError(InvalidError):
    """The values are those of no void."""


class Void(BaseModel):
    """What happened, as it stands in the journal."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    match: str
    board: int
    entrant: str = ""
    """Who was being asked, or started; empty when it was nobody in particular."""
    stage: FaultStage = Field(default=FaultStage.PLAY, strict=False)
    at: int = Field(default=0, ge=0)
    """After how many actions."""
    cause: Cause = Field(strict=False)
    """The referee or the machine."""
    text: str
    evidence: Evidence = Evidence()
    when: str
    """UTC, ISO 8601."""

    @field_validator("cause")
    @classmethod
    def _of_no_bot(cls, cause: Cause) -> Cause:
        if cause is Cause.BOT:
            raise ValueError("what a bot did makes no match void")
        return cause

    @classmethod
    def of(cls, fixture: Fixture, failed: SeatFault) -> "Void":
        """The match failed at this seat."""
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
        )

    @classmethod
    def of_all(cls, fixture: Fixture, cause: Cause, text: str, evidence: Evidence) -> "Void":
        """The match failed, at no seat in particular."""
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
        where = one_line(".".join(map(str, problem["loc"])), MOST_SHOWN)
        raise VoidEntryError(f"{where}: {problem['msg']}") from None
