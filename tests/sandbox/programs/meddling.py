"""Tries what would harm those beside it or tell them something; prints as JSON what came of each.

Nothing that succeeds does any harm; it may change the times, attributes and flags of `owned`. The
only argument is a JSON object: the `referee`, a process; `owned`, a file of the referee's user that
all may read; `locked`, a file on which somebody else has a read lock.
"""

import ctypes
import errno
import fcntl
import json
import os
import resource
import socket
import struct
import sys
import tempfile
from collections.abc import Callable
from typing import Any

AT = json.loads(sys.argv[1])
LIBC = ctypes.CDLL(None, use_errno=True)
PID = os.getpid()
# Numbers of the kernel, by the names in its headers.
F_NOTIFY, F_SETLEASE, F_OFD_GETLK, F_OFD_SETLK, F_SETPIPE_SZ = 1026, 1024, 36, 37, 1031
DN_ACCESS, DN_MULTISHOT, IN_OPEN = 0x1, 0x80000000, 0x20
FS_IOC_SETFLAGS, FS_EXTENT_FL = 0x40086602, 0x80000
PROBES: dict[str, Callable[[], Any]] = {}
OPENED: list[int] = []


def probe(function: Callable[[], Any]) -> Callable[[], Any]:
    PROBES[function.__name__] = function
    return function


def done(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def lock(kind: int) -> bytes:
    return struct.pack("hhqqi4x", kind, os.SEEK_SET, 0, 0, 0)


def reading(path: str) -> int:
    OPENED.append(os.open(path, os.O_RDONLY))
    return OPENED[-1]


def metadata(act: Callable[[str], None]) -> None:
    act(AT["owned"])


@probe
def lease() -> None:
    """Everybody who opens the file for writing waits for us."""
    fcntl.fcntl(reading(AT["owned"]), F_SETLEASE, fcntl.F_RDLCK)


@probe
def lease_on_all_opens() -> None:
    fcntl.fcntl(reading(AT["owned"]), F_SETLEASE, fcntl.F_WRLCK)


@probe
def notices_of_a_folder() -> None:
    fcntl.fcntl(reading(os.path.dirname(AT["owned"])), F_NOTIFY, DN_ACCESS | DN_MULTISHOT)


@probe
def inotify() -> None:
    done(LIBC.inotify_add_watch(done(LIBC.inotify_init1(0)), AT["owned"].encode(), IN_OPEN))


@probe
def locks_of_others() -> None:
    fcntl.fcntl(reading(AT["locked"]), fcntl.F_GETLK, lock(fcntl.F_WRLCK))


@probe
def open_file_locks_of_others() -> None:
    fcntl.fcntl(reading(AT["locked"]), F_OFD_GETLK, lock(fcntl.F_WRLCK))


@probe
def open_file_lock() -> None:
    fcntl.fcntl(reading(AT["owned"]), F_OFD_SETLK, lock(fcntl.F_RDLCK))


@probe
def whole_lock() -> None:
    fcntl.flock(reading(AT["owned"]), fcntl.LOCK_SH)


@probe
def write_lock_on_a_device() -> None:
    fcntl.fcntl(os.open("/dev/null", os.O_RDWR), fcntl.F_SETLK, lock(fcntl.F_WRLCK))


@probe
def list_of_locks() -> None:
    with open("/proc/locks") as file:
        file.read()


@probe
def limits_of_others() -> None:
    resource.prlimit(AT["referee"], resource.RLIMIT_CORE)


@probe
def priority_of_others() -> None:
    own = os.getpriority(os.PRIO_PROCESS, AT["referee"])
    os.setpriority(os.PRIO_PROCESS, AT["referee"], own)


@probe
def priority_of_the_user() -> None:
    own = os.getpriority(os.PRIO_PROCESS, 0)
    os.setpriority(os.PRIO_USER, os.getuid(), own)


@probe
def sockets_of_others() -> None:
    """In a network of its own there are none but its own."""
    places = ("/proc/net", "/proc/self/net", "/proc/thread-self/net", f"/proc/self/task/{PID}/net")
    for place in places:
        try:
            with open(f"{place}/unix") as file:
                if "referee.sock" in file.read():
                    return
        except OSError:
            continue
    raise PermissionError(errno.EACCES, "none is there")


@probe
def mode() -> None:
    metadata(lambda path: os.chmod(path, 0o644))


@probe
def mode_of_an_open_file() -> None:
    os.fchmod(reading(AT["owned"]), 0o644)


@probe
def owner() -> None:
    metadata(lambda path: os.chown(path, -1, os.getgid()))


@probe
def times() -> None:
    metadata(lambda path: os.utime(path, (0, 0)))


@probe
def attributes() -> None:
    metadata(lambda path: os.setxattr(path, "user.note", b"x"))


@probe
def flags() -> None:
    fcntl.ioctl(reading(AT["owned"]), FS_IOC_SETFLAGS, struct.pack("l", FS_EXTENT_FL))


@probe
def larger_buffers() -> None:
    one, _ = socket.socketpair()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)


@probe
def larger_pipes() -> None:
    fcntl.fcntl(os.pipe()[0], F_SETPIPE_SZ, 1 << 20)


def outcome(function: Callable[[], Any]) -> str:
    try:
        function()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, "other")
    finally:
        while OPENED:
            os.close(OPENED.pop())
    return "allowed"


def good() -> bool:
    """What it must be able to do."""
    with tempfile.TemporaryFile() as file:
        fcntl.fcntl(file, fcntl.F_SETLK, lock(fcntl.F_WRLCK))
    fcntl.fcntl(reading(AT["owned"]), fcntl.F_SETLK, lock(fcntl.F_RDLCK))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 64), hard))
    os.nice(0)
    with open("/proc/self/status") as file, open("/proc/self/maps") as maps:
        assert file.read()
        assert maps.read()
    assert os.listdir("/proc/self/fd")
    import sqlite3

    with sqlite3.connect(os.path.join(os.environ["HOME"], "memory.sqlite")) as database:
        database.execute("create table seen (card)")
        database.execute("insert into seen values (1)")
    assert database.execute("select * from seen").fetchall() == [(1,)]
    database.execute("pragma locking_mode = exclusive")
    assert database.execute("pragma journal_mode = wal").fetchone() == ("wal",)
    database.execute("insert into seen values (2)")
    database.commit()
    return True


print(json.dumps({"good": good(), "probes": {name: outcome(PROBES[name]) for name in PROBES}}))
