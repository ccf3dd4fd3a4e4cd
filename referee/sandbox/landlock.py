"""Landlock: a process gives up access, for itself and all that it starts, to all but some files.

Numbers and structures are those of the kernel's linux/landlock.h. The system calls have the same
numbers on x86-64 and arm64.
"""

import ctypes
import os
import stat
import struct
from collections.abc import Iterable
from pathlib import Path

# The system calls landlock_create_ruleset, landlock_add_rule and landlock_restrict_self.
_CREATE, _ADD, _RESTRICT = 444, 445, 446
# The flag with which _CREATE only tells the version.
_VERSION = 1
# The kinds of rules: for a path and all below it, and for a TCP port.
_BENEATH, _PORT = 1, 2
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_REFER, _TRUNCATE, _IOCTL = 1 << 13, 1 << 14, 1 << 15
# The 13 rights of version 1, from running a file to making a link.
_FIRST = (1 << 13) - 1
_MAKE_DEVICES = (1 << 6) | (1 << 11)
_CONNECT_TCP = 2
_BIND_TCP = 1
# Abstract sockets and signals, each limited to processes under the same restriction.
_ABSTRACT, _SIGNALS = 1, 2
_PR_SET_NO_NEW_PRIVS = 38
TCP_SINCE, SCOPES_SINCE = 4, 6
"""The first version that restricts TCP, and the first for signals and abstract sockets."""


def version() -> int:
    """The version of the kernel's Landlock; 0 without it, and without Linux on x86-64 or arm64."""
    system = os.uname()
    if system.sysname != "Linux" or system.machine not in ("x86_64", "aarch64"):
        return 0
    libc = ctypes.CDLL(None, use_errno=True)
    return max(0, int(libc.syscall(_CREATE, None, ctypes.c_size_t(0), _VERSION)))


def restrict(
    readable: Iterable[Path], writable: Iterable[Path], *, port: int | None, network: bool
) -> None:
    """Restrict this process and all that it starts to the files `readable` and `writable`, forever.

    Files in `readable` can be read and executed, files in `writable` also written to. A path that
    cannot be opened is left out. As far as the kernel's version can restrict that too, no process
    outside can be sent a signal, no abstract socket outside can be reached, and without the
    `network` no TCP port but `port`. Raises OSError.
    """
    abi = version()
    handled = _handled(abi)
    ruleset = _create(abi, handled, network=network)
    try:
        for path in readable:
            _add(ruleset, path, handled & (_EXECUTE | _READ_FILE | _READ_DIR))
        for path in writable:
            _add(ruleset, path, handled & ~_MAKE_DEVICES & ~_IOCTL)
        if port is not None and not network and abi >= TCP_SINCE:
            rule = struct.pack("=QQ", _CONNECT_TCP, port)
            _call(_ADD, ruleset, _PORT, ctypes.c_char_p(rule), 0)
        # The kernel demands this of all but root. Without it, a program with its owner's rights
        # (set-user-id) would run under rules that it does not expect.
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        _call(_RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)


def _handled(abi: int) -> int:
    """The rights to files that version `abi` can take away; it refuses newer ones as unknown."""
    rights = _FIRST
    for since, right in ((2, _REFER), (3, _TRUNCATE), (5, _IOCTL)):
        if abi >= since:
            rights |= right
    return rights


def _create(abi: int, handled: int, *, network: bool) -> int:
    """The handle of a new ruleset, which takes away the rights `handled` where no rule is added."""
    ports = _BIND_TCP | _CONNECT_TCP if abi >= TCP_SINCE and not network else 0
    scoped = _ABSTRACT | _SIGNALS if abi >= SCOPES_SINCE else 0
    # An older kernel refuses a longer structure, unless the part that it does not know is zero.
    size = 8
    if abi >= TCP_SINCE:
        size = 16
    if abi >= SCOPES_SINCE:
        size = 24
    fields = struct.pack("=QQQ", handled, ports, scoped)[:size]
    return _call(_CREATE, ctypes.c_char_p(fields), ctypes.c_size_t(size), 0)


def _add(ruleset: int, path: Path, rights: int) -> None:
    try:
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        # A path that does not exist can be left out, since without a rule it stays closed.
        return
    try:
        if not stat.S_ISDIR(os.fstat(beneath).st_mode):
            # The kernel refuses rights that only folders have in a rule for a file.
            rights &= _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
        # This structure is packed in the kernel as well: 12 bytes, not 16.
        rule = struct.pack("=Qi", rights, beneath)
        _call(_ADD, ruleset, _BENEATH, ctypes.c_char_p(rule), 0)
    finally:
        os.close(beneath)


def _call(number: int, *arguments: object) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    result = int(libc.syscall(number, *arguments))
    if result < 0:
        raise OSError(ctypes.get_errno(), "Landlock cannot be used")
    return result
