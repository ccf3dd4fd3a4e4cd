"""The steps by which a process confines itself and then becomes the program.

Two more functions set options of the kernel for the supervisor itself.
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
# The exit codes of shells for a program that cannot be run, and for one that does not exist.
_CANNOT_RUN, _NOT_FOUND = 126, 127


def _prctl(option: int, value: int) -> None:
    """Set an option of this process in the kernel; does nothing on systems other than Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def adopt_orphans() -> None:
    """Make this process the parent of its orphaned descendants, so that it finds them (Linux)."""
    _prctl(_SET_CHILD_SUBREAPER, 1)


def forbid_core_dumps() -> None:
    """Forbid that others read this process's memory, or that a signal writes it to a file (Linux).

    A size limit of 0 for core files is not enough: it does not hold on a machine where the kernel
    passes them to a program.
    """
    _prctl(_SET_DUMPABLE, 0)


def enter(order: SupervisorOrder, supervisor: int, failed: int) -> NoReturn:
    """Become the program of the `order`, in a new child of the process `supervisor`.

    If that fails, a line (NotStarted.line) goes to the handle `failed` and a sentence to standard
    error, and the process exits. The handle closes when the program begins.
    """
    try:
        _prepare(order, supervisor)
    except (OSError, ValueError) as error:
        _refuse(order, NotStarted.from_error("sandbox", error), failed)
    try:
        # Apart from the steps above, since only a failure here can be the fault of the bot.
        os.execvp(order.argv[0], list(order.argv))  # noqa: S606  it is why we are here
    except (OSError, ValueError) as error:
        _refuse(order, NotStarted.from_error("program", error), failed)


def _refuse(order: SupervisorOrder, problem: NotStarted, failed: int) -> NoReturn:
    with suppress(OSError):
        os.write(failed, problem.line())
        os.write(2, f"stych: {order.argv[0]} cannot be started: {problem.text}\n".encode())
    os._exit(_NOT_FOUND if problem.number == errno.ENOENT else _CANNOT_RUN)


def _prepare(order: SupervisorOrder, supervisor: int) -> None:
    # A signal that this process ignores would also be ignored by the program: Python ignores
    # SIGPIPE, the supervisor SIGINT. Nor must SIGTERM call the supervisor's handler here.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    os.setsid()
    # Before the change of user, as the files of a group belong to the user that made it. "0" stands
    # for this process; all that it starts from here on is in the group as well.
    for folder in order.groups.values():
        Path(folder, "cgroup.procs").write_text("0")
    if order.cpus and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, order.cpus)
    _open(order.files)
    # Before the change of user too: this mounts, which only root may.
    view.lay_open(order.laid_open)
    if order.uid is not None:
        _become(order.uid)
    # After the change of user, because that makes the kernel forget this setting.
    _prctl(_SET_PDEATHSIG, signal.SIGKILL)
    # If the supervisor ended before the line above, its end sends no signal.
    if os.getppid() != supervisor:
        raise OSError("its supervisor has ended")
    os.chdir(order.folder)
    _limit(order.rlimits)
    # Last, since Landlock allows to open little, and the filter forbids some of the calls above.
    if order.landlock:
        readable = (*map(Path, order.readable), *own_process.readable())
        writable = [Path(name) for name in order.writable]
        landlock.restrict(readable, writable, port=order.port, network=order.network)
    if order.seccomp:
        seccomp.install(bytes.fromhex(order.seccomp))


def _open(files: Mapping[int, str]) -> None:
    """Open a file in memory at each of the numbers, with the data given in hexadecimal digits."""
    for number, data in files.items():
        # Files in memory vanish by themselves, while files on disk would have to be removed.
        handle = os.memfd_create(f"stych-{number}")
        with os.fdopen(handle, "wb", closefd=False) as file:
            file.write(bytes.fromhex(data))
        os.lseek(handle, 0, os.SEEK_SET)
        # Handles that Python opens close when the program begins, unless they are made inheritable,
        # as dup2 does.
        if handle == number:
            os.set_inheritable(handle, True)
        else:
            os.dup2(handle, number)
            os.close(handle)


def _become(uid: int) -> None:
    """Become the user, and kill all processes that an earlier bot left running as that user."""
    # The groups come first, since only root may change them.
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    with suppress(OSError):
        # -1 stands for all processes that this user may signal, except for this one.
        os.kill(-1, signal.SIGKILL)


def _limit(rlimits: Mapping[str, int]) -> None:
    """Set the limits of this process, none above its hard limit; unknown limits are skipped."""
    for name, value in rlimits.items():
        which = getattr(resource, f"RLIMIT_{name}", None)
        if which is None:
            continue
        hard = resource.getrlimit(which)[1]
        allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
        # The hard limit too, or else the program could raise the soft one again.
        resource.setrlimit(which, (allowed, allowed))
