"""One control group: the limits of a program and all that it started, and what they use."""

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

# Microseconds; the kernel's own default.
_PERIOD: Final = 100_000
# Two seconds in all, since killed processes take a moment to leave their group.
_TRIES, _PAUSE_SECONDS = 200, 0.01


class Group(NamedTuple):
    """The control groups of one program: a unified one, or one in every older hierarchy."""

    unified: Path | None
    controllers: dict[str, Path]

    def folders(self) -> set[Path]:
        """The folders of all of them; controllers that are mounted together share one."""
        return set(filter(None, {self.unified, *self.controllers.values()}))

    def by_controller(self) -> dict[str, str]:
        """Its folders by controller; "" stands for the unified hierarchy."""
        named = {"": self.unified} if self.unified else {}
        return {name: str(folder) for name, folder in (named | self.controllers).items()}

    def settings(self, limits: ResourceLimits) -> Iterator[tuple[Path, str]]:
        """The files and what is written to them, to be written in this order.

        In the older hierarchies the bound of memory comes before that of memory and swap together,
        which the kernel refuses to be the lower of the two.
        """
        if self.unified:
            yield self.unified / "memory.max", str(limits.memory)
            # Without swap the bound is what it says; and a group is killed whole, so that no half
            # of a bot goes on.
            for name, value in (("memory.swap.max", "0"), ("memory.oom.group", "1")):
                if (self.unified / name).exists():
                    yield self.unified / name, value
            yield self.unified / "pids.max", str(limits.processes)
            if limits.cpus and (self.unified / "cpu.max").exists():
                yield self.unified / "cpu.max", f"{limits.cpus * _PERIOD} {_PERIOD}"
            return
        yield self.controllers["memory"] / "memory.limit_in_bytes", str(limits.memory)
        # Swap together with memory, and the buffers of TCP, which do not count as memory.
        for name in ("memory.memsw.limit_in_bytes", "memory.kmem.tcp.limit_in_bytes"):
            if (self.controllers["memory"] / name).exists():
                yield self.controllers["memory"] / name, str(limits.memory)
        yield self.controllers["pids"] / "pids.max", str(limits.processes)
        if limits.cpus and "cpu" in self.controllers:
            yield self.controllers["cpu"] / "cpu.cfs_period_us", str(_PERIOD)
            yield self.controllers["cpu"] / "cpu.cfs_quota_us", str(limits.cpus * _PERIOD)

    @property
    def holds_cpu(self) -> bool:
        """Whether the share of the processors is bounded as well."""
        if self.unified:
            return (self.unified / "cpu.max").exists()
        return "cpu" in self.controllers

    def usage(self) -> Usage:
        """What everything that was ever in it has used, also what has ended."""
        if self.unified:
            now, peak = _number(self.unified / "memory.current"), self.unified / "memory.peak"
            return Usage(self.cpu_seconds() or 0.0, now, max(now, _number(peak)))
        memory = self.controllers["memory"]
        now = _number(memory / "memory.usage_in_bytes")
        peak_bytes = _number(memory / "memory.max_usage_in_bytes")
        return Usage(self.cpu_seconds() or 0.0, now, max(now, peak_bytes))

    def cpu_seconds(self) -> float | None:
        """Seconds of processor time of everything that was ever in it.

        None where it is not counted.
        """
        if self.unified:
            return _named(self.unified / "cpu.stat", "usage_usec") / 1e6
        folder = self.controllers.get("cpuacct")
        return _number(folder / "cpuacct.usage") / 1e9 if folder else None

    def pids(self) -> list[int]:
        """The numbers of the processes in it; empty when it is gone."""
        return pids(self.unified or self.controllers["pids"])

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has killed something in it for having too much memory."""
        if self.unified:
            return _named(self.unified / "memory.events", "oom_kill") > 0
        return _named(self.controllers["memory"] / "memory.oom_control", "oom_kill") > 0

    def kill(self) -> None:
        """Kill all that is in it now.

        Where the kernel cannot do it at once, what forks meanwhile needs another call.
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
        """Remove the groups, for two seconds at most while what was killed has not left them."""
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
        # Busy means that something is in it still; any other error will not go away by waiting.
        if error.errno != errno.EBUSY:
            raise
        return False
    return True


def pids(folder: Path) -> list[int]:
    """The numbers of the processes in a group; empty when it is gone."""
    with suppress(OSError):
        return [int(line) for line in (folder / "cgroup.procs").read_text().split()]
    return []


def _number(file: Path) -> int:
    with suppress(OSError, ValueError):
        return int(file.read_text())
    return 0


def _named(file: Path, name: str) -> int:
    with suppress(OSError):
        for line in file.read_text().splitlines():
            if line.startswith(f"{name} "):
                return int(line.split()[1])
    return 0
