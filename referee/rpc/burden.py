"""How long the referee's own work held up the answers of bots that are charged wall time.

Before a message comes to the event loop, it passes gRPC's threads, and in a lobby the proxy before
them. While these work for other clients, or get no processor, an answer that came in time may lie
there unread.
"""

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

# The sum is computed at most once in this time, as that reads a file of /proc for each thread.
_EVERY_SECONDS: Final = 0.05
_USUAL_SHARE: Final = 0.25
"""The share of a processor that gRPC's threads use anyway, without holding up answers."""


class Burden:
    """A growing sum of the seconds for which answers may have lain unread.

    Only the difference between two values of `seconds` has a meaning. The methods are called in the
    thread of the event loop.
    """

    def __init__(
        self,
        other_threads: Callable[[], float] | None = None,
        queues: "Queues | None" = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`other_threads` gives the processor time of all threads but the event loop's, in seconds.

        `queues` measures how long threads wait for a processor; `clock` gives the time in seconds.
        By default this process is measured.
        """
        self._other_threads = other_threads or _other_threads
        self._queues = queues or Queues()
        self._clock = clock
        self._updated = clock()
        self._cpu = self._other_threads()
        """When the sum was last computed, and what `other_threads` gave then."""
        self._seconds = 0.0

    def watch(self, pid: Callable[[], int | None]) -> None:
        """Count as well how long the proxy waits for a processor; `pid` gives its id, or None."""
        self._queues.proxy = pid

    def seconds(self) -> float:
        """The sum in seconds, as it is now or was up to _EVERY_SECONDS ago."""
        now = self._clock()
        passed = now - self._updated
        if passed >= _EVERY_SECONDS:
            cpu = self._other_threads()
            busy = max(0.0, cpu - self._cpu - _USUAL_SHARE * passed)
            # Threads run side by side, so their times can add up to more than the time that passed.
            # No answer was held up for longer than that.
            self._seconds += min(passed, busy + self._queues.take_growth())
            self._updated, self._cpu = now, cpu
        return self._seconds


class Queues:
    """How long the threads that a message passes were ready to run without a processor (Linux)."""

    def __init__(self, root: Path = Path("/proc")) -> None:
        self._root = root
        self._loop_thread = str(threading.get_native_id())
        self._waits: dict[Path, int] = {}
        """Nanoseconds that each thread has waited in all, by its file, as last read."""
        self.proxy: Callable[[], int | None] = lambda: None
        """Gives the proxy's process id, which changes when the proxy is started again, or None."""

    def take_growth(self) -> float:
        """Seconds of waiting since the last call; 0 where the kernel does not count them.

        They are those of the thread of this process that waited longest, and those of the proxy.
        """
        before, self._waits = self._waits, {}
        # The threads wait at the same time, but an answer waits for the proxy and then for them.
        nanoseconds = max(self._growth(before, self._threads()), default=0)
        if pid := self.proxy():
            file = self._root / str(pid) / "schedstat"
            nanoseconds += sum(self._growth(before, [file]))
        return nanoseconds / 1e9

    def _threads(self) -> Iterable[Path]:
        """The files of all threads but the event loop's, whose timers show when it is late."""
        with suppress(OSError):
            for thread in (self._root / "self" / "task").iterdir():
                if thread.name != self._loop_thread:
                    yield thread / "schedstat"

    def _growth(self, before: dict[Path, int], files: Iterable[Path]) -> Iterable[int]:
        """Nanoseconds by which the wait in each file has grown; notes the new values."""
        for file in files:
            with suppress(OSError, ValueError, IndexError):
                self._waits[file] = waited = int(file.read_text().split()[1])
                # A thread that was not there at the last call adds nothing.
                yield max(0, waited - before.get(file, waited))


def _other_threads() -> float:
    return time.process_time() - time.thread_time()
