"""What a connection may send, and how much of it at once."""

from dataclasses import dataclass
from typing import Final

from referee.rpc.proxy.frames import Counted

_FRAMES_FOR_ONE = 8
"""That a client sends for one of data: an answer, windows, a ping, what the ping is answered."""
_BYTES_FOR_ONE = 8
"""A decision is longer than that, and may be answered in a frame of its own."""


@dataclass(frozen=True, slots=True)
class Bound:
    """So much at once, and so much a second for as long as one likes."""

    most: float
    a_second: float

    def __str__(self) -> str:
        return f"{self.most:g} at once and {self.a_second:g} a second"


class Bucket:
    """It leaks as fast as its bound says."""

    def __init__(self, bound: Bound, now: float) -> None:
        self._bound = bound
        self._level = 0.0
        self._at = now

    def take(self, size: float, now: float) -> bool:
        """Whether that is within the bound; it counts if not, too."""
        self._level = max(0.0, self._level - (now - self._at) * self._bound.a_second) + size
        self._at = now
        return self._level <= self._bound.most

    def earn(self, size: float) -> None:
        """So much more may be taken now."""
        self._level = max(0.0, self._level - size)


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """What one connection may send."""

    frames: Bound
    """By size."""
    calls: Bound

    @property
    def words(self) -> str:
        """What was sent by one that is beyond them."""
        return (
            f"more frames than {self.frames} that answer nothing, or more calls than {self.calls}"
        )


NEW: Final = ConnectionLimits(Bound(64, 16), Bound(10, 1))
KNOWN: Final = ConnectionLimits(Bound(4000, 500), Bound(60, 5))


class Allowance:
    """What is sent to a client lets it send more."""

    def __init__(self, limits: ConnectionLimits, now: float) -> None:
        self.words = limits.words
        self._frames, self._calls = Bucket(limits.frames, now), Bucket(limits.calls, now)

    def take(self, counted: Counted, now: float) -> bool:
        """Whether that is within the limits."""
        frames, calls = self._frames.take(counted.size, now), True
        if counted.calls:
            calls = self._calls.take(counted.calls, now)
        return frames and calls

    def earn(self, counted: Counted) -> None:
        """That was sent to the client."""
        self._frames.earn(counted.data * _FRAMES_FOR_ONE + counted.length // _BYTES_FOR_ONE)
