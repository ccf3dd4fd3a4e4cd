"""What the processes of a bot use: memory, processor time, and their share of a processor.

A process that no longer exists counts as 0.
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

import psutil

from referee.sandbox import tree


def memory(processes: Iterable[psutil.Process]) -> int:
    """Bytes of main memory of the processes, together; memory that they share counts for each."""
    total = 0
    for process in processes:
        with suppress(psutil.Error):
            total += process.memory_info().rss
    return total


def processor(processes: Iterable[psutil.Process]) -> float:
    """Seconds of processor time that the processes have used until now, together.

    Includes the time of children that have ended and that their parents have waited for.
    """
    total = 0.0
    for process in processes:
        with suppress(psutil.Error):
            times = process.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return total


@dataclass(frozen=True, slots=True)
class CpuUse:
    """The processor time and the waits of processes until one moment."""

    used: float
    """Seconds of processor time."""
    waited: dict[int, float]
    """Seconds for which each thread, by its number, was ready to run and had no processor."""
    moment: float = field(default_factory=time.monotonic)
    """The moment, in seconds of the monotonic clock."""

    @classmethod
    def of(cls, processes: Iterable[psutil.Process]) -> Self:
        """What the processes have used and waited until now."""
        listed = list(processes)
        return cls(processor(listed), tree.waits(each.pid for each in listed))

    def share(self, before: Self) -> float:
        """The share of a processor that the processes used since `before`, from 0.0 to 1.0.

        1.0 is one processor or more.

        It is a share of the time since `before`, less the wait of the thread that waited most for a
        processor. Otherwise a program that never rests would seem calm on a busy machine.
        """
        used = self.used - before.used
        threads = self.waited.items()
        waited = max((each - before.waited.get(number, 0.0) for number, each in threads), default=0)
        # The kernel counts a wait when it ends: it may have begun before `before`.
        free = max(self.moment - before.moment - waited, used)
        return used / free if free else 0.0
