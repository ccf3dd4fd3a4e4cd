"""What a bot's processes use: memory and processor time, children included."""

from collections.abc import Iterator
from contextlib import suppress

import psutil


def memory(pid: int) -> int:
    """Bytes in main memory."""
    total = 0
    for process in _tree(pid):
        with suppress(psutil.Error):
            total += process.memory_info().rss
    return total


def processor(pid: int) -> float:
    """Seconds of processor time until now."""
    total = 0.0
    for process in _tree(pid):
        with suppress(psutil.Error):
            times = process.cpu_times()
            total += times.user + times.system
    return total


def _tree(pid: int) -> Iterator[psutil.Process]:
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        yield process
        yield from process.children(recursive=True)
