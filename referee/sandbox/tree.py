"""The processes below one, and what they use, read from /proc; nothing where there is none.

The columns are those of proc(5). Processes may end at any moment, so whatever cannot be read any
more counts as nothing.
"""

import os
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

_PROC = Path("/proc")
_GONE: Final[tuple[list[str], ...]] = ([], ["Z"], ["X"])
"""The states of what has ended, waited for or not; a thread under its own number has its own."""
_LOOKS: Final = 3
_TICKS = os.sysconf("SC_CLK_TCK")


class Usage(NamedTuple):
    """What a program and all that it started have used up; zeros where nothing could be read."""

    cpu_seconds: float = 0.0
    memory: int = 0
    """Bytes that they hold now."""
    peak: int = 0
    """Bytes that they held at most, until now."""


def descendants(pid: int) -> list[int]:
    """The numbers of all processes below it that have not ended, each once.

    Where a main thread has ended before the others, it is the number of one of those, whose files
    in /proc tell what the process uses.
    """
    return [alive for process in sorted(below(pid)) if (alive := _living(process))]


def below(pid: int) -> set[int]:
    """The numbers of all processes below it, and of those that have ended and not been waited for.

    A signal to such a number reaches the process whichever of its threads have ended.
    """
    # Hundreds of supervisors look ten times a second: none may read what the others' programs do.
    children = _children if _children_are_listed() else _by_parent().__getitem__
    seen = {pid}
    waiting = [pid]
    while waiting:
        new = set(children(waiting.pop())) - seen
        seen |= new
        waiting += new
    return seen - {pid}


def tasks(pids: Iterable[int]) -> int:
    """How many threads they have together."""
    return sum(int(fields[17]) for pid in pids if (fields := _stat(pid)))


def usage(pid: int) -> Usage:
    """What the process, those below it, and those that any of them has waited for have used."""
    alive = [pid, *descendants(pid)]
    # Its own time in user and system mode, and that of the children that it has waited for.
    used = [sum(map(int, fields[11:15])) for each in alive if (fields := _stat(each))]
    memory = peak = 0
    for each in alive:
        own = _status(each)
        memory += own.get("RssAnon", 0) + own.get("RssShmem", 0)
        peak += own.get("VmHWM", 0)
    return Usage(sum(used) / _TICKS, memory, peak)


def queued(pids: Iterable[int]) -> float | None:
    """Seconds that one of their threads was ready to run and had no processor, the most of any.

    None where the kernel does not tell.
    """
    return max(waits(pids).values(), default=None)


def waits(pids: Iterable[int]) -> dict[int, float]:
    """Seconds that each of their threads was ready to run and had no processor, by its number.

    Empty where the kernel does not tell.
    """
    found: dict[int, float] = {}
    for pid in pids:
        for thread in _numbers(_PROC / str(pid) / "task"):
            with suppress(OSError, IndexError, ValueError):
                text = (_PROC / str(pid) / "task" / str(thread) / "schedstat").read_text()
                found[thread] = int(text.split()[1]) / 1e9
    return found


def memory(pids: Iterable[int]) -> int:
    """Bytes that they hold beside their files; what they share counts for each of them. Quick."""
    total = 0
    for pid in pids:
        status = _status(pid)
        total += status.get("RssAnon", 0) + status.get("RssShmem", 0) + status.get("VmSwap", 0)
    return total


def shared_memory(pids: Iterable[int]) -> int:
    """Bytes that they hold beside their files, what they share counted once: exact and slow.

    A process whose details we may not see counts as in `memory`.
    """
    total = 0
    for pid in pids:
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
    """The children of all its threads, ended or not."""
    found: list[int] = []
    for thread in _numbers(_PROC / str(pid) / "task"):
        with suppress(OSError):
            text = (_PROC / str(pid) / "task" / str(thread) / "children").read_text()
            found += map(int, text.split())
    return found


def _by_parent() -> defaultdict[int, list[int]]:
    """The children of each process of the machine, ended or not."""
    children = defaultdict[int, list[int]](list)
    for process in _numbers(_PROC):
        if fields := _stat(process):
            children[int(fields[1])].append(process)
    return children


def _living(pid: int) -> int | None:
    """A thread of it that has not ended, the main thread before others; None when all have."""
    fields = _stat(pid)
    if fields[:1] not in _GONE:
        return pid
    if not fields:
        return None
    # Its main thread shows nothing of what the process holds any more. Each thread that is listed
    # may start the next one and end before it is looked at, so it is tried again.
    for _ in range(_LOOKS if int(fields[17]) > 1 else 0):
        for each in _numbers(_PROC / str(pid) / "task"):
            if _stat(each)[:1] not in _GONE:
                return each
    return None


def _numbers(folder: Path) -> list[int]:
    """The entries of a folder that are numbers: processes or threads; [] when it is gone."""
    try:
        return [int(path.name) for path in folder.iterdir() if path.name.isdecimal()]
    except OSError:
        return []


def _stat(pid: int) -> list[str]:
    """The fields of its stat from its state on, field 3 in proc(5); empty when it is gone."""
    try:
        text = (_PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return []
    # The name before is in parentheses, and may have spaces and parentheses in it.
    return text.rpartition(")")[2].split()


def _status(pid: int) -> dict[str, int]:
    return _pairs(_PROC / str(pid) / "status")


def _pairs(path: Path) -> dict[str, int]:
    """The lines of the file that end in a number of kB, in bytes by name; {} when it is gone."""
    try:
        lines = path.read_text(errors="replace").splitlines()
    except OSError:
        return {}
    words = [line.split() for line in lines if line.endswith(" kB")]
    return {each[0].rstrip(":"): int(each[1]) * 1024 for each in words if len(each) == 3}
