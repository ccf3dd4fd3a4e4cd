"""Starts one program for its supervisor, watches what it uses, and ends all its processes."""

import errno
import fcntl
import os
import select
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.sandbox import buffers, callers, tree
from referee.sandbox.entering import enter
from referee.sandbox.group import Group
from referee.sandbox.starting import NO_VIEW, STATUS_HANDLE, NotStarted, read_line
from referee.sandbox.supervisor_order import SupervisorOrder

_LOOK_SECONDS: Final = 0.1
"""Seconds between two looks at what the program uses; each reads some files of each process."""
_KILL_SECONDS: Final = 10.0
"""Seconds for which the program's processes are killed again and again.

A process that the kernel holds in a call cannot die before the call returns. The referee waits
somewhat longer for the supervisor (referee/rpc/process.py).
"""
_PAUSE_SECONDS: Final = 0.002
"""Seconds between two attempts to kill: a killed process takes a moment to end."""
_MOST_BYTES: Final = 4096
"""At most this much is read of a pipe; a report of the child or of bubblewrap is a short line."""
_BEYOND_FILES: Final = 32
"""The lowest number for the writing ends of pipes, which the child inherits.

The child opens STATUS_HANDLE and the files of the order at fixed numbers, all below this one
(referee/sandbox/bubblewrap.py), and so would close a pipe that had one of those numbers.
"""


class SupervisedProgram:
    """One program and all that it starts.

        start --> running --watch--> over, or to be ended --end--> none of its processes is left

    `control` is the supervisor's end of the socket to the referee: it becomes readable, or is hung
    up, as soon as the referee lets go of the program or is itself killed.
    """

    def __init__(self, order: SupervisorOrder) -> None:
        self._order = order
        self._group = _group(order)
        self._child = 0
        self._child_pipe = -1
        """The pipe from the child, which writes why it could not become the program."""
        self._bubblewrap_pipe = -1
        """The pipe from bubblewrap, which writes how the program started and ended."""
        self._killed = False
        """Whether the program was ended for using too much, or for its deed."""
        self._deed = ""
        """DEED once the program was accused of it, else ""."""
        self._terminated = False
        """Whether the supervisor has got SIGTERM."""
        self.status: int | None = None
        """The wait status of the program; None until it has ended."""

    def start(self) -> None:
        """Start the program. Raises OSError when no further pipe or process can be made."""
        supervisor = os.getpid()
        self._child_pipe, from_child = _pipe()
        self._bubblewrap_pipe, from_bubblewrap = _pipe()
        self._child = os.fork()
        if not self._child:
            if self._order.bubblewrap:
                os.dup2(from_bubblewrap, STATUS_HANDLE)
            enter(self._order, supervisor, from_child)
        os.close(from_child)
        os.close(from_bubblewrap)

    def not_started(self) -> NotStarted | None:
        """Why the program never ran; None when it did, or may have.

        To be called once, after `watch` and before `end`. When `end` has killed the program, its
        status says nothing about its start.
        """
        if problem := read_line(_read(self._child_pipe)):
            return problem
        # Bubblewrap tells an exit code only of a program that it could start.
        has_run = b"exit-code" in _read(self._bubblewrap_pipe) or not self._order.bubblewrap
        if has_run or self._killed or self.status is None or os.WIFSIGNALED(self.status):
            return None
        return NotStarted("sandbox", NO_VIEW)

    def watch(self, control: int) -> None:
        """Wait until the program has ended or has to be ended.

        It has to be ended when the referee lets go of it on `control`, when its processes use too
        much, or when it was `accused` or `terminated`. Raises OSError when no handle can be opened.
        """
        waiting = select.poll()
        waiting.register(control, select.POLLIN | select.POLLHUP)
        if hasattr(os, "pidfd_open"):
            # This ends the wait at once when the program ends; without it the next look notices.
            waiting.register(os.pidfd_open(self._child), select.POLLIN)
        while True:
            ready = [handle for handle, _ in waiting.poll(_LOOK_SECONDS * 1000)]
            self._reap()
            if control in ready or self._terminated:
                return
            if self.status is not None:
                if self._group and self._group.ran_out_of_memory():
                    # The kernel killed it between two looks; its status has SIGKILL, but no reason.
                    self._killed = True
                    _say("out of memory")
                return
            if problem := self._reason_to_end():
                self._killed = True
                _say(problem)
                return

    def accused(self, *_: object) -> None:
        """Handle the signal ACCUSED: the program has called the socket of another bot."""
        self._deed = callers.DEED

    def terminated(self, *_: object) -> None:
        """Handle SIGTERM. An exception could interrupt `end`, and leave some processes running."""
        self._terminated = True

    def end(self, control: int) -> None:
        """Kill all processes of the program until none is left, for _KILL_SECONDS at most.

        Removes the group if the referee has let go of the program on `control`. Otherwise the
        referee has yet to read what the group has used, and removes it itself.
        """
        until = time.monotonic() + _KILL_SECONDS
        # Again and again, since a process that is being forked meanwhile is not listed yet.
        while self._reap() and time.monotonic() < until:
            self._kill()
            time.sleep(_PAUSE_SECONDS)
        if self._group and _is_let_go(control):
            self._group.remove()

    def _reason_to_end(self) -> str:
        """The program's deed, or what all its processes have too much of; "" for neither."""
        # That a file cannot be read is no reason to end.
        try:
            return self._deed or self._too_much()
        except (OSError, ValueError):
            return ""

    def _too_much(self) -> str:
        """What all processes together have too much of; "" for nothing.

        In a group the kernel enforces the limits, and only a lack of memory ends the program.
        """
        order = self._order
        if self._group:
            return "out of memory" if self._group.ran_out_of_memory() else ""
        pids = tree.descendants(os.getpid())
        most = order.memory
        # The quick count comes first. It counts shared memory once for each process, so too high.
        if most and tree.memory(pids) > most and tree.memory_counted_once(pids) > most:
            return f"more than the {most >> 20} MB of memory that it may use"
        if order.processes and tree.tasks(pids) > order.processes:
            return f"more than the {order.processes} processes that it may have"
        return buffers.too_much(pids, order)

    def _kill(self) -> None:
        if self._group:
            self._group.kill()
        for pid in tree.below(os.getpid()):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        # Without /proc (macOS) descendants cannot be found, but the child's process group can.
        if not Path("/proc/self").exists():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._child, signal.SIGKILL)
        if self._order.uid is not None:
            _kill_all_of(self._order.uid)

    def _reap(self) -> bool:
        """Take the status of all children that have ended; False when no child is left at all."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if not pid:
                return True
            if pid == self._child:
                self.status = status


def _is_let_go(control: int) -> bool:
    """Whether the referee has let go: it has written, or nobody holds the socket's other end."""
    waiting = select.poll()
    waiting.register(control, select.POLLIN | select.POLLHUP)
    return bool(waiting.poll(0))


