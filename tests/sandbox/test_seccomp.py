"""The filter of system calls, run as the kernel would run it, for every processor that we know."""

import errno
import fcntl
import os
import resource
import signal
import socket
import struct
import termios
from collections.abc import Sequence

import pytest

from referee.sandbox import seccomp
from referee.sandbox.syscalls import (
    ARCHITECTURES,
    CLONE,
    CLONE3,
    COLUMNS,
    DENIED,
    FCNTL,
    FLOCK,
    IOCTL,
    MEMFD_CREATE,
    METADATA,
    PRLIMIT,
    SETPRIORITY,
    SETSOCKOPT,
    SOCKET,
    WATCHING,
)

ALLOWED = 0
MACHINES = ["x86_64", "aarch64"]
WRITE = {"x86_64": 1, "aarch64": 64}

# Of linux/bpf_common.h: the few instructions that filters consist of.
LOAD, AND, RETURN = 0x20, 0x54, 0x06
EQUAL, AT_LEAST, ANY_BIT = 0x15, 0x35, 0x45
# Of linux/seccomp.h: the kernel acts by the upper half of what a filter returns.
RET_ALLOW, RET_ERRNO = 0x7FFF0000, 0x0005

# Of linux/sched.h: the flags with which a C library makes a thread, and those of namespaces.
THREAD = 0x3D0F00
NEW_NAMESPACES = {
    "mount": 1 << 17,
    "cgroup": 1 << 25,
    "uts": 1 << 26,
    "ipc": 1 << 27,
    "user": 1 << 28,
    "pid": 1 << 29,
    "net": 1 << 30,
}
# Of linux/fs.h: the requests by which the owner of a file changes its flags.
FS_IOC = {"SETFLAGS": 0x40086602, "SETVERSION": 0x40087602, "FSSETXATTR": 0x401C5820}
# Of linux/audit.h and asm/unistd.h: the 32-bit processor, one of its calls, and the bit of x32.
AUDIT_ARCH_I386, WRITE_ON_I386, X32 = 0x40000003, 4, 0x40000000
NETLINK_SOCK_DIAG = 4
"""Of linux/netlink.h: the protocol that lists the sockets of others."""
AF_XDP = 44
SOMEBODY = 4321
"""The id of another process."""
FILE = 3
"""A file descriptor; no filter looks at it."""


