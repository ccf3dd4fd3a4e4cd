"""A filter of system calls, assembled by hand as classic BPF, the form that the kernel takes.

The numbers are those of linux/seccomp.h, linux/bpf_common.h and of the calls' own headers. A jump
skips at most 255 instructions, which is why every block is short and ends by itself.
"""

import ctypes
import errno
import os
import struct
from collections.abc import Iterable, Iterator
from typing import Final

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
    X86_64,
)

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_X32 = 0x40000000
# All CLONE_NEW flags that clone takes; only clone3 and unshare make a namespace of time.
_NEW_NAMESPACES = 0x7E020000
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_FLAGS: Final = (0x40086602, 0x40087602, 0x401C5820)
"""FS_IOC_SETFLAGS, FS_IOC_SETVERSION, FS_IOC_FSSETXATTR: the owner of a file changes its flags."""
_NOTICES: Final = (1024, 1026)
"""F_SETLEASE and F_NOTIFY: others wait for a lease; a notice tells what they do."""
_SEEN_LOCKS: Final = (5, 36, 37, 38)
"""F_GETLK and the F_OFD calls of fcntl: F_GETLK shows locks of others, which let bots in one match
signal their cards to each other; /proc/locks shows those of F_OFD."""
_SET_PIPE_SIZE: Final = 1031
_SOL_SOCKET, _SO_SNDBUF, _SO_RCVBUF = 1, 7, 8
_ROUTE: Final = 0
"""NETLINK_ROUTE, by which C libraries ask for addresses; another kind lists others' sockets."""
_UNIX, _INET, _INET6, _NETLINK = 1, 2, 10, 16
_STREAM = 1
_TYPE = 0xF
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER = 38, 22, 2

Instruction = tuple[int, int, int, int]
"""The code, how many instructions to skip if it holds and if it does not, and the operand."""

AVAILABLE: Final = os.uname().machine in COLUMNS


def program(
    *, streams: bool, network: bool = False, memfd: bool = True, metadata: bool = True
) -> bytes:
    """The filter for this machine's processor, ready for `install`.

    Raises KeyError if not AVAILABLE.

    With `streams`, TCP sockets are allowed beside Unix ones. With the `network` UDP is as well, and
    what compilers need: it is for builds. Without `memfd` there is no memory in files without a
    name; without `metadata` no file's mode, owner, times or attributes can be changed.
    """
    column = COLUMNS[os.uname().machine]
    instructions = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        # A 64-bit process can make calls of 32 bits, whose numbers mean something else.
        (_EQUAL, 1, 0, ARCHITECTURES[column]),
        _fail(errno.ENOSYS),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if column == X86_64:
        # The calls of x32 are those of x86-64 under other numbers, and would pass all that follows.
        instructions += [(_AT_LEAST, 0, 1, _X32), _fail(errno.ENOSYS)]
    instructions += _whole((each[column] for each in DENIED.values()), errno.EPERM)
    instructions += _whole((each[column] for each in WATCHING.values()), errno.ENOSYS)
    # Not EPERM: told that clone3 does not exist, C libraries use clone, whose flags can be seen.
    instructions += _whole([CLONE3[column]], errno.ENOSYS)
    if not memfd:
        instructions += _whole([MEMFD_CREATE[column]], errno.ENOSYS)
    if not metadata:
        instructions += _whole((each[column] for each in METADATA.values()), errno.EPERM)
    instructions += _block(CLONE[column], _clone())
    instructions += _block(IOCTL[column], _ioctl(metadata=metadata))
    instructions += _block(SOCKET[column], _socket(streams=streams, network=network))
    instructions += _block(FCNTL[column], _fcntl(builds=network))
    # Only for the caller itself: without users of their own, bots could end each other and the
    # referee by a limit of processor time, or take their priority.
    instructions += _block(PRLIMIT[column], [*_only(0, 0), _allow()])
    instructions += _block(SETPRIORITY[column], [*_only(0, 0), *_only(1, 0), _allow()])
    if not network:
        # On a read-only file as well, flock keeps others out. Compilers take such locks in builds.
        instructions += _whole([FLOCK[column]], errno.ENOSYS)
        instructions += _block(SETSOCKOPT[column], _setsockopt())
    instructions.append(_allow())
    return b"".join(struct.pack("=HBBI", *each) for each in instructions)


