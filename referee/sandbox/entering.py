"""What a process does to itself before it becomes the program, one step after the other.

Also what makes a process the parent of orphans, which is an option of the kernel as well.
"""

import ctypes
import errno
import os
import resource
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from referee.sandbox import landlock, own_process, seccomp, view
from referee.sandbox.starting import NotStarted
from referee.sandbox.supervisor_order import SupervisorOrder

# Options of prctl(2), named after their C names without the PR_.
_SET_PDEATHSIG = 1
_SET_DUMPABLE = 4
_SET_CHILD_SUBREAPER = 36
# The exit codes that shells use for the same.
_CANNOT_RUN, _NOT_FOUND = 126, 127


def _prctl(option: int, value: int) -> None:
    """Set an option of this process in the kernel; does nothing on systems other than Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def adopt_orphans() -> None:
    """Make this process the parent of orphaned descendants (Linux); none is lost sight of."""
    _prctl(_SET_CHILD_SUBREAPER, 1)


def forbid_core_dumps() -> None:
    """Let nobody read this process's memory, and let no signal write it anywhere (Linux).

    A limit of 0 on the size of such a file would not hold where a program of the machine takes it.
    """
    _prctl(_SET_DUMPABLE, 0)


def enter(order: SupervisorOrder, supervisor: int, failed: int) -> NoReturn:
    """Become the program that is ordered; the process before is a child of the supervisor's.

    When that cannot be, a line about it goes to the handle `failed`, which closes when the program
    begins, and a sentence to standard error.
    """
    try:
        _prepare(order, supervisor)
    except (OSError, ValueError) as error:
        _refuse(order, NotStarted.of("sandbox", error), failed)
    try:
        # Apart from the steps before: only what fails here can be the fault of a bot's own program.
        os.execvp(order.argv[0], list(order.argv))  # noqa: S606  it is why we are here
    except (OSError, ValueError) as error:
        _refuse(order, NotStarted.of("program", error), failed)


def _refuse(order: SupervisorOrder, problem: NotStarted, failed: int) -> NoReturn:
    with suppress(OSError):
        os.write(failed, problem.line())
        os.write(2, f"stych: {order.argv[0]} cannot be started: {problem.text}\n".encode())
    os._exit(_NOT_FOUND if problem.number == errno.ENOENT else _CANNOT_RUN)


def _prepare(order: SupervisorOrder, supervisor: int) -> None:
    # What a process ignores, the program that it becomes ignores too: Python ignores SIGPIPE, the
    # supervisor SIGINT, and a shell may have started us with others ignored.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    # As long as we have the rights: the files of a group belong to the user that made it. All that
    # this process starts is in the group from here on.
    for folder in order.groups.values():
        Path(folder, "cgroup.procs").write_text("0")
    if order.cpus and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, order.cpus)
    _open(order.files)
    # It mounts, which only root may.
    view.lay_open(order.laid_open)
    if order.uid is not None:
        _become(order.uid)
    # After the change of user, at which the kernel forgets the signal.
    _prctl(_SET_PDEATHSIG, signal.SIGKILL)
    # The supervisor may have ended before the line above; then no signal will come any more.
    if os.getppid() != supervisor:
        raise OSError("its supervisor has ended")
    os.chdir(order.folder)
    _limit(order.rlimits)
    # Last, as little can be opened from here on, and the filter forbids some of the calls above.
    if order.landlock:
        readable = (*map(Path, order.readable), *own_process.readable())
        writable = [Path(name) for name in order.writable]
        landlock.restrict(readable, writable, port=order.port, network=order.network)
    if order.seccomp:
        seccomp.install(bytes.fromhex(order.seccomp))


def _open(files: Mapping[int, str]) -> None:
    for number, data in files.items():
        # Memory instead of a file: nothing is left behind that somebody would have to remove.
        handle = os.memfd_create(f"stych-{number}")
        with os.fdopen(handle, "wb", closefd=False) as file:
            file.write(bytes.fromhex(data))
        os.lseek(handle, 0, os.SEEK_SET)
        # Python's handles close when the program begins, unless they are made inheritable; dup2
        # does that.
        if handle == number:
            os.set_inheritable(handle, True)
        else:
            os.dup2(handle, number)
            os.close(handle)


def _become(uid: int) -> None:
    """Become the user; what an earlier bot left running under the number is killed.

    Groups are given up first, since only root may do it. The signal goes to all processes of the
    user but this one.
    """
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    with suppress(OSError):
        os.kill(-1, signal.SIGKILL)


def _limit(rlimits: Mapping[str, int]) -> None:
    for name, value in rlimits.items():
        which = getattr(resource, f"RLIMIT_{name}", None)
        if which is None:
            continue
        hard = resource.getrlimit(which)[1]
        most = value if hard == resource.RLIM_INFINITY else min(value, hard)
        # The hard limit as well, else the program could raise its own.
        resource.setrlimit(which, (most, most))
