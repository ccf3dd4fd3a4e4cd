"""The control group of one program: the files of its limits, what it uses, and how it is killed."""

import errno
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from referee.sandbox.confinement import ResourceLimits
from referee.sandbox.tree import Usage

# Microseconds over which the share of the processors is bounded; the kernel's own default.
_PERIOD: Final = 100_000
# Two seconds for each folder, since killed processes take a moment to leave their group.
_TRIES, _PAUSE_SECONDS = 200, 0.01


class Group(NamedTuple):
    """The group of a program in the unified hierarchy, or its groups in the older ones."""

    unified: Path | None
    """The group's folder in the unified hierarchy; None if the older ones are used."""
    controllers: dict[str, Path]
    """The group's folders in the older hierarchies by controller; else empty."""

    def folders(self) -> set[Path]:
        """All folders of the group, each once: controllers that are mounted together share one."""
        return set(filter(None, {self.unified, *self.controllers.values()}))

    def by_controller(self) -> dict[str, str]:
        """The group's folders by controller; "" stands for the unified hierarchy."""
        unified = {"": self.unified} if self.unified else {}
        return {name: str(folder) for name, folder in (unified | self.controllers).items()}

    def settings(self, limits: ResourceLimits) -> Iterator[tuple[Path, str]]:
        """The files that set the limits, each with its new text, in the order of writing.

        In the older hierarchies the bound of memory comes before the bound of memory and swap
        together: the kernel refuses the second one as long as it is lower than the first.
        """
        if self.unified:
            yield self.unified / "memory.max", str(limits.memory)
            # Without swap the bound above holds for all memory. The kernel kills the whole group
            # when memory runs out, so that no part of a bot goes on.
            for name, value in (("memory.swap.max", "0"), ("memory.oom.group", "1")):
                if (self.unified / name).exists():
                    yield self.unified / name, value
            yield self.unified / "pids.max", str(limits.processes)
            if limits.cpus and (self.unified / "cpu.max").exists():
                yield self.unified / "cpu.max", f"{limits.cpus * _PERIOD} {_PERIOD}"
            return
        yield self.controllers["memory"] / "memory.limit_in_bytes", str(limits.memory)
        # Bounds of memory and swap together, and of TCP's buffers, which do not count as memory.
        for name in ("memory.memsw.limit_in_bytes", "memory.kmem.tcp.limit_in_bytes"):
            if (self.controllers["memory"] / name).exists():
                yield self.controllers["memory"] / name, str(limits.memory)
        yield self.controllers["pids"] / "pids.max", str(limits.processes)
        if limits.cpus and "cpu" in self.controllers:
            yield self.controllers["cpu"] / "cpu.cfs_period_us", str(_PERIOD)
            yield self.controllers["cpu"] / "cpu.cfs_quota_us", str(limits.cpus * _PERIOD)

    @property
    def holds_cpu(self) -> bool:
        """Whether the group can bound the share of the processors as well."""
        if self.unified:
            return (self.unified / "cpu.max").exists()
        return "cpu" in self.controllers

    def usage(self) -> Usage:
        """The memory of the group, and the processor time of all that was ever in it.

        Zeros when the group no longer exists.
        """
        if self.unified:
            now, peak_file = _number(self.unified / "memory.current"), self.unified / "memory.peak"
            return Usage(self.cpu_seconds() or 0.0, now, max(now, _number(peak_file)))
        memory = self.controllers["memory"]
        now = _number(memory / "memory.usage_in_bytes")
        peak = _number(memory / "memory.max_usage_in_bytes")
        return Usage(self.cpu_seconds() or 0.0, now, max(now, peak))

    def cpu_seconds(self) -> float | None:
        """Seconds of processor time of all that was ever in the group, ended processes included.

        None when no controller counts it; 0.0 when the group no longer exists.
        """
        if self.unified:
            return _value(self.unified / "cpu.stat", "usage_usec") / 1e6
        folder = self.controllers.get("cpuacct")
        return _number(folder / "cpuacct.usage") / 1e9 if folder else None

    def pids(self) -> list[int]:
        """The process ids of the group's members; empty when the group no longer exists."""
        return pids(self.unified or self.controllers["pids"])

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has killed a process of the group because memory ran out."""
        if self.unified:
            return _value(self.unified / "memory.events", "oom_kill") > 0
        return _value(self.controllers["memory"] / "memory.oom_control", "oom_kill") > 0

    def kill(self) -> None:
        """Kill all processes that are in the group now.

        Without cgroup.kill they are killed one by one. A process that is forked meanwhile may then
        be missed, so the caller has to call again.
        """
        if self.unified and (self.unified / "cgroup.kill").exists():
            with suppress(OSError):
                (self.unified / "cgroup.kill").write_text("1")
            return
        for folder in self.folders():
            for pid in pids(folder):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    def remove(self) -> None:
        """Remove the group's folders; waits up to two seconds for killed processes to leave each.

        A folder that still cannot be removed stays.
        """
        for folder in self.folders():
            for _ in range(_TRIES):
                with suppress(OSError):
                    if not _removed(folder):
                        time.sleep(_PAUSE_SECONDS)
                        continue
                break


def _removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except OSError as error:
        # Busy means that a process is still in the group; other errors do not pass by waiting.
        if error.errno != errno.EBUSY:
            raise
        return False
    return True


def pids(folder: Path) -> list[int]:
    """The process ids of the members of a group; empty when the group no longer exists."""
    with suppress(OSError):
        return [int(line) for line in (folder / "cgroup.procs").read_text().split()]
    return []


def _number(file: Path) -> int:
    """The number that is the file's text; 0 if it cannot be read."""
    with suppress(OSError, ValueError):
        return int(file.read_text())
    return 0


def _value(file: Path, name: str) -> int:
    """The number in the file's line that begins with the name; 0 if it cannot be read."""
    with suppress(OSError):
        for line in file.read_text().splitlines():
            if line.startswith(f"{name} "):
                return int(line.split()[1])
    return 0
