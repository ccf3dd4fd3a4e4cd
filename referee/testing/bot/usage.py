"""What the processes of a bot use: memory, processor time, and how busy that keeps them.

Processes that have ended meanwhile count as nothing.
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

import psutil

from referee.sandbox import tree


def memory(processes: Iterable[psutil.Process]) -> int:
    """Bytes that they have in main memory; what they share counts for each."""
    total = 0
    for process in processes:
        with suppress(psutil.Error):
            total += process.memory_info().rss
    return total


def processor(processes: Iterable[psutil.Process]) -> float:
    """Seconds of processor time until now."""
    total = 0.0
    for process in processes:
        with suppress(psutil.Error):
            times = process.cpu_times()
            total += times.user + times.system
    return total


@dataclass(frozen=True, slots=True)
class CpuUse:
    """What processes had used and waited for at one moment, to be compared with a later one."""

    used: float
    """Seconds of processor time."""
    waited: dict[int, float]
    """Seconds for which each thread, by its number, was ready to run and had no processor."""
    at: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, processes: Iterable[psutil.Process]) -> Self:
        """What the processes have used until now; those that have ended count as nothing."""
        listed = list(processes)
        return cls(processor(listed), tree.waits(each.pid for each in listed))

    def share(self, before: Self) -> float:
        """The share of a processor that they used since `before`: 1.0 is one processor.

        It is of the time in which the thread that waited most had a processor or wanted none.
        Otherwise a program that never rests would seem calm on a busy machine.
        """
        used = self.used - before.used
        threads = self.waited.items()
        waited = max((each - before.waited.get(number, 0.0) for number, each in threads), default=0)
        # A wait is told when it ends: it may have begun before `before`.
        free = max(self.at - before.at - waited, used)
        return used / free if free else 0.0
