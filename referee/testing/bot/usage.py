"""What the processes of a bot use: memory and processor time.

Processes that have ended meanwhile count as nothing.
"""

from collections.abc import Iterable
from contextlib import suppress

import psutil


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
