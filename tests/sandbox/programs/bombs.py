"""Uses up too much of something, in steps that it tells, and stops by itself at a cap.

Its arguments are BOMB CAP [SECONDS]: a bomb's name, where it stops (in MB, processes, threads or
open files), and how long it holds what it has then. It prints what it has reached.
"""

import ctypes
import mmap
import os
import resource
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

STEP = 8
MB = 1 << 20
# Whatever becomes of the confinement, the machine stays up.
for _limit, _most in ((resource.RLIMIT_AS, 1500 * MB), (resource.RLIMIT_CPU, 60)):
    resource.setrlimit(_limit, (_most, _most))


def tell(reached: int) -> None:
    os.write(1, f"{reached}\n".encode())


def memory(cap: int) -> None:
    held = []
    for reached in range(STEP, cap + 1, STEP):
        held.append(b"x" * (STEP * MB))
        tell(reached)


def many(cap: int) -> None:
    """Memory of many processes, each of which stays below what one process may have."""
    share = 64
    for reached in range(share, cap + 1, share):
        if os.fork() == 0:
            held = [b"x" * (STEP * MB) for _ in range(share // STEP)]
            time.sleep(len(held) and 60)
            os._exit(0)
        time.sleep(0.3)
        tell(reached)


def shared(cap: int) -> None:
    """Shared memory, which does not count as the data of a process."""
    held = []
    for reached in range(STEP, cap + 1, STEP):
        held.append(mmap.mmap(-1, STEP * MB))
        held[-1].write(b"x" * (STEP * MB))
        tell(reached)
        time.sleep(0.02)


def nameless(cap: int) -> None:
    """Memory in files without a name."""
    for reached in range(STEP, cap + 1, STEP):
        with os.fdopen(os.memfd_create("bomb"), "wb", closefd=False) as file:
            file.write(b"x" * (STEP * MB - 1))
        tell(reached)


def fill(folder: str, cap: int) -> None:
    for reached in range(STEP, cap + 1, STEP):
        with open(os.path.join(folder, f"bomb-{reached}"), "wb") as file:
            file.write(b"x" * (STEP * MB - 1))
        tell(reached)


def tmp(cap: int) -> None:
    fill("/tmp", cap)


def home(cap: int) -> None:
    fill(os.environ["HOME"], cap)


def shm(cap: int) -> None:
    fill("/dev/shm", cap)


def one_file(cap: int) -> None:
    with open(os.path.join(os.environ["HOME"], "bomb"), "wb", buffering=0) as file:
        for reached in range(STEP, cap + 1, STEP):
            assert file.write(b"x" * (STEP * MB)) == STEP * MB
            tell(reached)


def processes(cap: int) -> None:
    for reached in range(1, cap + 1):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        tell(reached)


def threads(cap: int) -> None:
    import threading

    for reached in range(1, cap + 1):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        tell(reached)


def files(cap: int) -> None:
    held = []
    for reached in range(1, cap + 1):
        held.append(os.open("/dev/null", os.O_RDONLY))
        tell(reached)


def sockets(cap: int, pair: Callable[[], tuple[Any, Any]] = socket.socketpair) -> None:
    """Memory in the buffers of sockets; each of several processes fills a share of it."""
    share, block = 96, b"x" * 65536
    for reached in range(share, cap + 1, share):
        if os.fork() == 0:
            held, filled = [], 0
            while filled < share * MB:
                for end in pair():
                    end.setblocking(False)
                    held.append(end)
                    with suppress(BlockingIOError):
                        while sent := end.send(block):
                            filled += sent
            os.write(1, f"{reached}\n".encode())
            time.sleep(len(held) and 60)
            os._exit(0)
        time.sleep(0.4)


def streams(cap: int) -> None:
    """The same with connections to a port of its own, whose buffers grow."""
    server = socket.create_server(("127.0.0.1", 0))

    def pair() -> tuple[socket.socket, socket.socket]:
        return socket.create_connection(server.getsockname()), server.accept()[0]

    sockets(cap, pair)


def out_of_sight() -> None:
    """From here on nobody but root may look at it."""
    prctl, set_dumpable = ctypes.CDLL(None).prctl, 4
    prctl(set_dumpable, 0, 0, 0, 0)


def hidden(cap: int) -> None:
    out_of_sight()
    many(cap)


def hidden_sockets(cap: int) -> None:
    out_of_sight()
    sockets(cap)


def descriptors(cap: int) -> None:
    """Open files of many processes."""
    for reached in range(400, cap + 1, 400):
        if os.fork() == 0:
            held = [os.dup(0) for _ in range(400)]
            os.write(1, f"{reached}\n".encode())
            time.sleep(len(held) and 60)
            os._exit(0)
        time.sleep(0.1)


def locked(cap: int) -> None:
    held = []
    for reached in range(STEP, cap + 1, STEP):
        held.append(mmap.mmap(-1, STEP * MB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
        address = ctypes.addressof(ctypes.c_char.from_buffer(held[-1]))
        if ctypes.CDLL(None).mlock(ctypes.c_void_p(address), ctypes.c_size_t(STEP * MB)):
            raise MemoryError
        tell(reached)


globals()[sys.argv[1]](int(sys.argv[2]))
# Held until somebody has looked.
time.sleep(float(sys.argv[3]) if len(sys.argv) > 3 else 0)
