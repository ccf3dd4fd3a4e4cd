"""How long the referee's own work held up bots whose time is the wall clock's.

A message passes gRPC's threads, and for a lobby the proxy before it, ahead of the event loop. When
those are at work for somebody else, or get no processor, an answer that came in time lies there.
"""

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

# Asking reads a file of /proc for each thread.
_EVERY_SECONDS: Final = 0.05
_USUAL_SHARE: Final = 0.25
"""The share of a processor that gRPC's threads take anyway, before anybody waits for them."""


class Burden:
    """A growing sum of seconds for which answers may have lain unread.

    To be asked on the event loop.

    Only differences between two moments mean something.
    """

    def __init__(
        self,
        others: Callable[[], float] | None = None,
        queues: "Queues | None" = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`others` gives the seconds of processor time that all other threads have taken."""
        self._others = others or _other_threads
        self._queues = queues or Queues()
        self._clock = clock
        self._at = clock()
        self._taken = self._others()
        self._seconds = 0.0

    def watch(self, pid: Callable[[], int | None]) -> None:
        """Count also how long the process that has this id at the time waits for a processor."""
        self._queues.proxy = pid

    def seconds(self) -> float:
        """The sum up to now, or up to a twentieth of a second ago."""
        now = self._clock()
        passed = now - self._at
        if passed >= _EVERY_SECONDS:
            taken = self._others()
            busy = max(0.0, taken - self._taken - _USUAL_SHARE * passed)
            # Threads run side by side, but no answer was held up for longer than the time that
            # passed.
            self._seconds += min(passed, busy + self._queues.grown())
            self._at, self._taken = now, taken
        return self._seconds


class Queues:
    """How long the threads on a message's way were ready to run and had no processor (Linux)."""

    def __init__(self, root: Path = Path("/proc")) -> None:
        self._root = root
        self._loop = str(threading.get_native_id())
        self._seen: dict[Path, int] = {}
        self.proxy: Callable[[], int | None] = lambda: None
        """Gives the id of the proxy, which is another one when the proxy was started again."""

    def grown(self) -> float:
        """Seconds since it was asked last: the proxy's, and the most of any thread of this process.

        0 where the kernel does not count them.
        """
        before, self._seen = self._seen, {}
        nanoseconds = max(self._since(before, self._threads()), default=0)
        if pid := self.proxy():
            one = self._root / str(pid) / "schedstat"
            nanoseconds += sum(self._since(before, [one]))
        return nanoseconds / 1e9

    def _threads(self) -> Iterable[Path]:
        """All threads of this process but the loop's, which notices by itself when it is late."""
        with suppress(OSError):
            for each in (self._root / "self" / "task").iterdir():
                if each.name != self._loop:
                    yield each / "schedstat"

    def _since(self, before: dict[Path, int], files: Iterable[Path]) -> Iterable[int]:
        for file in files:
            with suppress(OSError, ValueError, IndexError):
                self._seen[file] = waited = int(file.read_text().split()[1])
                # A file that is seen for the first time begins at its present value, and adds
                # nothing.
                yield max(0, waited - before.get(file, waited))


def _other_threads() -> float:
    return time.process_time() - time.thread_time()
