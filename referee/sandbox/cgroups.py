"""Finds where control groups can be made: they bound and count a program with all that it starts.

Both kinds are used: the unified hierarchy if a part of it was delegated to this process (as
`systemd-run --user --scope -p Delegate=yes` does), and else the older hierarchies, one for each
controller, if this process may write to them. New groups lie below the group in which this process
was started, so that the limits of that group hold for them too.
"""

import errno
import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from referee.sandbox.confinement import ResourceLimits
from referee.sandbox.group import Group, pids

_SELF_CGROUP: Final = Path("/proc/self/cgroup")
_MOUNTS: Final = Path("/proc/self/mountinfo")
# Without these two controllers groups are not used; the others of _WANTED may be missing.
_NEEDED: Final = ("memory", "pids")
_WANTED: Final = (*_NEEDED, "cpu", "cpuacct")
# The names of the group for the referee's processes, and of the groups for bots.
_REFEREE: Final = "stych-referee"
_PREFIX: Final = "stych-bot-"
# The attributes with which systemd marks a group that it delegates; only root may read the second.
_DELEGATED: Final = ("user.delegate", "trusted.delegate")


@dataclass(frozen=True, slots=True)
class Cgroups:
    """The folders in which groups can be made: a plain value that other processes can be given."""

    unified: Path | None = None
    """A folder of the unified hierarchy, with memory and pids; None if older ones are used."""
    controllers: dict[str, Path] = field(default_factory=dict)
    """The folders of the older hierarchies by controller; empty if the unified one is used."""

    @property
    def holds_cpu(self) -> bool:
        """Whether groups made here can bound the share of the processors as well."""
        if not self.unified:
            return "cpu" in self.controllers
        with suppress(OSError):
            return "cpu" in (self.unified / "cgroup.subtree_control").read_text().split()
        return False

    def make(self, limits: ResourceLimits) -> "Group":
        """A new, empty group with these limits.

        Raises OSError when it cannot be made. Its number is EAGAIN, which counts as a shortage of
        the machine and not as a fault of the bot.
        """
        name = f"{_PREFIX}{os.getpid()}-{secrets.token_hex(4)}"
        group = Group(
            self.unified / name if self.unified else None,
            {controller: folder / name for controller, folder in self.controllers.items()},
        )
        try:
            for folder in group.folders():
                folder.mkdir()
            for file, value in group.settings(limits):
                file.write_text(value)
        except OSError as error:
            group.remove()
            raise OSError(errno.EAGAIN, f"no control group can be made: {error}") from None
        return group

    def sweep(self) -> None:
        """Remove the empty groups whose makers were killed before they could remove them.

        As long as the process that made a group lives, the group stays, even when it is empty: its
        program may not have been started yet.
        """
        for parent in filter(None, {self.unified, *self.controllers.values()}):
            for folder in parent.glob(f"{_PREFIX}*"):
                pid, _, _ = folder.name.removeprefix(_PREFIX).partition("-")
                if Path("/proc", pid).exists():
                    continue
                with suppress(OSError):
                    folder.rmdir()


def find() -> Cgroups | None:
    """Where this process can make groups that bound memory and processes; None if nowhere.

    If a group of the unified hierarchy was delegated, this process and all others in that group are
    moved into a new group below it: only a group without processes of its own can pass on its
    controllers. Empty groups that killed runs left behind are removed.
    """
    paths = _own_groups()
    for find_kind in (_unified, _older):
        with suppress(OSError):
            # Only the making of a group shows that groups can be made.
            if cgroups := find_kind(paths):
                cgroups.make(ResourceLimits()).remove()
                cgroups.sweep()
                return cgroups
    return None


def _own_groups() -> dict[str, str]:
    """The path of this process's group by controller, "" for the unified hierarchy.

    Empty without control groups.
    """
    with suppress(OSError):
        rows = [line.split(":", 2) for line in _SELF_CGROUP.read_text().splitlines()]
        return {name: path for _, names, path in rows for name in names.split(",")}
    return {}


def _mounted(controller: str) -> tuple[Path, str] | None:
    """Where a controller's hierarchy is mounted, and the path in it that is mounted there.

    "" stands for the unified hierarchy. None when it is not mounted.
    """
    for line in _MOUNTS.read_text().splitlines():
        left, _, right = line.partition(" - ")
        kind, _, options = right.split(" ", 2)
        root, point = left.split(" ")[3:5]
        unified = kind == "cgroup2" and not controller
        if unified or (kind == "cgroup" and controller in options.split(",")):
            return Path(point), root
    return None


def _folder(paths: dict[str, str], controller: str) -> Path | None:
    """The folder of this process's group in the controller's hierarchy; None when it has none."""
    mounted = _mounted(controller)
    if not mounted or controller not in paths:
        return None
    point, root = mounted
    path = paths[controller]
    # In a container only a part of the hierarchy is mounted, but the path begins at its true root.
    inside = path.removeprefix(root) if root != "/" else path
    folder = point / inside.strip("/")
    return folder if folder.is_dir() else None


def _unified(paths: dict[str, str]) -> Cgroups | None:
    folder = _folder(paths, "")
    if not folder:
        return None
    # An earlier call, here or in a parent process, has moved this process from the group above.
    if folder.name == _REFEREE:
        return Cgroups(folder.parent)
    has = set((folder / "cgroup.controllers").read_text().split())
    if not has.issuperset(_NEEDED) or not _is_delegated(folder):
        return None
    referee = folder / _REFEREE
    referee.mkdir(exist_ok=True)
    for pid in pids(folder):
        with suppress(ProcessLookupError):
            # A process may end after it was listed.
            (referee / "cgroup.procs").write_text(str(pid))
    wanted = sorted(has & {*_WANTED})
    (folder / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in wanted))
    return Cgroups(folder)


def _is_delegated(folder: Path) -> bool:
    """Whether the group was delegated: systemd marks it, or it is the root in a container."""
    for mark in _DELEGATED:
        with suppress(OSError):
            if os.getxattr(folder, mark) == b"1":
                return True
    mounted = _mounted("")
    # The root group of the machine itself has no file cgroup.type, and is never delegated.
    return bool(mounted and folder == mounted[0] and (folder / "cgroup.type").exists())


def _older(paths: dict[str, str]) -> Cgroups | None:
    folders = {name: folder for name in _WANTED if (folder := _folder(paths, name))}
    usable = {name: folder for name, folder in folders.items() if os.access(folder, os.W_OK)}
    return Cgroups(controllers=usable) if usable.keys() >= {*_NEEDED} else None
