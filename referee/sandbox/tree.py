"""Finds the descendants of a process, and what processes use, in the files of /proc.

The columns are those of proc(5). Without /proc no process is found. A process may end at any
moment, so a file that cannot be read counts as empty.
"""

import os
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

_PROC = Path("/proc")
_ENDED: Final[tuple[list[str], ...]] = ([], ["Z"], ["X"])
"""The beginnings of `_stat` for a thread that has ended: no file, a zombie, or dead."""
_LOOKS: Final = 3
"""How often the threads of a process are listed to find a living one."""
_TICKS = os.sysconf("SC_CLK_TCK")
"""The units of processor time in a second."""


class Usage(NamedTuple):
    """What a program and all that it started use; zeros where nothing could be read."""

    cpu_seconds: float = 0.0
    memory: int = 0
    """Bytes of memory now."""
    peak: int = 0
    """The most bytes of memory until now. Where processes are added up, it is the sum of the peaks
    of the living ones, with the parts of mapped files that lie in memory."""


def descendants(pid: int) -> list[int]:
    """An id for each process below the process `pid` that has not ended.

    It is the process id, or the id of another thread if the main thread has ended before the
    others: only the files of a living thread in /proc tell what the process uses.
    """
    return [alive for process in sorted(below(pid)) if (alive := _living(process))]


def below(pid: int) -> set[int]:
    """The process ids of all descendants of `pid`, with those that nobody has waited for yet.

    A signal to such an id reaches the process, whichever of its threads have ended.
    """
    # Hundreds of supervisors look ten times a second. So each reads only the files of its own
    # program where it can, and not those of all processes of the machine.
    children = _children if _children_are_listed() else _by_parent().__getitem__
    seen = {pid}
    waiting = [pid]
    while waiting:
        new = set(children(waiting.pop())) - seen
        seen |= new
        waiting += new
    return seen - {pid}


def tasks(pids: Iterable[int]) -> int:
    """The number of threads of the processes `pids`, together."""
    return sum(int(fields[17]) for pid in pids if (fields := _stat(pid)))


def usage(pid: int) -> Usage:
    """What the process `pid` and its descendants use; the memory is without mapped files and swap.

    The processor time includes that of ended processes which their parents have waited for.
    """
    alive = [pid, *descendants(pid)]
    # The time in user and in system mode, then the same of children that were waited for.
    ticks = [sum(map(int, fields[11:15])) for each in alive if (fields := _stat(each))]
    memory = peak = 0
    for process in alive:
        status = _status(process)
        memory += status.get("RssAnon", 0) + status.get("RssShmem", 0)
        peak += status.get("VmHWM", 0)
    return Usage(sum(ticks) / _TICKS, memory, peak)


def queued(pids: Iterable[int]) -> float | None:
    """The longest time in seconds that a thread of `pids` was ready to run but had no processor.

    None if that is known of no thread: the kernel does not tell, or all have ended.
    """
    return max(waits(pids).values(), default=None)


def waits(pids: Iterable[int]) -> dict[int, float]:
    """The seconds that each thread of `pids` was ready to run but had no processor, by thread id.

    Threads of which the kernel does not tell it, and those that have ended, are left out.
    """
    seconds: dict[int, float] = {}
    for pid in pids:
        for thread in _numbers(_PROC / str(pid) / "task"):
            with suppress(OSError, IndexError, ValueError):
                text = (_PROC / str(pid) / "task" / str(thread) / "schedstat").read_text()
                seconds[thread] = int(text.split()[1]) / 1e9
    return seconds


def memory(pids: Iterable[int]) -> int:
    """Bytes of memory of `pids`, without mapped files; shared memory counts for each. Quick."""
    total = 0
    for pid in pids:
        status = _status(pid)
        total += status.get("RssAnon", 0) + status.get("RssShmem", 0) + status.get("VmSwap", 0)
    return total


def memory_counted_once(pids: Iterable[int]) -> int:
    """Bytes of memory of `pids`, without mapped files; shared memory counts once. Slow.

    A process whose details may not be read counts as in `memory`.
    """
    total = 0
    for pid in pids:
        # Of shared memory the kernel adds to each process only its part (Pss).
        rollup = _pairs(_PROC / str(pid) / "smaps_rollup")
        if not rollup:
            total += memory([pid])
        total += rollup.get("Pss_Anon", 0) + rollup.get("Pss_Shmem", 0) + rollup.get("Swap", 0)
    return total


@cache
def _children_are_listed() -> bool:
    """Whether the kernel lists the children of each thread (CONFIG_PROC_CHILDREN)."""
    return (_PROC / "thread-self/children").exists()


def _children(pid: int) -> list[int]:
    """The children of all threads of the process; ended ones too, until they are waited for."""
    children: list[int] = []
    for thread in _numbers(_PROC / str(pid) / "task"):
        with suppress(OSError):
            text = (_PROC / str(pid) / "task" / str(thread) / "children").read_text()
            children += map(int, text.split())
    return children


def _by_parent() -> defaultdict[int, list[int]]:
    """The children of each process of the machine; ended ones too, until they are waited for."""
    children = defaultdict[int, list[int]](list)
    for process in _numbers(_PROC):
        if fields := _stat(process):
            children[int(fields[1])].append(process)
    return children


def _living(pid: int) -> int | None:
    """The id of a thread of the process that has not ended, preferably the main one; else None."""
    fields = _stat(pid)
    if fields[:1] not in _ENDED:
        return pid
    if not fields:
        return None
    # The files of an ended main thread no longer tell what the process uses. Each listed thread may
    # start another one and end before it is looked at, so the threads are listed several times.
    for _ in range(_LOOKS if int(fields[17]) > 1 else 0):
        for thread in _numbers(_PROC / str(pid) / "task"):
            if _stat(thread)[:1] not in _ENDED:
                return thread
    return None


def _numbers(folder: Path) -> list[int]:
    """The ids of processes or threads: all numbers in the folder; [] if it no longer exists."""
    try:
        return [int(path.name) for path in folder.iterdir() if path.name.isdecimal()]
    except OSError:
        return []


def _stat(pid: int) -> list[str]:
    """The fields of the file `stat` from the state on, field 3 in proc(5); [] if it is gone."""
    try:
        text = (_PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return []
    # The program's name before is in parentheses, and may itself have spaces and parentheses.
    return text.rpartition(")")[2].split()


def _status(pid: int) -> dict[str, int]:
    return _pairs(_PROC / str(pid) / "status")


def _pairs(path: Path) -> dict[str, int]:
    """The file's lines that end in a number of kB, as bytes by name; {} if it cannot be read."""
    try:
        lines = path.read_text(errors="replace").splitlines()
    except OSError:
        return {}
    words = [line.split() for line in lines if line.endswith(" kB")]
    return {each[0].rstrip(":"): int(each[1]) * 1024 for each in words if len(each) == 3}
