"""The processes below one, and what they use, read from /proc; nothing where there is none.

The columns are those of proc(5). Processes may end at any moment, so whatever cannot be read any
more counts as nothing.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Usage:
    """What a program and all that it started have used up; zeros where nothing could be read."""

    cpu_seconds: float = 0.0
    memory: int = 0
    """Bytes that they hold now."""
    peak: int = 0
    """Bytes that they held at most, until now."""


def descendants(pid: int) -> list[int]:
    """The numbers of all processes below it that have not ended, waited for or not."""
    children: dict[int, list[int]] = {}
    ended = set[int]()
    for process in _processes():
        if fields := _stat(process):
            children.setdefault(int(fields[1]), []).append(process)
            if fields[0] in "ZX":
                ended.add(process)
    found = list(children.get(pid, ()))
    # The list grows while it is walked, until the last generation has no children.
    for process in found:
        found += children.get(process, ())
    return [process for process in found if process not in ended]


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
    waited = [each for pid in pids for each in _waits(_PROC / str(pid) / "task")]
    return max(waited) / 1e9 if waited else None


def _waits(threads: Path) -> list[int]:
    """Nanoseconds that each of the threads has waited for a processor, of those that are there."""
    found: list[int] = []
    with suppress(OSError):
        for thread in threads.iterdir():
            with suppress(OSError, IndexError, ValueError):
                found.append(int((thread / "schedstat").read_text().split()[1]))
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


def _processes() -> list[int]:
    try:
        return [int(path.name) for path in _PROC.iterdir() if path.name.isdecimal()]
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
