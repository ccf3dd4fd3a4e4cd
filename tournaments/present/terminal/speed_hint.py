"""A hint during a long run in plain Python that compiled rules would take less time."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from referee.record import Record
from tournaments.core.words import how_many

_SEEN_SECONDS: Final = 60.0
"""Seconds of play after which the time of the rest can be estimated."""
_LONG_SECONDS: Final = 600.0
"""With fewer seconds left, compiling is not worth the minute that it takes."""


class SpeedHint:
    """Estimates once, a minute after the first records, how long the rest of a run will take.

    If it is ten minutes or more, the function `tell` is called with the hint.
    """

    def __init__(
        self,
        tell: Callable[[str], object],
        remedy: str,
        total: Callable[[], int],
        before: int = 0,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`remedy` says how to compile the rules, and is the end of the hint.

        `total` returns the number of all matches of the tournament. The first `before` of them were
        played in earlier runs. `clock` returns seconds, as `time.monotonic` does.
        """
        self._tell: Callable[[str], object] | None = tell
        self._remedy = remedy
        self._total = total
        # Matches played, and those of them that are not in the measured time.
        self._done = self._unmeasured = before
        self._clock = clock
        self._began: float | None = None

    def note(self, records: Sequence[Record]) -> None:
        """Take note of records as they come; the time is measured from the first call on."""
        if not self._tell:
            return
        now = self._clock()
        if self._began is None:
            # The first records are not counted: their time includes the start of the bots.
            self._began, self._unmeasured = now, self._unmeasured + len(records)
        self._done += len(records)
        seconds, played = now - self._began, self._done - self._unmeasured
        if seconds < _SEEN_SECONDS or not played:
            return
        left = (self._total() - self._done) * seconds / played
        if left >= _LONG_SECONDS:
            self._tell(
                f"About {how_many(round(left / 60), 'minute')} are left in plain Python. Where bots"
                f" think little, compiled rules take half of that: {self._remedy}"
            )
        self._tell = None
