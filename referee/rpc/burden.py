"""What the referee's own work takes from bots whose time is the wall clock's.

A message passes gRPC's threads, and for a lobby the proxy before it, ahead of the event loop. When
those are at work for somebody else, or get no processor, an answer that came in time lies there.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

_EVERY_SECONDS: Final = 0.05
_USUAL_SHARE: Final = 0.25
"""Of a processor: so much gRPC's threads may take before anybody waits for them."""


class Burden:
    """Seconds, ever more, for which answers may have lain unread; to be asked on the loop."""

    def __init__(
        self,
        others: Callable[[], float] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`others` says how much processor time all threads but the loop's have taken."""
        self._others = others or _other_threads
        self._clock = clock
        self._waits: Path | None = None
        self._at = clock()
        self._seen = self._others()
        self._queued = 0.0
        self._seconds = 0.0

    def watch(self, pid: int | None) -> None:
        """Count also how long this process of one thread waits for a processor (Linux)."""
        self._waits = Path(f"/proc/{pid}/schedstat") if pid else None
        self._queued = self._queue()

    def seconds(self) -> float:
        """Until now, or a moment ago."""
        now = self._clock()
        passed = now - self._at
        if passed >= _EVERY_SECONDS:
            taken, queued = self._others(), self._queue()
            busy = max(0.0, taken - self._seen - _USUAL_SHARE * passed)
            waited = max(0.0, queued - self._queued)
            self._seconds += min(passed, busy + waited)
            self._at, self._seen, self._queued = now, taken, queued
        return self._seconds

    def _queue(self) -> float:
        with suppress(OSError, ValueError, IndexError):
            if self._waits:
                return int(self._waits.read_text().split()[1]) / 1e9
        return 0.0


def _other_threads() -> float:
    return time.process_time() - time.thread_time()
