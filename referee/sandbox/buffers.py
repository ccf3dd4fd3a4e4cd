"""Memory in the buffers of sockets and pipes: no process has it, so descriptors are counted."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.sandbox import tree
from referee.sandbox.keeper_order import KeeperOrder

_PROC: Final = Path("/proc")
_DEFAULT: Final = Path("/proc/sys/net/core/wmem_default")
_USUAL_BUFFER: Final = 212_992
_PIPE: Final = 65_536
_FREE: Final = 64
"""So many descriptors are nobody's hiding place, and are not looked at one by one."""
_QUEUES, _INODE = 4, 9
"""The columns of a table of TCP sockets."""


def too_much(pids: list[int], order: KeeperOrder) -> str:
    """What a program has too much of, "" when nothing; where a group counts, nothing ever is."""
    if not order.memory:
        return ""
    count = sum(map(_count, pids))
    if count > order.descriptors:
        return f"more than the {order.descriptors} open files that it may have in all"
    streams = order.port is not None
    held = _Held(pids if streams or count > _FREE else ())
    full = held.full() if count > _FREE else 0
    if streams:
        full += _queued(pids, held.sockets)
    most = order.memory - full
    if full and tree.memory(pids) > most and tree.shared_memory(pids) > most:
        return f"more than the {order.memory >> 20} MB of memory that it may use, with its sockets"
    return ""


class _Held:
    """The sockets and pipes of some processes, each once."""

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
            return
        except PermissionError:
            # A process can make itself one that only root may look at.
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
    """How many descriptors the process has; as many as it may when it hides them."""
    folder = _PROC / str(pid) / "fd"
    with suppress(FileNotFoundError, ProcessLookupError):
        # Newer kernels tell without a look at each.
        if size := folder.stat().st_size:
            return size
        try:
            return sum(1 for _ in folder.iterdir())
        except PermissionError:
            return _most(pid)
    return 0


def _most(pid: int) -> int:
    """Its limit; a helper of ours, under no filter, hides nothing."""
    with suppress(OSError):
        status = (_PROC / str(pid) / "status").read_text(errors="replace")
        if "\nSeccomp:\t2\n" in status:
            limits = (_PROC / str(pid) / "limits").read_text().partition("Max open files")[2]
            return int(limits.split()[0])
    return 0


def _buffer() -> int:
    """Bytes; a bot cannot change those of its own."""
    with suppress(OSError, ValueError):
        return max(_USUAL_BUFFER, int(_DEFAULT.read_text()))
    return _USUAL_BUFFER


def _queued(pids: list[int], sockets: set[str]) -> int:
    """Bytes on their way over TCP, whose buffers grow; of a network of its own all of them."""
    networks: dict[Path, int] = {}
    own = Path("/proc/self/ns/net").readlink()
    for pid in pids:
        with suppress(OSError):
            networks.setdefault((_PROC / str(pid) / "ns/net").readlink(), pid)
    total = 0
    for network, pid in networks.items():
        with suppress(OSError):
            rows = [*_rows(pid, "tcp"), *_rows(pid, "tcp6")]
            total += sum(size for inode, size in rows if network != own or inode in sockets)
    return total


def _rows(pid: int, table: str) -> Iterator[tuple[str, int]]:
    """The socket's number, and how much waits to be sent and to be read."""
    for line in (_PROC / str(pid) / "net" / table).read_text().splitlines()[1:]:
        words = line.split()
        sent, _, read = words[_QUEUES].partition(":")
        yield words[_INODE], int(sent, 16) + int(read, 16)
