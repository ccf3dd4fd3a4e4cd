"""A word during a long run of plain Python: compiled rules would play it sooner."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from referee.record import Record
from tournaments.core.words import how_many

_SEEN_SECONDS: Final = 60.0
"""Seconds of play after which it is known how long the rest will take."""
_LONG_SECONDS: Final = 600.0
"""Seconds that are worth a minute of compiling, at least."""


class SpeedHint:
    """Says once, through `tell`, that the rest of a run is long and what makes it quicker.

    `total` counts all matches, also those `before`, which were played in earlier runs.
    """

    def __init__(
        self,
        tell: Callable[[str], object],
        remedy: str,
        total: Callable[[], int],
        before: int = 0,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._tell: Callable[[str], object] | None = tell
        self._remedy = remedy
        self._total = total
        self._done = self._before = before
        self._clock = clock
        self._began: float | None = None

    def note(self, records: Sequence[Record]) -> None:
        """Take note of records as they come; the clock runs from the first ones on."""
        if not self._tell:
            return
        now = self._clock()
        if self._began is None:
            # What comes first took as long as the bots took to start.
            self._began, self._before = now, self._before + len(records)
        self._done += len(records)
        seconds, played = now - self._began, self._done - self._before
        if seconds < _SEEN_SECONDS or not played:
            return
        left = (self._total() - self._done) * seconds / played
        if left >= _LONG_SECONDS:
            self._tell(
                f"Some {how_many(round(left / 60), 'minute')} are left, in plain Python. Where bots"
                f" think little, compiled rules take half of that: {self._remedy}"
            )
        self._tell = None
