"""What the referee's own work takes from bots whose time is the wall clock's.

A message passes gRPC's threads, and for a lobby the proxy before it, ahead of the event loop. When
those are at work for somebody else, or get no processor, an answer that came in time lies there.
"""

import threading
import time
from collections.abc import Callable, Iterable
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
        queues: "Queues | None" = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`others` says how much processor time all threads but the loop's have taken."""
        self._others = others or _other_threads
        self._queues = queues or Queues()
        self._clock = clock
        self._at = clock()
        self._taken = self._others()
        self._seconds = 0.0

    def watch(self, pid: Callable[[], int | None]) -> None:
        """Count also how long the process waits for a processor that has this id at the time."""
        self._queues.proxy = pid

    def seconds(self) -> float:
        """Until now, or a moment ago."""
        now = self._clock()
        passed = now - self._at
        if passed >= _EVERY_SECONDS:
            taken = self._others()
            busy = max(0.0, taken - self._taken - _USUAL_SHARE * passed)
            self._seconds += min(passed, busy + self._queues.grown())
            self._at, self._taken = now, taken
        return self._seconds


class Queues:
    """How long threads that messages pass were ready to run and had no processor (Linux)."""

    def __init__(self, root: Path = Path("/proc")) -> None:
        self._root = root
        self._loop = str(threading.get_native_id())
        self._seen: dict[Path, int] = {}
        self.proxy: Callable[[], int | None] = lambda: None
        """The id of a process on the way to this one; another one when it is started again."""

    def grown(self) -> float:
        """Seconds since it was asked last: the proxy's, and the most of any thread of this process.

        Where nobody counts, none.
        """
        before, self._seen = self._seen, {}
        nanoseconds = max(self._since(before, self._threads()), default=0)
        if pid := self.proxy():
            one = self._root / str(pid) / "schedstat"
            nanoseconds += sum(self._since(before, [one]))
        return nanoseconds / 1e9

    def _threads(self) -> Iterable[Path]:
        """But the loop's own, which sees that it is late."""
        with suppress(OSError):
            for each in (self._root / "self" / "task").iterdir():
                if each.name != self._loop:
                    yield each / "schedstat"

    def _since(self, before: dict[Path, int], files: Iterable[Path]) -> Iterable[int]:
        for file in files:
            with suppress(OSError, ValueError, IndexError):
                self._seen[file] = waited = int(file.read_text().split()[1])
                yield max(0, waited - before.get(file, waited))


def _other_threads() -> float:
    return time.process_time() - time.thread_time()
