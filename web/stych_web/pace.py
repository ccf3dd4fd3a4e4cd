"""How long a tournament that is being played will still take, as far as it was seen."""

from collections import deque
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Final

_SEEN: Final = 300.0
"""Seconds of which the pace is taken: what was long ago may have been another machine's work."""
_LEAST: Final = 10.0
"""Seconds before which nothing is said."""


@dataclass(slots=True)
class Pace:
    """How many matches were played when, by tournament. All of it may be called in any thread."""

    _seen: dict[str, deque[tuple[float, int]]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def to_go(self, name: str, played: int, total: int, now: float | None = None) -> str:
        """How long it takes until all matches are played, in words; "" where nobody knows."""
        now = monotonic() if now is None else now
        with self._lock:
            seen = self._seen.setdefault(name, deque())
            # Begun anew, it has another pace.
            if seen and seen[-1][1] > played:
                seen.clear()
            if not seen or seen[-1][1] != played:
                seen.append((now, played))
            while len(seen) > 2 and now - seen[0][0] > _SEEN:
                seen.popleft()
            (begun, before), (last, _) = seen[0], seen[-1]
        # One that stands still is not said to end soon.
        if played == before or played >= total or last - begun < _LEAST or now - last > _SEEN:
            return ""
        return _words((total - played) * (last - begun) / (played - before))


def _words(seconds: float) -> str:
    if seconds < 90:
        return "about a minute to go"
    if seconds < 5400:
        return f"about {round(seconds / 60)} minutes to go"
    return f"about {round(seconds / 3600)} hours to go"
