"""The evidence of a fault: whose it is, the clocks, the memory, the end, and the last words."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, model_serializer


class Cause(StrEnum):
    """The cause of a fault: only a bot loses a match by it; for the others the match is void."""

    BOT = "bot"
    REFEREE = "referee"
    MACHINE = "machine"


class Evidence(BaseModel):
    """What was measured of a fault, so it differs from run to run.

    None, or an empty text, stands for what nothing could tell.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True
    )

    since: str = ""
    """When those who asked began to wait for a remote bot that was away; UTC, ISO 8601."""
    waited_ms: float | None = None
    """Milliseconds of the wall clock for the answers in flight, or for the hello, without those in
    which the referee itself was held up."""
    allowed_ms: float | None = None
    """Milliseconds that the clock allowed for them."""
    wait_factor: int | None = None
    """How many times `allowed_ms` the wait could last, where processor time is counted."""
    cpu_ms: float | None = None
    """Milliseconds of processor time that the bot and all that it started used meanwhile."""
    queued_ms: float | None = None
    """Milliseconds that one of its threads was ready to run and got no processor, the most of any;
    at least, as it is looked at only after some waiting."""
    held_up_ms: float | None = None
    """Milliseconds that the referee was held up meanwhile; nobody is charged for them."""
    peak_mb: float | None = None
    """Megabytes that the bot and all that it started have had at most."""
    ended: str = ""
    """How its process ended, in words; empty when it had not, and was killed for the fault."""
    load: float | None = None
    """The machine's load in the last minute: how many were running or wanted to."""
    words: str = ""
    """The last lines that it printed; they have to be made printable where they are shown."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The values as they are written; a newer key stands there only when it says something.

        What was chained in a journal before the key came is so written again as it was, to the
        byte.
        """
        values: dict[str, Any] = write(self)
        if self.wait_factor is None:
            values.pop("wait_factor", None)
        return values

    def known(self) -> Iterator[str]:
        """What is known beside the last words, a phrase for each."""
        if self.since:
            yield f"waited for since {self.since}"
        if self.waited_ms is not None:
            yield f"waited {_seconds(self.waited_ms)}{self._bound()}"
        if self.cpu_ms is not None:
            yield f"{_seconds(self.cpu_ms)} of processor time"
        if self.queued_ms is not None:
            yield f"{_seconds(self.queued_ms)} ready to run without a processor"
        if self.held_up_ms:
            yield f"{_seconds(self.held_up_ms)} held up by the referee, not charged"
        if self.peak_mb is not None:
            yield f"{self.peak_mb:.0f} MB of memory at its peak"
        if self.ended:
            yield f"the process {self.ended}"
        if self.load is not None:
            yield f"load {self.load:.1f}"

    def _bound(self) -> str:
        """How long the wait could last, as the end of a phrase; "" where nobody knows."""
        if self.allowed_ms is None:
            return ""
        if not self.wait_factor:
            return f" of {_seconds(self.allowed_ms)}"
        # Both times are told: "105 s of 35 s" alone would read as a contradiction.
        whole = _seconds(self.allowed_ms * self.wait_factor)
        clock = f"{self.wait_factor} times the {_seconds(self.allowed_ms)} of its clock"
        return f" of {whole} ({clock}, as processor time is counted)"


def milliseconds(seconds: float | None) -> float | None:
    """Seconds as evidence has them: milliseconds with three decimals, none below zero."""
    return None if seconds is None else round(max(seconds, 0.0) * 1000, 3)


def now() -> str:
    """The time by the machine's clock: UTC, ISO 8601, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def load() -> float | None:
    """The machine's load in the last minute; None where it cannot be asked."""
    try:
        return round(os.getloadavg()[0], 2)
    except (AttributeError, OSError):
        return None


def _seconds(milliseconds: float | None) -> str:
    return f"{(milliseconds or 0) / 1000:.2f} s"
