"""Tries what a bot must not be able to do, and prints as JSON what came of each attempt.

Nothing that succeeds does any harm, or leaves more behind than a file `note`. The only argument is
a JSON object of places and numbers.
"""

import ctypes
import errno
import json
import os
import platform
import socket
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

AT = json.loads(sys.argv[1])
LIBC = ctypes.CDLL(None, use_errno=True)
# System calls are given as pairs of numbers: the first is for x86-64, the second for arm64.
COLUMN = 0 if platform.machine() == "x86_64" else 1
PROBES: dict[str, Callable[[], None]] = {}


def probe(function: Callable[[], None]) -> Callable[[], None]:
    PROBES[function.__name__] = function
    return function


def syscall(numbers: tuple[int, int], *arguments: Any) -> int:
    result = int(LIBC.syscall(numbers[COLUMN], *arguments))
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def read(path: str) -> None:
    with open(path, "rb") as file:
        file.read(1)


def write(path: str) -> None:
    with open(path, "r+b"):
        pass


def call(address: str) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(5)
        one.connect(address)


def supervisor() -> int:
    """The number of the process above, which is only known when this one has been started."""
    for _ in range(500):
        with suppress(OSError), open("supervisor") as file:
            if number := file.read():
                return int(number)
        time.sleep(0.02)
    sys.exit("the number of the supervisor is not told")


def in_child(act: Callable[[], Any]) -> None:
    """Act in a child, since it changes the process that does it."""
    pid = os.fork()
    if not pid:
        try:
            act()
        except OSError as error:
            os._exit(error.errno or 1)
        os._exit(0)
    if code := os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]):
        raise OSError(code, os.strerror(code))


@probe
def read_shadow() -> None:
    read("/etc/shadow")


@probe
def read_database() -> None:
    read(AT["database"])


@probe
def write_database() -> None:
    write(AT["database"])


@probe
def read_rival() -> None:
    read(os.path.join(AT["rival"], "policy.py"))


@probe
def list_rival() -> None:
    os.listdir(AT["rival"])


@probe
def write_own_folder() -> None:
    with open("note", "w"):
        pass


@probe
def change_own_program() -> None:
    write(os.path.abspath(__file__))


@probe
def read_tmp_of_machine() -> None:
    read(AT["tmp"])


@probe
def write_tmp_of_machine() -> None:
    write(AT["tmp"])


@probe
def list_home_of_user() -> None:
    if not [name for name in os.listdir(AT["user_home"]) if name not in AT["may_see"]]:
        raise PermissionError(errno.EACCES, "nothing is there")


@probe
def see_referee() -> None:
    read(f"/proc/{AT['referee']}/cmdline")


@probe
def read_environment_of_referee() -> None:
    read(f"/proc/{AT['referee']}/environ")


@probe
def read_environment_of_supervisor() -> None:
    read(f"/proc/{supervisor()}/environ")


@probe
def kill_referee() -> None:
    os.kill(AT["referee"], 0)


@probe
def kill_supervisor() -> None:
    os.kill(supervisor(), 0)


@probe
def trace_referee() -> None:
    in_child(lambda: syscall((101, 117), 0x4206, AT["referee"], 0, 0))


@probe
def read_memory_of_referee() -> None:
    local = ctypes.create_string_buffer(8)
    vector = struct.pack("PN", ctypes.addressof(local), 8)
    elsewhere = struct.pack("PN", AT["address"], 8)
    syscall((310, 270), AT["referee"], vector, 1, elsewhere, 1, 0)


@probe
def tcp() -> None:
    with socket.socket() as one:
        one.settimeout(5)
        one.connect(("127.0.0.1", AT["tcp"]))


@probe
def udp() -> None:
    with socket.socket(type=socket.SOCK_DGRAM) as one:
        one.sendto(b"x", ("127.0.0.1", AT["tcp"]))


@probe
def abstract_socket() -> None:
    call(f"\0{AT['abstract']}")


@probe
def socket_of_rival() -> None:
    call(AT["rival_socket"])


@probe
def vsock() -> None:
    socket.socket(40, socket.SOCK_STREAM).close()


@probe
def netlink() -> None:
    socket.socket(16, socket.SOCK_RAW).close()


