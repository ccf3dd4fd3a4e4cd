"""The isolation levels, and how each of them changes a supervisor's order to confine a command."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Final

from referee.sandbox import devices, runtime, seccomp, visible
from referee.sandbox.bubblewrap import command_line
from referee.sandbox.confinement import Confinement
from referee.sandbox.supervisor_order import SupervisorOrder

_FACTS: Final = (
    *("/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/version", "/proc/filesystems"),
    *("/proc/sys", "/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage"),
    *("/etc/passwd", "/etc/group", "/etc/hosts", "/etc/nsswitch.conf"),
)
"""Files that runtimes read about the machine; none of them tells about other processes."""
# The file by which programs find name servers; readable only with the network.
_NAMES: Final = "/etc/resolv.conf"
# The kernel counts processes by user, and a bot without a user of its own runs as the referee's.
# Then the bound leaves room for all else that this user runs, and only stops a fork bomb.
_FURTHER_TASKS: Final = 8192


class IsolationLevel(StrEnum):
    """The isolation levels, the strongest first.

    The values stand in records and on the command line.
    """

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    LIMITS = "limits"


def bubblewrapped(order: SupervisorOrder, place: Confinement, uid: int | None) -> SupervisorOrder:
    """The order for bubblewrap: namespaces, a view of the machine, and a filter of system calls."""
    line, files = command_line(order.argv, place, _filter(order, place), uid)
    return order._replace(argv=line, folder="/", files=files, port=place.port, bubblewrap=True)


def landlocked(order: SupervisorOrder, place: Confinement, uid: int | None) -> SupervisorOrder:
    """The order for Landlock: the whole machine with access to little, limits, and the filter.

    With a `uid` it is to be made after `visible.open_to`.
    """
    return bounded(order, place, uid)._replace(
        uid=uid,
        laid_open={} if uid is None else visible.laid_open(place, uid),
        landlock=True,
        readable=[str(path) for path in _readable(place)],
        writable=[str(path) for path in (place.home, *place.writable, *devices.SHARED)],
        port=place.port,
        network=place.network,
        # A bot with a user of its own owns nothing but its home, so it may change what it owns.
        seccomp=_filter(order, place, metadata=uid is not None or place.network).hex(),
    )


def bounded(order: SupervisorOrder, place: Confinement, uid: int | None) -> SupervisorOrder:
    """The order with limits alone, which hold for each process.

    With a `uid`, the bot's processes are the only ones of that user; with None, the bound of
    processes also counts those of the referee's user.
    """
    limits = place.limits
    has_user = uid is not None
    rlimits = {
        # Not AS: Java, Node and Go reserve gigabytes of addresses that they never use. And not CPU:
        # it would cap the whole life of a process that plays many matches.
        "DATA": limits.memory,
        "FSIZE": limits.file_size,
        "NOFILE": limits.open_files,
        "NPROC": limits.processes if has_user else limits.processes + _FURTHER_TASKS,
        "CORE": 0,
        "MEMLOCK": 0,
    }
    return order._replace(rlimits=rlimits)


def _filter(order: SupervisorOrder, place: Confinement, *, metadata: bool = True) -> bytes:
    """The filter for this place; files without a name need a group, which counts their memory.

    `metadata` says whether modes, owners, times and attributes of files may be changed.
    """
    streams, memfd = place.port is not None, bool(order.groups)
    return seccomp.program(streams=streams, network=place.network, memfd=memfd, metadata=metadata)


def _readable(place: Confinement) -> Iterator[str | Path]:
    """All files and folders that Landlock lets the bot read and execute."""
    yield from (place.folder, place.home, *place.readable, *runtime.SYSTEM, *runtime.settings())
    yield from (*_FACTS, *devices.SHARED)
    if place.network:
        yield Path(_NAMES)