def install(filter_: bytes) -> None:
    """Put this thread and all that it starts under the filter, for ever. Raises OSError.

    To be called in a process of one thread: other threads stay as they are.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    code = ctypes.create_string_buffer(filter_, len(filter_))
    # struct sock_fprog: the number of instructions, padding, and where they are. `code` has to live
    # until the kernel has copied it.
    head = struct.pack("@HxxxxxxP", len(filter_) // 8, ctypes.addressof(code))
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(
        _PR_SET_SECCOMP, _FILTER, ctypes.c_char_p(head), 0, 0
    ):
        raise OSError(ctypes.get_errno(), "the filter of system calls cannot be installed")


def _fail(error: int) -> Instruction:
    return (_RETURN, 0, 0, _FAIL | error)


def _allow() -> Instruction:
    return (_RETURN, 0, 0, _ALLOW)


def _whole(numbers: Iterable[int | None], error: int) -> Iterator[Instruction]:
    """These calls fail with the error, whatever their arguments.

    None is a call that does not exist.
    """
    for number in numbers:
        if number is not None:
            yield (_EQUAL, 0, 1, number)
            yield _fail(error)


def _block(number: int, body: list[Instruction]) -> Iterator[Instruction]:
    """The body for one call, which looks at its arguments and ends in every case.

    It has to: it loads an argument over the call's number, which the next instructions compare.
    """
    yield (_EQUAL, 0, len(body), number)
    yield from body


def _argument(index: int) -> Instruction:
    """Load the lower half of an argument: the kernel reads no more of those compared here."""
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * index)


def _only(index: int, value: int) -> list[Instruction]:
    """Any other value of that argument fails; where it names a process, 0 is the caller itself."""
    return [_argument(index), (_EQUAL, 1, 0, value), _fail(errno.EPERM)]


def _clone() -> list[Instruction]:
    return [_argument(0), (_ANY_BIT, 0, 1, _NEW_NAMESPACES), _fail(errno.EPERM), _allow()]


def _ioctl(*, metadata: bool) -> list[Instruction]:
    """Forbids putting input into a terminal, and without `metadata` changing a file's flags."""
    denied = (_TIOCSTI, _TIOCLINUX, *(() if metadata else _FLAGS))
    return [_argument(1), *_whole(denied, errno.EPERM), _allow()]


def _fcntl(*, builds: bool) -> list[Instruction]:
    """Locks can be taken and not be seen; compilers in builds take locks of every kind."""
    body = [_argument(1), *_whole(_NOTICES, errno.EPERM)]
    if not builds:
        # The supervisor counts a pipe as its usual size, since nobody can see how full it is.
        body += _whole([_SET_PIPE_SIZE], errno.EPERM)
        # EINVAL is what a kernel says of a command that it does not know.
        body += _whole(_SEEN_LOCKS, errno.EINVAL)
    return [*body, _allow()]


def _setsockopt() -> list[Instruction]:
    """Buffers keep their size: the supervisor counts every socket as if it were full."""
    body = [_argument(2), *_whole((_SO_SNDBUF, _SO_RCVBUF), errno.EPERM)]
    return [_argument(1), (_EQUAL, 0, len(body), _SOL_SOCKET), *body, _allow()]


def _socket(*, streams: bool, network: bool) -> list[Instruction]:
    body = [_argument(0), (_EQUAL, 0, 1, _UNIX), _allow()]
    if network:
        for family in (_INET, _INET6):
            body += [(_EQUAL, 0, 1, family), _allow()]
        body += [(_EQUAL, 0, 3, _NETLINK), _argument(2), (_EQUAL, 0, 1, _ROUTE), _allow()]
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
