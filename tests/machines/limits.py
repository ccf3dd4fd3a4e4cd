"""What a process of a machine may not do, laid on it before it begins."""

import errno
import json
import os
import platform
import pwd
import resource
import struct
import sys
from pathlib import Path
from typing import Final

from referee.sandbox import seccomp
from referee.sandbox.syscalls import ARCHITECTURES, CLONE, CLONE3, COLUMNS, DENIED
from tests.machines.machine import Machine

_ROOT: Final = str(Path(__file__).parents[2])
_ENTER: Final = (
    f"import sys; sys.path.insert(0, {_ROOT!r}); from tests.machines.limits import main; main()"
)

_LOAD, _EQUAL, _ANY_BIT, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_NUMBER, _ARCHITECTURE, _FLAGS = 0, 4, 16
_NEW_NAMESPACES: Final = 0x7E020000
_LANDLOCK: Final = (444, 444)
_REFUSED: Final = (
    *("mount", "umount2", "pivot_root", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount"),
    *("mount_setattr", "open_tree_attr", "unshare", "setns"),
)
AVAILABLE: Final = seccomp.AVAILABLE


def entering(machine: Machine, user: pwd.struct_passwd | None = None) -> list[str]:
    """What goes before a command that is to run on the machine, as this user.

    A process of its own lays the limits on itself. Python could do so between fork and exec, but
    there gRPC, where it is loaded, writes to what the command says.
    """
    told = {
        "files": machine.files,
        "processors": machine.processors,
        "container": machine.container,
        "user": [user.pw_uid, user.pw_gid] if user else [],
    }
    return [sys.executable, "-I", "-c", _ENTER, json.dumps(told)]


def main() -> None:
    """Take the limits that `entering` tells, and become the program that follows."""
    told, program = json.loads(sys.argv[1]), sys.argv[2:]
    if told["files"]:
        resource.setrlimit(resource.RLIMIT_NOFILE, (told["files"], told["files"]))
    if told["processors"]:
        ours = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, ours[: told["processors"]])
    if told["user"]:
        uid, gid = told["user"]
        os.setgroups([])
        os.setresgid(gid, gid, gid)
        os.setresuid(uid, uid, uid)
    if told["container"]:
        seccomp.install(_container())
    try:
        os.execv(program[0], program)
    except OSError as error:
        sys.exit(f"{program[0]}: {error.strerror}")


def _container() -> bytes:
    """A filter that refuses what a container's does, and Landlock as an older kernel does."""
    column = COLUMNS[platform.machine()]

    def fails(number: int, error: int) -> list[tuple[int, int, int, int]]:
        return [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _FAIL | error)]

    lines = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, ARCHITECTURES[column]),
        (_RETURN, 0, 0, _ALLOW),
        (_LOAD, 0, 0, _NUMBER),
    ]
    for name in _REFUSED:
        lines += fails(DENIED[name][column], errno.EPERM)
    lines += fails(CLONE3[column], errno.ENOSYS)
    lines += fails(_LANDLOCK[column], errno.ENOSYS)
    lines += [
        (_EQUAL, 0, 3, CLONE[column]),
        (_LOAD, 0, 0, _FLAGS),
        (_ANY_BIT, 0, 1, _NEW_NAMESPACES),
        (_RETURN, 0, 0, _FAIL | errno.EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *line) for line in lines)
