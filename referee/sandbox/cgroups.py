"""Control groups: what bounds and counts a program together with all that it started.

Both kinds are known: the unified hierarchy where a part of it was handed over to us (as
`systemd-run --user --scope -p Delegate=yes` does), and the older ones, one for each controller,
where we may write to them. Groups are made below the one that we were started in, so that what
bounds us bounds them.
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

_OWN: Final = Path("/proc/self/cgroup")
_MOUNTS: Final = Path("/proc/self/mountinfo")
# Without these two a group bounds nothing that counts; the others are taken where they are there.
_NEEDED: Final = ("memory", "pids")
_WANTED: Final = (*_NEEDED, "cpu", "cpuacct")
_REFEREE: Final = "stych-referee"
_PREFIX: Final = "stych-bot-"
# systemd marks a group that it handed over with these; only root may read the second one.
_DELEGATED: Final = ("user.delegate", "trusted.delegate")


@dataclass(frozen=True, slots=True)
class Cgroups:
    """Where groups can be made: a plain value, which can be handed to other processes."""

    unified: Path | None = None
    """The folder of the unified hierarchy, with memory and pids in it."""
    controllers: dict[str, Path] = field(default_factory=dict)
    """The folders of the older hierarchies by controller."""

    @property
    def holds_cpu(self) -> bool:
        """Whether groups made here bound the share of the processors as well."""
        if not self.unified:
            return "cpu" in self.controllers
        with suppress(OSError):
            return "cpu" in (self.unified / "cgroup.subtree_control").read_text().split()
        return False

    def make(self, limits: ResourceLimits) -> "Group":
        """A new, empty group with these limits.

        Raises OSError with EAGAIN when it cannot be made: that is a shortage of the machine's, and
        no fault of a bot.
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
        """Remove the empty groups of processes of ours that were killed.

        The groups of processes that live stay, even when empty: what they are for may not have
        begun.
        """
        for place in filter(None, {self.unified, *self.controllers.values()}):
            for folder in place.glob(f"{_PREFIX}*"):
                pid, _, _ = folder.name.removeprefix(_PREFIX).partition("-")
                if Path("/proc", pid).exists():
                    continue
                with suppress(OSError):
                    folder.rmdir()


def find() -> Cgroups | None:
    """Where this machine lets us make groups that bound memory and processes; None if nowhere.

    Where the unified hierarchy was handed over to us, this process and all others of its group are
    moved into a new group below it: only a group without processes in it can hand on its
    controllers. Groups that killed runs left behind are removed.
    """
    own = _own_groups()
    for find_ in (_unified, _older):
        with suppress(OSError):
            # Only making one shows that it can be done.
            if found := find_(own):
                found.make(ResourceLimits()).remove()
                found.sweep()
                return found
    return None


def _own_groups() -> dict[str, str]:
    """Our own group's path by controller; "" stands for the unified hierarchy.

    Empty without any.
    """
    with suppress(OSError):
        rows = [line.split(":", 2) for line in _OWN.read_text().splitlines()]
        return {name: path for _, names, path in rows for name in names.split(",")}
    return {}


def _mounted(controller: str) -> tuple[Path, str] | None:
    """Where a controller's hierarchy is mounted, and which of its folders.

    "" is the unified one.
    """
    for line in _MOUNTS.read_text().splitlines():
        left, _, right = line.partition(" - ")
        kind, _, options = right.split(" ", 2)
        root, point = left.split(" ")[3:5]
        unified = kind == "cgroup2" and not controller
        if unified or (kind == "cgroup" and controller in options.split(",")):
            return Path(point), root
    return None


def _folder(own: dict[str, str], controller: str) -> Path | None:
    mounted = _mounted(controller)
    if not mounted or controller not in own:
        return None
    point, root = mounted
    path = own[controller]
    # In a container the mount shows a part of the hierarchy, and our path is told from its true
    # root.
    inside = path.removeprefix(root) if root != "/" else path
    folder = point / inside.strip("/")
    return folder if folder.is_dir() else None


def _unified(own: dict[str, str]) -> Cgroups | None:
    folder = _folder(own, "")
    if not folder:
        return None
    # An earlier call, or the process that started us, has moved us here from the group above.
    if folder.name == _REFEREE:
        return Cgroups(folder.parent)
    has = set((folder / "cgroup.controllers").read_text().split())
    if not has.issuperset(_NEEDED) or not _handed_over(folder):
        return None
    referee = folder / _REFEREE
    referee.mkdir(exist_ok=True)
    for pid in pids(folder):
        with suppress(ProcessLookupError):
            # A process may end between the list and the move.
            (referee / "cgroup.procs").write_text(str(pid))
    wanted = sorted(has & {*_WANTED})
    (folder / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in wanted))
    return Cgroups(folder)


def _handed_over(folder: Path) -> bool:
    """Whether the group is ours to divide: systemd marks it, or a container sees it as the root."""
    for mark in _DELEGATED:
        with suppress(OSError):
            if os.getxattr(folder, mark) == b"1":
                return True
    mounted = _mounted("")
    # The root of the whole machine has no such file, and is never ours.
    return bool(mounted and folder == mounted[0] and (folder / "cgroup.type").exists())


def _older(own: dict[str, str]) -> Cgroups | None:
    folders = {name: folder for name in _WANTED if (folder := _folder(own, name))}
    usable = {name: folder for name, folder in folders.items() if os.access(folder, os.W_OK)}
    return Cgroups(controllers=usable) if usable.keys() >= {*_NEEDED} else None
