"""A filter of system calls, assembled by hand: classic BPF, as the kernel takes it."""

import ctypes
import errno
import platform
import struct
from collections.abc import Iterator
from typing import Final

from referee.sandbox.syscalls import (
    ARCHITECTURES,
    CLONE,
    CLONE3,
    COLUMNS,
    DENIED,
    IOCTL,
    MEMFD_CREATE,
    SOCKET,
    X86_64,
)

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_X32 = 0x40000000
_NEW_NAMESPACES = 0x7E020000
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_UNIX, _INET, _INET6, _NETLINK = 1, 2, 10, 16
_STREAM = 1
_TYPE = 0xF
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER = 38, 22, 2

Instruction = tuple[int, int, int, int]
"""Code, how many to skip when it holds and when it does not, operand."""

AVAILABLE: Final = platform.machine() in COLUMNS


def program(*, streams: bool, network: bool = False, memfd: bool = True) -> bytes:
    """The filter for this machine's processor.

    With `streams`, TCP sockets are allowed beside Unix ones, with `network` UDP as well; without
    `memfd` there is no memory in files without a name.
    """
    column = COLUMNS[platform.machine()]
    instructions = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, ARCHITECTURES[column]),
        _fail(errno.ENOSYS),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if column == X86_64:
        instructions += [(_AT_LEAST, 0, 1, _X32), _fail(errno.ENOSYS)]
    for numbers in DENIED.values():
        instructions += [(_EQUAL, 0, 1, numbers[column]), _fail(errno.EPERM)]
    instructions += [(_EQUAL, 0, 1, CLONE3[column]), _fail(errno.ENOSYS)]
    if not memfd:
        instructions += [(_EQUAL, 0, 1, MEMFD_CREATE[column]), _fail(errno.ENOSYS)]
    instructions += _block(CLONE[column], _clone())
    instructions += _block(IOCTL[column], _ioctl())
    instructions += _block(SOCKET[column], _socket(streams=streams, network=network))
    instructions.append(_allow())
    return b"".join(struct.pack("=HBBI", *each) for each in instructions)


def install(filter_: bytes) -> None:
    """Put this thread and all that it starts under the filter, for ever. Raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    code = ctypes.create_string_buffer(filter_, len(filter_))
    head = struct.pack("@HxxxxxxP", len(filter_) // 8, ctypes.addressof(code))
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(
        _PR_SET_SECCOMP, _FILTER, ctypes.c_char_p(head), 0, 0
    ):
        raise OSError(ctypes.get_errno(), "the filter of system calls cannot be installed")


def _fail(error: int) -> Instruction:
    return (_RETURN, 0, 0, _FAIL | error)


def _allow() -> Instruction:
    return (_RETURN, 0, 0, _ALLOW)


def _block(number: int, body: list[Instruction]) -> Iterator[Instruction]:
    """What looks at the arguments of one call, and ends in every case."""
    yield (_EQUAL, 0, len(body), number)
    yield from body


def _argument(index: int) -> Instruction:
    """Its lower half: the kernel reads no more of any that is asked for here."""
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * index)


def _clone() -> list[Instruction]:
    return [_argument(0), (_ANY_BIT, 0, 1, _NEW_NAMESPACES), _fail(errno.EPERM), _allow()]


def _ioctl() -> list[Instruction]:
    """No words put into a terminal."""
    return [
        _argument(1),
        (_EQUAL, 1, 0, _TIOCSTI),
        (_EQUAL, 0, 1, _TIOCLINUX),
        _fail(errno.EPERM),
        _allow(),
    ]


def _socket(*, streams: bool, network: bool) -> list[Instruction]:
    body = [_argument(0), (_EQUAL, 0, 1, _UNIX), _allow()]
    if network:
        for family in (_INET, _INET6, _NETLINK):
            body += [(_EQUAL, 0, 1, family), _allow()]
    elif streams:
        body += [
            (_EQUAL, 1, 0, _INET),
            (_EQUAL, 0, 4, _INET6),
            _argument(1),
            (_AND, 0, 0, _TYPE),
            (_EQUAL, 0, 1, _STREAM),
            _allow(),
        ]
    return [*body, _fail(errno.EAFNOSUPPORT)]
