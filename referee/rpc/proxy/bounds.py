"""What a connection may send, and how much of it at once."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Bound:
    """Of frames, where one counts as much as the KiB that it has, and one."""

    most: float
    a_second: float
    words: str = ""


NEW: Final = Bound(64, 16, "more frames than are taken without a token")
KNOWN: Final = Bound(4000, 500, "more than 4000 frames, and 500 a second, that answer nothing")
_FRAMES_FOR_ONE = 8
"""That a client sends for one of data: an answer, windows, a ping, what the ping is answered."""
_BYTES_FOR_ONE = 8
"""A decision is longer than that, and may be answered in a frame of its own."""


class Allowance:
    """A bucket that leaks; what is sent to a client lets it send more."""

    def __init__(self, bound: Bound, now: float) -> None:
        self.bound = bound
        self._level = 0.0
        self._at = now

    def take(self, size: float, now: float) -> bool:
        """Whether that is within the bound."""
        self._level = max(0.0, self._level - (now - self._at) * self.bound.a_second) + size
        self._at = now
        return self._level <= self.bound.most

    def earn(self, frames: int, length: int) -> None:
        """So many frames of data, with so many bytes in all, were sent to the client."""
        self._level = max(0.0, self._level - frames * _FRAMES_FOR_ONE - length // _BYTES_FOR_ONE)
