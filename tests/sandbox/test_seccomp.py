"""The filter of system calls, run as the kernel would run it, for every processor that we know."""

import errno
import platform
import struct
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
THREAD = 0x3D0F00
"""The flags with which a C library makes a thread."""


def verdict(program: bytes, architecture: int, number: int, arguments: Sequence[int] = ()) -> int:
    """0, or the error with which the call fails; the few instructions that filters consist of."""
    data = struct.pack("=IIQ6Q", number, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    instructions = [struct.unpack_from("=HBBI", program, at) for at in range(0, len(program), 8)]
    register = at = 0
    for _ in instructions:
        code, holds, fails, operand = instructions[at]
        at += 1
        if code == 0x20:
            register = struct.unpack_from("=I", data, operand)[0]
        elif code == 0x54:
            register &= operand
        elif code == 0x06:
            return operand & 0xFFFF if operand >> 16 == 5 else ALLOWED
        else:
            true = {
                0x15: register == operand,
                0x35: register >= operand,
                0x45: bool(register & operand),
            }[code]
            at += holds if true else fails
    raise AssertionError("the filter has no end")


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(platform, "machine", lambda: request.param)
    return str(request.param)


def ask(machine: str, numbers: Sequence[int | None] | int, *arguments: int, **kind: bool) -> int:
    column = COLUMNS[machine]
    number = numbers if isinstance(numbers, int) else numbers[column]
    if number is None:
        pytest.skip("this processor has no such call")
    program = seccomp.program(**{"streams": False, **kind})
    return verdict(program, ARCHITECTURES[column], number, arguments)


def test_what_is_denied_fails_and_all_else_does_not(machine: str) -> None:
    column = COLUMNS[machine]
    for name, numbers in DENIED.items():
        assert ask(machine, numbers) == errno.EPERM, name
    denied = {numbers[column] for numbers in (*DENIED.values(), CLONE3, SOCKET, FLOCK)}
    denied |= {number for numbers in WATCHING.values() if (number := numbers[column])}
    for number in set(range(600)) - denied:
        assert ask(machine, number) == ALLOWED, number


def test_no_number_is_there_twice(machine: str) -> None:
    special = (SOCKET, IOCTL, CLONE, CLONE3, MEMFD_CREATE, FLOCK, FCNTL, SETSOCKOPT, PRLIMIT)
    listed = (*DENIED.values(), *WATCHING.values(), *METADATA.values(), *special, SETPRIORITY)
    numbers = [number for each in listed if (number := each[COLUMNS[machine]]) is not None]
    assert len(numbers) == len(set(numbers))


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        ({}, {(1, 1), (1, 2)}),
        ({"streams": True}, {(1, 1), (1, 2), (2, 1), (10, 1), (2, 0o2000001)}),
        ({"network": True}, {(1, 1), (1, 2), (2, 1), (10, 1), (2, 0o2000001), (2, 2), (16, 3)}),
    ],
)
def test_sockets(machine: str, kind: dict[str, bool], allowed: set[tuple[int, int]]) -> None:
    tried = {(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (2, 0o2000001), (10, 1), (16, 3)}
    tried |= {(family, 1) for family in (17, 38, 40, 44)}
    for family, type_ in tried:
        expected = (family, type_) in allowed or ("network" in kind and family == 2)
        came = ask(machine, SOCKET, family, type_, **kind)
        if family == 16 and "network" in kind:
            assert ask(machine, SOCKET, family, type_, 4, **kind) == errno.EAFNOSUPPORT
        assert came == (ALLOWED if expected else errno.EAFNOSUPPORT), (family, type_)


def test_threads_may_be_made_and_namespaces_may_not(machine: str) -> None:
    assert ask(machine, CLONE, THREAD) == ask(machine, CLONE, 17) == ALLOWED
    for bit in (0x20000, *(1 << shift for shift in range(25, 31))):
        assert ask(machine, CLONE, THREAD | bit) == errno.EPERM
    assert ask(machine, CLONE3) == errno.ENOSYS


def test_terminals_take_no_words(machine: str) -> None:
    assert ask(machine, IOCTL, 0, 0x5412) == ask(machine, IOCTL, 0, 0x541C) == errno.EPERM
    assert ask(machine, IOCTL, 0, 0x5401) == ALLOWED


def test_files_without_a_name_are_denied_where_nobody_counts_them(machine: str) -> None:
    assert ask(machine, MEMFD_CREATE) == ALLOWED
    assert ask(machine, MEMFD_CREATE, memfd=False) == errno.ENOSYS


def test_calls_of_another_kind_are_unknown(machine: str) -> None:
    program = seccomp.program(streams=False)
    other = ARCHITECTURES[1 - COLUMNS[machine]]
    assert verdict(program, other, WRITE[machine]) == errno.ENOSYS
    assert verdict(program, 0x40000003, 4) == errno.ENOSYS
    if machine == "x86_64":
        assert ask(machine, 0x40000000 + WRITE[machine]) == errno.ENOSYS


@pytest.mark.parametrize("kind", [{}, {"network": True}, {"streams": True}])
def test_nobody_waits_for_it_or_is_watched(machine: str, kind: dict[str, bool]) -> None:
    for number in filter(None, (each[COLUMNS[machine]] for each in WATCHING.values())):
        assert ask(machine, number, **kind) == errno.ENOSYS
    for command in (1024, 1026):
        assert ask(machine, FCNTL, 3, command, **kind) == errno.EPERM
    for command in (0, 1, 2, 3, 4, 6, 7, 1025, 1030, 1033):
        assert ask(machine, FCNTL, 3, command, **kind) == ALLOWED


def test_the_locks_of_others_are_not_seen_and_builds_take_any(machine: str) -> None:
    for command in (5, 36, 37, 38):
        assert ask(machine, FCNTL, 3, command) == errno.EINVAL
        assert ask(machine, FCNTL, 3, command, network=True) == ALLOWED
    assert ask(machine, FLOCK, 3, 1) == errno.ENOSYS
    assert ask(machine, FLOCK, 3, 1, network=True) == ALLOWED


def test_limits_and_priorities_are_its_own(machine: str) -> None:
    assert ask(machine, PRLIMIT, 0, 7) == ask(machine, SETPRIORITY, 0, 0, 5) == ALLOWED
    assert ask(machine, PRLIMIT, 4321, 7) == errno.EPERM
    for which, who in ((0, 4321), (1, 0), (2, 0)):
        assert ask(machine, SETPRIORITY, which, who, 5) == errno.EPERM


def test_buffers_do_not_grow(machine: str) -> None:
    for option in (7, 8):
        assert ask(machine, SETSOCKOPT, 3, 1, option) == errno.EPERM
        assert ask(machine, SETSOCKOPT, 3, 6, option) == ALLOWED
        assert ask(machine, SETSOCKOPT, 3, 1, option, network=True) == ALLOWED
    assert ask(machine, SETSOCKOPT, 3, 1, 2) == ALLOWED
    assert ask(machine, FCNTL, 3, 1031) == errno.EPERM


def test_files_keep_their_modes_where_the_user_is_shared(machine: str) -> None:
    flags = (0x40086602, 0x40087602, 0x401C5820)
    for number in filter(None, (each[COLUMNS[machine]] for each in METADATA.values())):
        assert ask(machine, number) == ALLOWED
        assert ask(machine, number, metadata=False) == errno.EPERM
    for flag in flags:
        assert ask(machine, IOCTL, 3, flag) == ALLOWED
        assert ask(machine, IOCTL, 3, flag, metadata=False) == errno.EPERM
    assert ask(machine, IOCTL, 3, 0x5412, metadata=False) == errno.EPERM
