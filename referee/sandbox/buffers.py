"""Estimates the memory that a program holds in the buffers of sockets and pipes.

The kernel counts this memory for no process, and does not tell how full pipes and Unix sockets are.
So without a control group, all sockets and pipes of a program with more than _FREE descriptors
count as full. What waits in TCP connections is added.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.sandbox import tree
from referee.sandbox.supervisor_order import SupervisorOrder

_PROC: Final = Path("/proc")
_DEFAULT: Final = Path("/proc/sys/net/core/wmem_default")
"""The file with the size in bytes that the kernel gives the buffer of a new socket."""
_USUAL_BUFFER: Final = 212_992
"""The usual value of _DEFAULT."""
_PIPE: Final = 65_536
"""The bytes that fit in a pipe."""
_FREE: Final = 64
"""Up to this many descriptors of all processes together, no buffer counts as full: not enough fits
in them to matter."""
_QUEUES, _INODE = 4, 9
"""The columns of /proc/PID/net/tcp with the waiting bytes and with the socket's inode number."""


def too_much(pids: list[int], order: SupervisorOrder) -> str:
    """What the processes `pids` have too much of, as the end of a sentence; "" for nothing.

    Also "" where the `order` has no bound of memory, since a control group bounds it.
    """
    if not order.memory:
        return ""
    count = sum(map(_descriptors, pids))
    if count > order.descriptors:
        return f"more than the {order.descriptors} open files that it may have in all"
    has_tcp = order.port is not None
    # Looking at each descriptor is slow, and this function is called ten times a second. So the
    # descriptors are looked at only where they may matter.
    buffers = _Buffers(pids if has_tcp or count > _FREE else ())
    buffered = buffers.full() if count > _FREE else 0
    if has_tcp:
        buffered += _queued(pids, buffers.sockets)
    rest = order.memory - buffered
    # The quick count comes first. It counts shared memory once for each process, so too high.
    if buffered and tree.memory(pids) > rest and tree.memory_counted_once(pids) > rest:
        return f"more than the {order.memory >> 20} MB of memory that it may use, with its sockets"
    return ""


class _Buffers:
    """The sockets and pipes of some processes, each counted once however many processes hold it."""

    def __init__(self, pids: Iterable[int]) -> None:
        self.sockets: set[str] = set()
        self.pipes: set[str] = set()
        self._hidden = 0
        """The number of descriptors of processes that hide what these are."""
        for pid in pids:
            self._add(pid)

    def full(self) -> int:
        """The bytes in all buffers if they are full; hidden descriptors count as sockets.

        A socket counts twice its buffer: as long as there is any room, it takes a whole message.
        """
        return 2 * _buffer_size() * (len(self.sockets) + self._hidden) + _PIPE * len(self.pipes)

    def _add(self, pid: int) -> None:
        try:
            handles = list((_PROC / str(pid) / "fd").iterdir())
        except FileNotFoundError:
            # The process has ended since it was listed.
            return
        except PermissionError:
            # A process can forbid all but root to look at it (PR_SET_DUMPABLE).
            self._hidden += _descriptors(pid)
            return
        for handle in handles:
            with suppress(OSError):
                kind, _, number = str(handle.readlink()).partition(":")
                if kind == "socket":
                    self.sockets.add(number.strip("[]"))
                elif kind == "pipe":
                    self.pipes.add(number)


def _descriptors(pid: int) -> int:
    """How many descriptors the process has; 0 when it has ended.

    Before Linux 6.2 a process can hide their number: then `_presumed_descriptors` counts.
    """
    folder = _PROC / str(pid) / "fd"
    with suppress(FileNotFoundError, ProcessLookupError):
        # From Linux 6.2 on, the number of descriptors is the folder's size, which a process cannot
        # hide; before, the size is 0.
        if size := folder.stat().st_size:
            return size
        try:
            return sum(1 for _ in folder.iterdir())
        except PermissionError:
            return _presumed_descriptors(pid)
    return 0


def _presumed_descriptors(pid: int) -> int:
    """How many descriptors the process may have open at most; 0 when it has ended.

    Also 0 if no filter of system calls holds for the process. On the levels with a filter that is a
    helper of the sandbox, such as bubblewrap; on `limits` it may be any process of the bot.
    """
    with suppress(OSError):
        status = (_PROC / str(pid) / "status").read_text(errors="replace")
        if "\nSeccomp:\t2\n" in status:
            limits = (_PROC / str(pid) / "limits").read_text().partition("Max open files")[2]
            return int(limits.split()[0])
    return 0


def _buffer_size() -> int:
    """The bytes of a socket's buffer, which a bot cannot change under a filter of system calls."""
    with suppress(OSError, ValueError):
        return max(_USUAL_BUFFER, int(_DEFAULT.read_text()))
    return _USUAL_BUFFER


def _queued(pids: list[int], sockets: set[str]) -> int:
    """The bytes that wait in TCP connections, whose buffers grow beyond their first size.

    In the network namespace of this process, only connections of `sockets` count. Any other
    namespace is the bot's alone, so all connections in it count. Raises OSError.
    """
    networks: dict[Path, int] = {}
    own_network = Path("/proc/self/ns/net").readlink()
    for pid in pids:
        with suppress(OSError):
            # A process shows all connections of its namespace, so one process of each is enough.
            networks.setdefault((_PROC / str(pid) / "ns/net").readlink(), pid)
    total = 0
    for network, pid in networks.items():
        with suppress(OSError):
            rows = [*_rows(pid, "tcp"), *_rows(pid, "tcp6")]
            total += sum(size for inode, size in rows if network != own_network or inode in sockets)
    return total


def _rows(pid: int, table: str) -> Iterator[tuple[str, int]]:
    """The inode number of each socket, and how many bytes wait in it to be sent or to be read.

    `table` is "tcp" or "tcp6". Raises OSError.
    """
    for line in (_PROC / str(pid) / "net" / table).read_text().splitlines()[1:]:
        words = line.split()
        sent, _, read = words[_QUEUES].partition(":")
        yield words[_INODE], int(sent, 16) + int(read, 16)
