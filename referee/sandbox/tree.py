"""The processes below one, and what they use, read from /proc; nothing where there is none."""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Usage:
    """What a program and all that it started have used up."""

    cpu_seconds: float = 0.0
    memory: int = 0
    """Bytes, now."""
    peak: int = 0
    """Bytes, at most until now."""


def descendants(pid: int) -> list[int]:
    """The processes below it, those that have ended and are not reaped left out."""
    children: dict[int, list[int]] = {}
    ended = set[int]()
    for process in _processes():
        if fields := _stat(process):
            children.setdefault(int(fields[1]), []).append(process)
            if fields[0] in "ZX":
                ended.add(process)
    found = list(children.get(pid, ()))
    for process in found:
        found += children.get(process, ())
    return [process for process in found if process not in ended]


def tasks(pids: Iterable[int]) -> int:
    """How many threads they have."""
    return sum(int(fields[17]) for pid in pids if (fields := _stat(pid)))


def usage(pid: int) -> Usage:
    """Of the process and those below it, with those that it has waited for."""
    alive = [pid, *descendants(pid)]
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
    waited = [each for pid in pids for each in _waits(_PROC / str(pid) / "task")]
    return max(waited) / 1e9 if waited else None


def _waits(threads: Path) -> list[int]:
    """Nanoseconds of each thread that is still there."""
    found: list[int] = []
    with suppress(OSError):
        for thread in threads.iterdir():
            with suppress(OSError, IndexError, ValueError):
                found.append(int((thread / "schedstat").read_text().split()[1]))
    return found


def memory(pids: Iterable[int]) -> int:
    """Bytes that they hold beside their files; what they share counts for each."""
    total = 0
    for pid in pids:
        status = _status(pid)
        total += status.get("RssAnon", 0) + status.get("RssShmem", 0) + status.get("VmSwap", 0)
    return total


def shared_memory(pids: Iterable[int]) -> int:
    """The same, what they share counted once: exact and slow.

    Where that is not ours to see, it counts for each.
    """
    total = 0
    for pid in pids:
        rollup = _pairs(_PROC / str(pid) / "smaps_rollup")
        if not rollup:
            total += memory([pid])
        total += rollup.get("Pss_Anon", 0) + rollup.get("Pss_Shmem", 0) + rollup.get("Swap", 0)
    return total


def _processes() -> list[int]:
    try:
        return [int(path.name) for path in _PROC.iterdir() if path.name.isdecimal()]
    except OSError:
        return []


def _stat(pid: int) -> list[str]:
    """The fields of its stat from its state on, empty when it is gone."""
    try:
        text = (_PROC / str(pid) / "stat").read_text(errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def _status(pid: int) -> dict[str, int]:
    return _pairs(_PROC / str(pid) / "status")


def _pairs(path: Path) -> dict[str, int]:
    """The lines with a number of kB, in bytes."""
    try:
        lines = path.read_text(errors="replace").splitlines()
    except OSError:
        return {}
    words = [line.split() for line in lines if line.endswith(" kB")]
    return {each[0].rstrip(":"): int(each[1]) * 1024 for each in words if len(each) == 3}
