"""How much a connection may send, at once and as a sustained rate."""

from dataclasses import dataclass
from typing import Final

from referee.rpc.proxy.frames import Counted

_FRAMES_FOR_ONE = 8
"""How many more frames a client may send for each DATA frame that was sent to it: for an answer,
windows, a ping, and the answer to a ping. A bot that plays sends fewer."""
_BYTES_FOR_ONE = 8
"""How many bytes sent to a client allow it one more frame: a decision is longer than that, and may
be answered in a frame of its own."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound: `most` at once, and `a_second` each second as a sustained rate."""

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

    def take(self, size: float, now: float) -> bool:
        """Add `size`, and return whether the sum is within the bound. It counts in either case."""
        self._level = max(0.0, self._level - (now - self._updated_at) * self._bound.a_second) + size
        self._updated_at = now
        return self._level <= self._bound.most

    def earn(self, size: float) -> None:
        """Subtract `size`, down to 0: more than the bound cannot be saved for later."""
        self._level = max(0.0, self._level - size)


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """What one connection may send without having been sent anything."""

    frames: Bound
    """The number of frames, where each full KiB of a frame counts as one more."""
    calls: Bound
    """The number of HEADERS frames, with which calls begin."""

    @property
    def words(self) -> str:
        """What a connection that exceeded the limits has sent: words to follow "sent"."""
        return (
            f"more frames than {self.frames} that answer nothing, or more calls than {self.calls}"
        )


# The figures stand in docs/security.md too, under The server's bounds.
NEW: Final = ConnectionLimits(Bound(64, 16), Bound(10, 1))
"""The limits of a connection without a token."""
KNOWN: Final = ConnectionLimits(Bound(4000, 500), Bound(60, 5))
"""The limits of a connection with a token."""


class Allowance:
    """What one connection may still send. All that is sent to the client allows it more frames."""

    def __init__(self, limits: ConnectionLimits, now: float) -> None:
        self.words = limits.words
        self._frames, self._calls = Bucket(limits.frames, now), Bucket(limits.calls, now)

    def take(self, counted: Counted, now: float) -> bool:
        """Count what came from the client, and return whether it is within the limits."""
        frames, calls = self._frames.take(counted.size, now), True
        if counted.calls:
            calls = self._calls.take(counted.calls, now)
        return frames and calls

    def earn(self, counted: Counted) -> None:
        """Count what was sent to the client."""
        self._frames.earn(counted.data * _FRAMES_FOR_ONE + counted.length // _BYTES_FOR_ONE)