@probe
def crypto_socket() -> None:
    socket.socket(38, socket.SOCK_SEQPACKET).close()


@probe
def new_user_namespace() -> None:
    def unshare() -> None:
        if LIBC.unshare(0x10000000):
            raise OSError(ctypes.get_errno(), "unshare")

    in_child(unshare)


@probe
def clone_into_user_namespace() -> None:
    pid = syscall((56, 220), 0x10000000 | 17, 0, 0, 0, 0)
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)


@probe
def clone3_into_user_namespace() -> None:
    arguments = struct.pack("QQQQQQQQ", 0x10000000, 0, 0, 0, 17, 0, 0, 0)
    pid = syscall((435, 435), arguments, len(arguments))
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)


@probe
def mount() -> None:
    """Mounts a kind that does not exist: only a process that may mount is told that it does not."""
    LIBC.mount(b"none", os.environ["HOME"].encode(), b"no-such-kind", 0, None)
    if (number := ctypes.get_errno()) != errno.ENODEV:
        raise OSError(number, "mount")


@probe
def chroot() -> None:
    in_child(lambda: os.chroot(os.environ["HOME"]))


@probe
def keyring() -> None:
    syscall((250, 219), 0, -3, 0)


@probe
def io_uring() -> None:
    syscall((425, 425), 4, ctypes.create_string_buffer(120))


@probe
def userfaultfd() -> None:
    syscall((323, 282), 1)


@probe
def bpf() -> None:
    syscall((321, 280), 0, ctypes.create_string_buffer(128), 128)


@probe
def shared_memory_of_system_v() -> None:
    number = syscall((29, 194), 0, 4096, 0o1600)
    syscall((31, 195), number, 0, 0)


@probe
def open_by_handle() -> None:
    syscall((304, 265), -100, ctypes.create_string_buffer(64), 0)


@probe
def other_processors() -> None:
    os.sched_setaffinity(0, range(1024))


@probe
def words_into_terminal() -> None:
    if LIBC.ioctl(0, 0x5412, b"x") < 0 and ctypes.get_errno() == errno.EPERM:
        raise OSError(errno.EPERM, "ioctl")


@probe
def write_kernel_settings() -> None:
    with open("/proc/sys/kernel/hostname", "r+"):
        pass


@probe
def host_name() -> None:
    """Sets the name that the host has already."""
    socket.sethostname(socket.gethostname())


@probe
def device() -> None:
    path = os.path.join(os.environ["HOME"], "disk")
    os.mknod(path, 0o60600, os.makedev(254, 0))
    os.unlink(path)


@probe
def become_root() -> None:
    os.setuid(0)
    if os.geteuid() != 0:
        raise PermissionError(errno.EPERM, "not root")


def outcome(function: Callable[[], None]) -> str:
    try:
        function()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, "other")
    return "allowed"


def own() -> dict[str, Any]:
    """What it is, and what it finds."""
    status = dict(line.split(":\t", 1) for line in open("/proc/self/status").read().splitlines())
    return {
        "capabilities": int(status["CapEff"], 16) | int(status["CapPrm"], 16),
        "uid": os.getuid(),
        "no_new_privileges": status["NoNewPrivs"].strip(),
        "filtered": status["Seccomp"].strip(),
        "files": [number for number in range(256) if is_open(number)],
        "environment": dict(os.environ),
        "processes": sum(name.isdecimal() for name in listed("/proc")),
    }


def is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def good() -> bool:
    """What it must be able to do."""
    path = os.path.join(os.environ["HOME"], "note")
    with open(path, "w") as file:
        file.write("kept")
    with open(path) as file:
        assert file.read() == "kept"
    read("/dev/urandom")
    for name in ("online", "possible"):
        read(f"/sys/devices/system/cpu/{name}")
    write("/dev/null")
    if os.fork() == 0:
        os._exit(0)
    os.wait()
    with open("bot.toml") as file:
        file.read()
    call(AT["socket"])
    return True


found: dict[str, Any] = {"good": good(), "own": own()}
found["probes"] = {name: outcome(function) for name, function in PROBES.items()}
print(json.dumps(found))