def _pipe() -> tuple[int, int]:
    """A pipe's reading and writing end; the number of the latter is at least _BEYOND_FILES."""
    reading, writing = os.pipe()
    try:
        moved = fcntl.fcntl(writing, fcntl.F_DUPFD_CLOEXEC, _BEYOND_FILES)
    except OSError as error:
        # EINVAL means that _BEYOND_FILES is above the limit of open files. That is the same
        # shortage as EMFILE, which means that all numbers are taken.
        if error.errno == errno.EINVAL:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE)) from None
        raise
    finally:
        os.close(writing)
    return reading, moved


def _read(handle: int) -> bytes:
    """What is in the pipe now; does not wait, as a running program may hold the writing end."""
    os.set_blocking(handle, False)
    with suppress(OSError):
        return os.read(handle, _MOST_BYTES)
    return b""


def _group(order: SupervisorOrder) -> Group | None:
    folders = {name: Path(folder) for name, folder in order.groups.items()}
    unified = folders.pop("", None)
    return Group(unified, folders) if order.groups else None


def _kill_all_of(uid: int) -> None:
    """Kill all processes of the user at once, by a child that becomes that user.

    Killed one by one, a program that forks fast enough would survive.
    """
    child = os.fork()
    if not child:
        try:
            os.setgroups([])
            os.setgid(uid)
            os.setuid(uid)
            with suppress(OSError):
                os.kill(-1, signal.SIGKILL)
        finally:
            os._exit(0)
    os.waitpid(child, 0)


def _say(what: str) -> None:
    """Write a line to the program's standard error, which ends up in a fault's evidence."""
    with suppress(OSError):
        os.write(2, f"\nstych: {what}\n".encode())
