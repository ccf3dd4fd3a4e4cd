"""The isolation levels, and how each of them changes a supervisor's order to confine a command."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Final

from referee.sandbox import devices, runtime, seccomp, visible
from referee.sandbox.bubblewrap import command_line
from referee.sandbox.confinement import FURTHER_TASKS, Confinement
from referee.sandbox.supervisor_order import SupervisorOrder

_FACTS: Final = (
    *("/proc/meminfo", "/proc/cpuinfo", "/proc/stat", "/proc/version", "/proc/filesystems"),
    *("/proc/sys", "/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage"),
    *("/etc/passwd", "/etc/group", "/etc/hosts", "/etc/nsswitch.conf"),
)
"""Files and folders about the machine that runtimes read; none of them lists other processes."""
# The file by which programs find name servers; readable only with the network.
_NAME_SERVERS: Final = "/etc/resolv.conf"


class IsolationLevel(StrEnum):
    """The isolation levels, the strongest first.

    The values stand in records and in messages.
    """

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    LIMITS = "limits"


def bubblewrapped(order: SupervisorOrder, place: Confinement, uid: int | None) -> SupervisorOrder:
    """The order for bubblewrap: namespaces, a view of the machine, and a filter of system calls.

    Raises FileNotFoundError when a program is missing that bubblewrap's command line needs.
    """
    line, files = command_line(order.argv, place, _filter(order, place), uid)
    return order._replace(argv=line, folder="/", files=files, port=place.port, bubblewrap=True)


def landlocked(order: SupervisorOrder, place: Confinement, uid: int | None) -> SupervisorOrder:
    """The order for Landlock: the rules, the limits of `bounded`, and a filter of system calls.

    With a `uid` it is to be made after `visible.open_to`. Raises OSError.
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
        # Builds have the network, and compilers need these calls.
        seccomp=_filter(order, place, metadata=uid is not None or place.network).hex(),
    )


def bounded(order: SupervisorOrder, place: Confinement, uid: int | None) -> SupervisorOrder:
    """The order with the limits of each process.

    The limit of processes and threads (NPROC) counts all those of a user: with a `uid` the bot's
    alone, with None those of the referee's user too.
    """
    limits = place.limits
    has_user = uid is not None
    rlimits = {
        # Not AS: Java, Node and Go reserve gigabytes of addresses that they never use. And not CPU:
        # it would cap the whole life of a process that plays many matches.
        "DATA": limits.memory,
        "FSIZE": limits.file_size,
        "NOFILE": limits.open_files,
        "NPROC": limits.processes if has_user else limits.processes + FURTHER_TASKS,
        "CORE": 0,
        "MEMLOCK": 0,
    }
    return order._replace(rlimits=rlimits)


def _filter(order: SupervisorOrder, place: Confinement, *, metadata: bool = True) -> bytes:
    """The filter of system calls for this place.

    Files in memory without a name are allowed in a control group only, which counts their memory.
    `metadata` says whether modes, owners, times and attributes of files may be changed.
    """
    streams, memfd = place.port is not None, bool(order.groups)
    return seccomp.assemble(streams=streams, network=place.network, memfd=memfd, metadata=metadata)


def _readable(place: Confinement) -> Iterator[str | Path]:
    """The files and folders that the bot may read and execute, without those of its own process.

    Those have paths that are known only in the process itself (own_process.py).
    """
    yield from (place.folder, place.home, *place.readable, *runtime.SYSTEM, *runtime.settings())
    yield from (*_FACTS, *devices.SHARED)
    if place.network:
        yield Path(_NAME_SERVERS)
