"""Estimates how long a tournament that is being played will still take."""

from collections import deque
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Final

_WINDOW: Final = 300.0
"""Seconds of the past that an estimate rests on: before that, a faster machine may have played."""
_LEAST: Final = 10.0
"""Seconds that the matches seen so far have to span before there is an estimate."""


@dataclass(slots=True)
class TimeLeft:
    """Remembers how many matches of each tournament were played when. Any thread may call it."""

    _seen: dict[str, deque[tuple[float, int]]] = field(default_factory=dict)
    """For each tournament the times at which a new number of played matches was seen."""
    _lock: Lock = field(default_factory=Lock)

    def to_go(self, name: str, played: int, total: int, now: float | None = None) -> str:
        """Note that `played` of `total` matches were played, and say how long the others will take.

        In words, such as "about 5 minutes to go"; "" while there is no estimate. `now` is a time of
        `monotonic`, by default the present one.
        """
        now = monotonic() if now is None else now
        with self._lock:
            seen = self._seen.setdefault(name, deque())
            # With fewer matches than before, the tournament was begun anew.
            if seen and seen[-1][1] > played:
                seen.clear()
            if not seen or seen[-1][1] != played:
                seen.append((now, played))
            while len(seen) > 2 and now - seen[0][0] > _WINDOW:
                seen.popleft()
            (first_time, first_played), (last_time, _) = seen[0], seen[-1]
        # There is no estimate for a tournament that stands still.
        if (
            played == first_played
            or played >= total
            or last_time - first_time < _LEAST
            or now - last_time > _WINDOW
        ):
            return ""
        return _words((total - played) * (last_time - first_time) / (played - first_played))


def _words(seconds: float) -> str:
    if seconds < 90:
        return "about a minute to go"
    if seconds < 5400:
        return f"about {round(seconds / 60)} minutes to go"
    return f"about {round(seconds / 3600)} hours to go"
