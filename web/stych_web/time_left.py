"""Estimates how long a tournament that is being played will still take."""

from collections import deque
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Final, NamedTuple

_WINDOW: Final = 300.0
"""Seconds of the past that an estimate rests on. Older counts tell nothing of the matches that are
left: the tournament may have been paused since, or other machines may play now."""
_LEAST: Final = 10.0
"""Seconds that have to lie between the first and the last count before there is an estimate."""


class _Count(NamedTuple):
    time: float
    """A time of `monotonic`."""
    played: int
    """How many matches were played at that time."""


@dataclass(slots=True)
class TimeLeft:
    """Remembers how many matches of each tournament were played when. Any thread may call it."""

    _counts: dict[str, deque[_Count]] = field(default_factory=dict)
    """For each tournament the counts in `_WINDOW`, the oldest first; each is a new number."""
    _lock: Lock = field(default_factory=Lock)

    def to_go(self, name: str, played: int, total: int, now: float | None = None) -> str:
        """Note that `played` of `total` matches were played, and say how long the others will take.

        In words, such as "about 5 minutes to go"; "" when all were played, when `total` is 0, which
        stands for an unknown number, and while there is no estimate. `now` is a time of
        `monotonic`, by default the present one.
        """
        now = monotonic() if now is None else now
        with self._lock:
            counts = self._counts.setdefault(name, deque())
            # First: after a long pause also a number that is the same is noted again below.
            while counts and now - counts[0].time > _WINDOW:
                counts.popleft()
            # With fewer matches than before, the tournament was begun anew.
            if counts and counts[-1].played > played:
                counts.clear()
            if not counts or counts[-1].played != played:
                counts.append(_Count(now, played))
            first, last = counts[0], counts[-1]
        seconds = last.time - first.time
        # Without a new match in the window there is a single count, and `seconds` is 0.
        if played >= total or seconds < _LEAST:
            return ""
        return _words((total - played) * seconds / (last.played - first.played))


def _words(seconds: float) -> str:
    if seconds < 90:
        return "about a minute to go"
    if seconds < 5400:
        return f"about {round(seconds / 60)} minutes to go"
    return f"about {round(seconds / 3600)} hours to go"
