"""A filter of system calls, assembled by hand as classic BPF, the form that the kernel takes.

The numbers are those of linux/seccomp.h, of linux/bpf_common.h and of the headers of the calls. A
jump skips at most 255 instructions. So the filter consists of short blocks, and each of them
returns its own result.
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

# The codes of instructions: load, compare (three ways), mask what is loaded, return a result.
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
# Results: allow the call, or let it fail with the error number that is added.
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
# Offsets in struct seccomp_data, in bytes.
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
# The bit that the numbers of x32 calls have.
_X32 = 0x40000000
# All CLONE_NEW flags that clone takes; only clone3 and unshare make a namespace of time.
_NEW_NAMESPACES = 0x7E020000
_TIOCSTI, _TIOCLINUX = 0x5412, 0x541C
_FLAGS: Final = (0x40086602, 0x40087602, 0x401C5820)
"""FS_IOC_SETFLAGS, FS_IOC_SETVERSION, FS_IOC_FSSETXATTR, which change flags of one's own files."""
_NOTICES: Final = (1024, 1026)
"""F_SETLEASE and F_NOTIFY: a lease makes others wait, and a notice tells what others do."""
_SEEN_LOCKS: Final = (5, 36, 37, 38)
"""F_GETLK and the three F_OFD commands of fcntl. With locks that all can see, bots in one match
could tell each other their cards: F_GETLK shows locks of others, and /proc/locks those of F_OFD."""
_SET_PIPE_SIZE: Final = 1031
_SOL_SOCKET, _SO_SNDBUF, _SO_RCVBUF = 1, 7, 8
_ROUTE: Final = 0
"""NETLINK_ROUTE, by which C libraries ask for addresses; other kinds list the sockets of others."""
# Families of sockets.
_UNIX, _INET, _INET6, _NETLINK = 1, 2, 10, 16
_STREAM = 1
# The bits of a socket's type; the others are flags such as SOCK_CLOEXEC.
_TYPE = 0xF
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER = 38, 22, 2

Instruction = tuple[int, int, int, int]
"""The code; how many instructions to skip if its condition holds, and if not; and the operand."""

AVAILABLE: Final = os.uname().machine in COLUMNS
"""Whether the numbers of this machine's system calls are known."""


def assemble(
    *, streams: bool, network: bool = False, memfd: bool = True, metadata: bool = True
) -> bytes:
    """The filter for this machine's processor, ready for `install`.

    Raises KeyError if not AVAILABLE.

    With `streams`, TCP sockets are allowed beside Unix ones. With `network`, which is for builds,
    all sockets of IPv4 and IPv6 are allowed, larger buffers, and the locks that compilers need.
    Without `memfd` no files without a name can be made in memory; without `metadata` no file's
    mode, owner, times or attributes can be changed.
    """
    column = COLUMNS[os.uname().machine]
    instructions = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        # A 64-bit process can also make 32-bit calls, whose numbers mean other calls.
        (_EQUAL, 1, 0, ARCHITECTURES[column]),
        _fail(errno.ENOSYS),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if column == X86_64:
        # The x32 calls do the same as those of x86-64, but their numbers would pass all checks.
        instructions += [(_AT_LEAST, 0, 1, _X32), _fail(errno.ENOSYS)]
    instructions += _deny((each[column] for each in DENIED.values()), errno.EPERM)
    instructions += _deny((each[column] for each in WATCHING.values()), errno.ENOSYS)
    # Not EPERM: if clone3 seems not to exist, C libraries use clone, whose flags a filter can see.
    instructions += _deny([CLONE3[column]], errno.ENOSYS)
    if not memfd:
        instructions += _deny([MEMFD_CREATE[column]], errno.ENOSYS)
    if not metadata:
        instructions += _deny((each[column] for each in METADATA.values()), errno.EPERM)
    instructions += _block(CLONE[column], _clone())
    instructions += _block(IOCTL[column], _ioctl(metadata=metadata))
    instructions += _block(SOCKET[column], _socket(streams=streams, network=network))
    instructions += _block(FCNTL[column], _fcntl(builds=network))
    # These two are allowed only for the caller itself. Otherwise bots that run as one user could
    # end each other and the referee by a limit of processor time, or lower their priority.
    instructions += _block(PRLIMIT[column], [*_only(0, 0), _allow()])
    instructions += _block(SETPRIORITY[column], [*_only(0, 0), *_only(1, 0), _allow()])
    if not network:
        # With flock a bot could lock others out even of a read-only file. Compilers need flock.
        instructions += _deny([FLOCK[column]], errno.ENOSYS)
        instructions += _block(SETSOCKOPT[column], _setsockopt())
    instructions.append(_allow())
    return b"".join(struct.pack("=HBBI", *each) for each in instructions)


