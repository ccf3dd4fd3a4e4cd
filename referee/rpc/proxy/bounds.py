"""How much a connection may send, at once and as a sustained rate."""

from dataclasses import dataclass
from typing import Final

from referee.rpc.proxy.frames import Counted

_FRAMES_FOR_ONE = 8
"""Frames that a client sends for one frame of data: an answer, windows, a ping, and the answer to a
ping. At most so many, so that no bot that plays comes near its bound."""
_BYTES_FOR_ONE = 8
"""Bytes sent to a client that allow it one more frame: a decision is longer than that, and may be
answered in a frame of its own."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound: `most` at once, and `a_second` each second as a sustained rate."""

    most: float
    a_second: float

    def __str__(self) -> str:
        return f"{self.most:g} at once and {self.a_second:g} a second"


class Bucket:
    """A leaky bucket that counts also what is beyond its bound, unlike `referee.rpc.rate.Rate`."""

    def __init__(self, bound: Bound, now: float) -> None:
        self._bound = bound
        self._level = 0.0
        self._at = now

    def take(self, size: float, now: float) -> bool:
        """Whether this much more is within the bound; it counts in either case."""
        self._level = max(0.0, self._level - (now - self._at) * self._bound.a_second) + size
        self._at = now
        return self._level <= self._bound.most

    def earn(self, size: float) -> None:
        """Allow this much more than the rate does; what is not used up does not add up."""
        self._level = max(0.0, self._level - size)


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """What one connection may send that answers nothing."""

    frames: Bound
    """Frames, where each KiB of a frame counts as one more."""
    calls: Bound

    @property
    def words(self) -> str:
        """What a connection beyond the limits has sent, as the object of "sent"."""
        return (
            f"more frames than {self.frames} that answer nothing, or more calls than {self.calls}"
        )


# The figures stand in docs/security.md too, under The server's bounds.
NEW: Final = ConnectionLimits(Bound(64, 16), Bound(10, 1))
KNOWN: Final = ConnectionLimits(Bound(4000, 500), Bound(60, 5))


class Allowance:
    """What one connection may still send; all that is sent to it lets it send more."""

    def __init__(self, limits: ConnectionLimits, now: float) -> None:
        self.words = limits.words
        self._frames, self._calls = Bucket(limits.frames, now), Bucket(limits.calls, now)

    def take(self, counted: Counted, now: float) -> bool:
        """Whether what came from the client is within the limits."""
        frames, calls = self._frames.take(counted.size, now), True
        if counted.calls:
            calls = self._calls.take(counted.calls, now)
        return frames and calls

    def earn(self, counted: Counted) -> None:
        """Count what was sent to the client."""
        self._frames.earn(counted.data * _FRAMES_FOR_ONE + counted.length // _BYTES_FOR_ONE)
