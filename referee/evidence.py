"""The cause of a fault, and its evidence: clocks, memory, how the process ended, its last lines."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, model_serializer


class Cause(StrEnum):
    """The cause of a fault: the bot loses the match if it is the cause; else the match is void."""

    BOT = "bot"
    REFEREE = "referee"
    MACHINE = "machine"


class Evidence(BaseModel):
    """The measurements that go with a fault, which differ from run to run.

    None, or an empty text, means that a value is not known or does not apply.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True
    )

    since: str = ""
    """When the wait for a remote bot that was away began; UTC, ISO 8601."""
    waited_ms: float | None = None
    """Milliseconds of the wall clock that the answers in flight, or the hello, were waited for.
    Those in which the referee itself was held up do not count in a wait for answers."""
    allowed_ms: float | None = None
    """Milliseconds that the clock allowed for these answers, or for the hello."""
    wait_factor: int | None = None
    """How many times `allowed_ms` a wait for answers could last, if processor time was read; else
    None."""
    cpu_ms: float | None = None
    """Milliseconds of processor time that the bot and all that it started used during the wait; for
    answers, since the first look at it, at most 0.1 s after the batch was sent."""
    queued_ms: float | None = None
    """Milliseconds that a thread of the bot was ready to run and got no processor; of all threads,
    the most. The true time may be longer, as it is measured only after a part of the wait."""
    held_up_ms: float | None = None
    """Milliseconds that the referee was held up during the wait; no bot is charged for them."""
    peak_mb: float | None = None
    """The peak memory of the bot and all that it started, in units of 2**20 bytes."""
    ended: str = ""
    """How the process ended, in words; empty if it still ran and was killed for the fault. It is
    the process of the bot; in a void it may be the worker."""
    load: float | None = None
    """The machine's load average of the last minute: how many threads ran or were ready to."""
    words: str = ""
    """The last lines that the bot printed; for a language model the end of its last answer, for an
    error of the referee the traceback. They have to be made printable where they are shown."""

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The values as they are written, without `wait_factor` if it is None.

        The evidence in older journals has no such key. It has to be written as it was, to the byte,
        since the journal is a chain of hashes.
        """
        values: dict[str, Any] = write(self)
        if self.wait_factor is None:
            values.pop("wait_factor", None)
        return values

    def phrases(self) -> Iterator[str]:
        """Phrases for the known values, in a fixed order, without the last lines.

        A delay of 0 by the referee is left out, too.
        """
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
        """How long the wait could last, as the end of a phrase; "" if that is not known."""
        if self.allowed_ms is None:
            return ""
        if not self.wait_factor:
            return f" of {_seconds(self.allowed_ms)}"
        # The factor is given, since "105 s of 35 s" alone would read as a contradiction.
        bound = _seconds(self.allowed_ms * self.wait_factor)
        clock = f"{self.wait_factor} times the {_seconds(self.allowed_ms)} of its clock"
        return f" of {bound} ({clock}, as processor time is counted)"


def milliseconds(seconds: float | None) -> float | None:
    """The seconds in milliseconds, with three decimals and not below 0; None for None."""
    return None if seconds is None else round(max(seconds, 0.0) * 1000, 3)


def now() -> str:
    """The time by the machine's clock: UTC, ISO 8601, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def load_average() -> float | None:
    """The machine's load average of the last minute; None where the system has none."""
    try:
        return round(os.getloadavg()[0], 2)
    except (AttributeError, OSError):
        return None


def _seconds(time_ms: float) -> str:
    return f"{time_ms / 1000:.2f} s"