def install(filter_: bytes) -> None:
    """Put this thread and all that it starts under the filter, forever. Raises OSError.

    To be called in a process of one thread: other threads stay as they are.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    code = ctypes.create_string_buffer(filter_, len(filter_))
    # struct sock_fprog: the number of instructions, padding, and their address. `code` has to live
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


def _deny(numbers: Iterable[int | None], error: int) -> Iterator[Instruction]:
    """Lets the call fail if the loaded value, its number or an argument, is one of `numbers`.

    None stands for a call that this processor does not have, and adds nothing.
    """
    for number in numbers:
        if number is not None:
            yield (_EQUAL, 0, 1, number)
            yield _fail(error)


def _block(number: int, body: list[Instruction]) -> Iterator[Instruction]:
    """Lets the `body`, which looks at the arguments, decide about the call with this number.

    The body has to return a result in every case: it has loaded an argument in place of the call's
    number, with which the blocks after it compare.
    """
    yield (_EQUAL, 0, len(body), number)
    yield from body


def _argument(index: int) -> Instruction:
    """Loads the lower 32 bits of an argument; the kernel uses no more of those compared here."""
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * index)


def _only(index: int, value: int) -> list[Instruction]:
    """Fails for any other value of the argument; where it names a process, 0 is the caller."""
    return [_argument(index), (_EQUAL, 1, 0, value), _fail(errno.EPERM)]


def _clone() -> list[Instruction]:
    return [_argument(0), (_ANY_BIT, 0, 1, _NEW_NAMESPACES), _fail(errno.EPERM), _allow()]


def _ioctl(*, metadata: bool) -> list[Instruction]:
    """Forbids to put input into a terminal, and without `metadata` to change a file's flags."""
    denied = (_TIOCSTI, _TIOCLINUX, *(() if metadata else _FLAGS))
    return [_argument(1), *_deny(denied, errno.EPERM), _allow()]


def _fcntl(*, builds: bool) -> list[Instruction]:
    """Forbids leases and notices, and except in `builds` larger pipes and locks that others see.

    Compilers take locks of every kind.
    """
    body = [_argument(1), *_deny(_NOTICES, errno.EPERM)]
    if not builds:
        # The supervisor counts each pipe as full at its usual size (buffers.py).
        body += _deny([_SET_PIPE_SIZE], errno.EPERM)
        # EINVAL is a kernel's answer to a command that it does not know.
        body += _deny(_SEEN_LOCKS, errno.EINVAL)
    return [*body, _allow()]


def _setsockopt() -> list[Instruction]:
    """Forbids to change the size of buffers: the supervisor counts all as full at usual size."""
    body = [_argument(2), *_deny((_SO_SNDBUF, _SO_RCVBUF), errno.EPERM)]
    return [_argument(1), (_EQUAL, 0, len(body), _SOL_SOCKET), *body, _allow()]


def _socket(*, streams: bool, network: bool) -> list[Instruction]:
    """Forbids all sockets but Unix ones and those that `streams` or `network` allow."""
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
