"""Memory in the buffers of sockets and pipes.

It belongs to no process, and nobody can see how full a buffer is. So without a control group a
program's descriptors are counted, beyond a free number, as if all of them were full.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.sandbox import tree
from referee.sandbox.supervisor_order import SupervisorOrder

_PROC: Final = Path("/proc")
# The size that the kernel gives a new socket's buffer; below it the usual value of Linux.
_DEFAULT: Final = Path("/proc/sys/net/core/wmem_default")
_USUAL_BUFFER: Final = 212_992
_PIPE: Final = 65_536
_FREE: Final = 64
"""Descriptors up to which nothing is counted: too little fits in them to be worth the look."""
_QUEUES, _INODE = 4, 9
"""The columns of /proc/PID/net/tcp that tell what waits, and the socket's number."""


def too_much(pids: list[int], order: SupervisorOrder) -> str:
    """What a program has too much of, as a sentence's end.

    "" when nothing, and wherever a group counts.
    """
    if not order.memory:
        return ""
    count = sum(map(_count, pids))
    if count > order.descriptors:
        return f"more than the {order.descriptors} open files that it may have in all"
    streams = order.port is not None
    # Looking at each descriptor is slow, and is done ten times a second: only where it may matter.
    held = _Held(pids if streams or count > _FREE else ())
    full = held.full() if count > _FREE else 0
    if streams:
        full += _queued(pids, held.sockets)
    most = order.memory - full
    # The quick count comes first, and takes shared memory for each process that has it.
    if full and tree.memory(pids) > most and tree.shared_memory(pids) > most:
        return f"more than the {order.memory >> 20} MB of memory that it may use, with its sockets"
    return ""


class _Held:
    """The sockets and pipes of some processes, each counted once however many of them hold it."""

    def __init__(self, pids: Iterable[int]) -> None:
        self.sockets: set[str] = set()
        self.pipes: set[str] = set()
        self._unseen = 0
        for pid in pids:
            self._look(pid)

    def full(self) -> int:
        """Bytes, if all were full: a socket takes what comes as long as its buffer has room."""
        return 2 * _buffer() * (len(self.sockets) + self._unseen) + _PIPE * len(self.pipes)

    def _look(self, pid: int) -> None:
        try:
            handles = list((_PROC / str(pid) / "fd").iterdir())
        except FileNotFoundError:
            # It has ended since the list was made.
            return
        except PermissionError:
            # A process can make itself one that only root may look at (PR_SET_DUMPABLE).
            self._unseen += _count(pid)
            return
        for handle in handles:
            with suppress(OSError):
                kind, _, number = str(handle.readlink()).partition(":")
                if kind == "socket":
                    self.sockets.add(number.strip("[]"))
                elif kind == "pipe":
                    self.pipes.add(number)


def _count(pid: int) -> int:
    """How many descriptors the process has; its limit when it hides them, 0 when it has ended."""
    folder = _PROC / str(pid) / "fd"
    with suppress(FileNotFoundError, ProcessLookupError):
        # Linux 6.2 and newer give their number as the folder's size; older ones give 0.
        if size := folder.stat().st_size:
            return size
        try:
            return sum(1 for _ in folder.iterdir())
        except PermissionError:
            return _most(pid)
    return 0


def _most(pid: int) -> int:
    """The limit of a process that hides its descriptors.

    0 for a process under no filter, which is a helper of ours and not the program.
    """
    with suppress(OSError):
        status = (_PROC / str(pid) / "status").read_text(errors="replace")
        if "\nSeccomp:\t2\n" in status:
            limits = (_PROC / str(pid) / "limits").read_text().partition("Max open files")[2]
            return int(limits.split()[0])
    return 0


def _buffer() -> int:
    """Bytes of one buffer; the filter keeps a bot from changing those of its own sockets."""
    with suppress(OSError, ValueError):
        return max(_USUAL_BUFFER, int(_DEFAULT.read_text()))
    return _USUAL_BUFFER


def _queued(pids: list[int], sockets: set[str]) -> int:
    """Bytes on their way over TCP, where buffers grow beyond their first size.

    In a network of the bot's own all of them count, elsewhere those of its own sockets.
    """
    networks: dict[Path, int] = {}
    own = Path("/proc/self/ns/net").readlink()
    for pid in pids:
        with suppress(OSError):
            # One process shows the table of its whole network, so one for each network is enough.
            networks.setdefault((_PROC / str(pid) / "ns/net").readlink(), pid)
    total = 0
    for network, pid in networks.items():
        with suppress(OSError):
            rows = [*_rows(pid, "tcp"), *_rows(pid, "tcp6")]
            total += sum(size for inode, size in rows if network != own or inode in sockets)
    return total


def _rows(pid: int, table: str) -> Iterator[tuple[str, int]]:
    """The number of each socket, and how many bytes wait in it to be sent and to be read."""
    for line in (_PROC / str(pid) / "net" / table).read_text().splitlines()[1:]:
        words = line.split()
        sent, _, read = words[_QUEUES].partition(":")
        yield words[_INODE], int(sent, 16) + int(read, 16)