def verdict(program: bytes, architecture: int, number: int, arguments: Sequence[int] = ()) -> int:
    """What the filter makes of the call: ALLOWED, or the error with which the call fails.

    Raises AssertionError if the filter does anything else, such as ending the process.
    """
    data = struct.pack("=IIQ6Q", number, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    instructions = [struct.unpack_from("=HBBI", program, at) for at in range(0, len(program), 8)]
    register = at = 0
    for _ in instructions:
        code, holds, fails, operand = instructions[at]
        at += 1
        if code == LOAD:
            register = struct.unpack_from("=I", data, operand)[0]
        elif code == AND:
            register &= operand
        elif code == RETURN:
            return _returned(operand)
        else:
            true = {
                EQUAL: register == operand,
                AT_LEAST: register >= operand,
                ANY_BIT: bool(register & operand),
            }[code]
            at += holds if true else fails
    raise AssertionError("the filter has no end")


def _returned(value: int) -> int:
    if value == RET_ALLOW:
        return ALLOWED
    if value >> 16 == RET_ERRNO:
        return value & 0xFFFF
    raise AssertionError(f"the filter returned {value:#x}")


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    own = os.uname_result((*os.uname()[:4], request.param))
    monkeypatch.setattr(os, "uname", lambda: own)
    return str(request.param)


def ask(machine: str, numbers: Sequence[int] | int, *arguments: int, **kind: bool) -> int:
    column = COLUMNS[machine]
    number = numbers if isinstance(numbers, int) else numbers[column]
    program = seccomp.assemble(**{"streams": False, **kind})
    return verdict(program, ARCHITECTURES[column], number, arguments)


@pytest.mark.parametrize("action", [0x80000000, 0x00000000, 0x00030000, 0x7FC00000])
def test_a_filter_that_neither_allows_nor_fails_a_call_has_no_verdict(action: int) -> None:
    with pytest.raises(AssertionError, match="the filter returned"):
        verdict(struct.pack("=HBBI", RETURN, 0, 0, action), ARCHITECTURES[0], 1)


def test_denied_calls_fail_and_those_of_no_list_are_allowed(machine: str) -> None:
    column = COLUMNS[machine]
    for name, numbers in DENIED.items():
        assert ask(machine, numbers) == errno.EPERM, name
    denied = {numbers[column] for numbers in (*DENIED.values(), CLONE3, SOCKET, FLOCK)}
    denied |= {number for numbers in WATCHING.values() if (number := numbers[column])}
    for number in set(range(600)) - denied:
        assert ask(machine, number) == ALLOWED, number


def test_no_call_is_listed_twice(machine: str) -> None:
    special = (SOCKET, IOCTL, CLONE, CLONE3, MEMFD_CREATE, FLOCK, FCNTL, SETSOCKOPT, PRLIMIT)
    listed = (*DENIED.values(), *WATCHING.values(), *METADATA.values(), *special, SETPRIORITY)
    numbers = [number for each in listed if (number := each[COLUMNS[machine]]) is not None]
    assert len(numbers) == len(set(numbers))


_STREAM, _DATAGRAM, _RAW = socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW
_LOCAL = {(socket.AF_UNIX, _STREAM), (socket.AF_UNIX, _DATAGRAM)}
_TCP = {
    (socket.AF_INET, _STREAM),
    (socket.AF_INET, _STREAM | socket.SOCK_CLOEXEC),
    (socket.AF_INET6, _STREAM),
}
_NETWORK = {
    (socket.AF_INET, _DATAGRAM),
    (socket.AF_INET, _RAW),
    (socket.AF_NETLINK, _RAW),
}
_NEVER = {
    (family, _STREAM) for family in (socket.AF_PACKET, socket.AF_ALG, socket.AF_VSOCK, AF_XDP)
}


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        ({}, _LOCAL),
        ({"streams": True}, _LOCAL | _TCP),
        ({"network": True}, _LOCAL | _TCP | _NETWORK),
    ],
)
def test_only_sockets_of_these_families_and_types_can_be_made(
    machine: str, kind: dict[str, bool], allowed: set[tuple[int, int]]
) -> None:
    for family, type_ in _LOCAL | _TCP | _NETWORK | _NEVER:
        expected = ALLOWED if (family, type_) in allowed else errno.EAFNOSUPPORT
        assert ask(machine, SOCKET, family, type_, **kind) == expected, (family, type_)


def test_with_the_network_netlink_does_not_list_the_sockets_of_others(machine: str) -> None:
    asked = (SOCKET, socket.AF_NETLINK, _RAW, NETLINK_SOCK_DIAG)
    assert ask(machine, *asked, network=True) == errno.EAFNOSUPPORT


def test_threads_and_processes_may_be_made_and_namespaces_may_not(machine: str) -> None:
    assert ask(machine, CLONE, THREAD) == ask(machine, CLONE, signal.SIGCHLD) == ALLOWED
    for name, flag in NEW_NAMESPACES.items():
        assert ask(machine, CLONE, THREAD | flag) == errno.EPERM, name
    assert ask(machine, CLONE3) == errno.ENOSYS


def test_no_input_can_be_put_into_a_terminal(machine: str) -> None:
    for request in (termios.TIOCSTI, termios.TIOCLINUX):
        assert ask(machine, IOCTL, 0, request) == errno.EPERM
    assert ask(machine, IOCTL, 0, termios.TCGETS) == ALLOWED


def test_files_in_memory_do_not_exist_without_memfd(machine: str) -> None:
    assert ask(machine, MEMFD_CREATE) == ALLOWED
    assert ask(machine, MEMFD_CREATE, memfd=False) == errno.ENOSYS


