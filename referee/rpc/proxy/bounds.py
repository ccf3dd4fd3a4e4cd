"""How much a connection may send, at once and as a sustained rate."""

from dataclasses import dataclass
from typing import Final

from referee.rpc.proxy.frames import Counts

_FRAMES_FOR_ONE = 8
"""How many more frames a client may send for each DATA frame that was sent to it: an answer,
updates of windows, a ping, and the answer to a ping. A bot that plays sends fewer."""
_BYTES_FOR_ONE = 8
"""For this many bytes in DATA frames to a client, it may send one more frame: a decision is longer
than that, and may be answered in a frame of its own."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound on an amount: `most` at once, and `a_second` each second as a sustained rate."""

    most: float
    a_second: float

    def __str__(self) -> str:
        return f"{self.most:g} at once and {self.a_second:g} a second"


class Bucket:
    """A leaky bucket that also counts what exceeds its bound, unlike `referee.rpc.rate.Rate`.

    All times are in seconds of a monotonic clock.
    """

    def __init__(self, bound: Bound, now: float) -> None:
        self._bound = bound
        self._level = 0.0
        self._updated_at = now

    def take(self, amount: float, now: float) -> bool:
        """Add `amount`, and return whether the level is within the bound.

        The amount counts in either case.
        """
        drained = (now - self._updated_at) * self._bound.a_second
        self._level = max(0.0, self._level - drained) + amount
        self._updated_at = now
        return self._level <= self._bound.most

    def earn(self, amount: float) -> None:
        """Subtract `amount`, down to 0: more than the bound cannot be saved for later."""
        self._level = max(0.0, self._level - amount)


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """What one connection may send without having been sent anything."""

    frames: Bound
    """For the number of frames, where each full KiB of a frame's payload counts as one more."""
    calls: Bound
    """For the number of HEADERS frames, with which calls begin."""

    @property
    def words(self) -> str:
        """What a connection has sent that exceeded the limits, in words that follow "sent"."""
        return (
            f"more frames than {self.frames} that answer nothing, or more calls than {self.calls}"
        )


# The figures stand in docs/security.md too, under The server's bounds.
NEW: Final = ConnectionLimits(Bound(64, 16), Bound(10, 1))
"""The limits of a connection without a token."""
KNOWN: Final = ConnectionLimits(Bound(4000, 500), Bound(60, 5))
"""The limits of a connection with a token."""


class Allowance:
    """What one connection may still send. Each message to the client allows it more frames."""

    def __init__(self, limits: ConnectionLimits, now: float) -> None:
        self.limits = limits
        self._frames, self._calls = Bucket(limits.frames, now), Bucket(limits.calls, now)

    def take(self, counted: Counts, now: float) -> bool:
        """Count what came from the client, and return whether it is within the limits."""
        has_frames = self._frames.take(counted.weight, now)
        has_calls = not counted.calls or self._calls.take(counted.calls, now)
        return has_frames and has_calls

    def earn(self, counted: Counts) -> None:
        """Count what was sent to the client, which may send more frames because of it."""
        self._frames.earn(
            counted.data_frames * _FRAMES_FOR_ONE + counted.data_bytes // _BYTES_FOR_ONE
        )