def test_calls_of_another_processor_do_not_exist(machine: str) -> None:
    program = seccomp.assemble(streams=False)
    other = ARCHITECTURES[1 - COLUMNS[machine]]
    assert verdict(program, other, WRITE[machine]) == errno.ENOSYS
    assert verdict(program, AUDIT_ARCH_I386, WRITE_ON_I386) == errno.ENOSYS
    if machine == "x86_64":
        assert ask(machine, X32 + WRITE[machine]) == errno.ENOSYS


@pytest.mark.parametrize("kind", [{}, {"network": True}, {"streams": True}])
def test_no_file_can_be_watched_or_leased(machine: str, kind: dict[str, bool]) -> None:
    for number in filter(None, (each[COLUMNS[machine]] for each in WATCHING.values())):
        assert ask(machine, number, **kind) == errno.ENOSYS
    for command in (fcntl.F_SETLEASE, fcntl.F_NOTIFY):
        assert ask(machine, FCNTL, FILE, command, **kind) == errno.EPERM
    usual = (fcntl.F_DUPFD, fcntl.F_GETFD, fcntl.F_SETFD, fcntl.F_GETFL, fcntl.F_SETFL)
    more = (fcntl.F_SETLK, fcntl.F_SETLKW, fcntl.F_GETLEASE, fcntl.F_DUPFD_CLOEXEC)
    for command in (*usual, *more, fcntl.F_ADD_SEALS):
        assert ask(machine, FCNTL, FILE, command, **kind) == ALLOWED


def test_locks_of_others_cannot_be_seen_and_builds_take_any_lock(machine: str) -> None:
    open_file = (fcntl.F_OFD_GETLK, fcntl.F_OFD_SETLK, fcntl.F_OFD_SETLKW)
    for command in (fcntl.F_GETLK, *open_file):
        assert ask(machine, FCNTL, FILE, command) == errno.EINVAL
        assert ask(machine, FCNTL, FILE, command, network=True) == ALLOWED
    assert ask(machine, FLOCK, FILE, fcntl.LOCK_SH) == errno.ENOSYS
    assert ask(machine, FLOCK, FILE, fcntl.LOCK_SH, network=True) == ALLOWED


def test_a_process_changes_no_limit_or_priority_but_its_own(machine: str) -> None:
    assert ask(machine, PRLIMIT, 0, resource.RLIMIT_NOFILE) == ALLOWED
    assert ask(machine, PRLIMIT, SOMEBODY, resource.RLIMIT_NOFILE) == errno.EPERM
    assert ask(machine, SETPRIORITY, os.PRIO_PROCESS, 0, 5) == ALLOWED
    for which, who in ((os.PRIO_PROCESS, SOMEBODY), (os.PRIO_PGRP, 0), (os.PRIO_USER, 0)):
        assert ask(machine, SETPRIORITY, which, who, 5) == errno.EPERM


def test_buffers_of_sockets_and_pipes_keep_their_size(machine: str) -> None:
    for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        assert ask(machine, SETSOCKOPT, FILE, socket.SOL_SOCKET, option) == errno.EPERM
        assert ask(machine, SETSOCKOPT, FILE, socket.IPPROTO_TCP, option) == ALLOWED
        assert ask(machine, SETSOCKOPT, FILE, socket.SOL_SOCKET, option, network=True) == ALLOWED
    assert ask(machine, SETSOCKOPT, FILE, socket.SOL_SOCKET, socket.SO_REUSEADDR) == ALLOWED
    assert ask(machine, FCNTL, FILE, fcntl.F_SETPIPE_SZ) == errno.EPERM


def test_without_metadata_no_mode_owner_or_flag_of_a_file_can_be_changed(machine: str) -> None:
    for number in filter(None, (each[COLUMNS[machine]] for each in METADATA.values())):
        assert ask(machine, number) == ALLOWED
        assert ask(machine, number, metadata=False) == errno.EPERM
    for name, request in FS_IOC.items():
        assert ask(machine, IOCTL, FILE, request) == ALLOWED, name
        assert ask(machine, IOCTL, FILE, request, metadata=False) == errno.EPERM, name
    assert ask(machine, IOCTL, FILE, termios.TIOCSTI, metadata=False) == errno.EPERM
