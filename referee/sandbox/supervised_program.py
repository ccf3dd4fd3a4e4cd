"""A program as its supervisor sees it: started, watched for what it uses, and ended whole."""

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
from referee.sandbox.starting import STATUS, NotStarted, read_line
from referee.sandbox.supervisor_order import SupervisorOrder

_LOOK_SECONDS: Final = 0.1
"""Seconds between two looks at what it uses: a look reads some files of each of its processes."""
_KILL_SECONDS: Final = 10.0
"""How long its processes are killed again and again.

One that the kernel holds in a call cannot die before the call returns. The referee waits somewhat
longer for the supervisor (referee/rpc/process.py).
"""
_PAUSE_SECONDS: Final = 0.002
"""Seconds between two attempts: who was killed takes a moment to end."""
_MOST_BYTES: Final = 4096
"""What is read of a pipe; a report of our child or of bubblewrap is a short line."""
_BEYOND_FILES: Final = 32
"""The lowest number for a handle of ours that the child inherits.

The child puts STATUS and the files of an order on their numbers, all below this one
(referee/sandbox/bubblewrap.py): a handle of ours that had such a number would be closed by that.
"""


class SupervisedProgram:
    """One program, and all that it starts: started, watched, and ended whole.

        start --> running --watch--> over, or to be ended --end--> nothing is left of it

    `control` is a handle on which the referee's end shows: it can be read, or is hung up, as soon
    as the referee lets go of the program or is itself killed.
    """

    def __init__(self, order: SupervisorOrder) -> None:
        self._order = order
        self._group = _group(order)
        self._child = 0
        self._told = -1
        """Where the child tells why it could not become the program."""
        self._stated = -1
        """Where bubblewrap states what became of the program."""
        self._killed = False
        """Whether it was ended for using too much, or for a deed."""
        self._deed = ""
        self.status: int | None = None
        """The wait status of the program; None while it runs."""

    def start(self) -> None:
        """Start the program. Raises OSError when there can be no further process."""
        supervisor = os.getpid()
        self._told, telling = _pipe()
        self._stated, stating = _pipe()
        self._child = os.fork()
        if not self._child:
            if self._order.bubblewrap:
                os.dup2(stating, STATUS)
            enter(self._order, supervisor, telling)
        os.close(telling)
        os.close(stating)

    def not_started(self) -> NotStarted | None:
        """Why the program never ran; None when it did, or may have.

        To be asked after `watch` and before `end`: how the program ended when `end` killed it says
        nothing of its start. Bubblewrap states an exit code only of a program that it could start.
        """
        if told := read_line(_read(self._told)):
            return told
        stated = b"exit-code" in _read(self._stated) or not self._order.bubblewrap
        if stated or self._killed or self.status is None or os.WIFSIGNALED(self.status):
            return None
        return NotStarted("sandbox", "bubblewrap could not make the view of the machine")

    def watch(self, control: int) -> None:
        """Return when the program has ended, is to end, or has too much.

        It is to end as soon as the referee's end shows on `control`.
        """
        waiting = select.poll()
        waiting.register(control, select.POLLIN | select.POLLHUP)
        if hasattr(os, "pidfd_open"):
            # Wakes us at once when the program ends; without it (macOS) the next look notices.
            waiting.register(os.pidfd_open(self._child), select.POLLIN)
        while True:
            ready = [handle for handle, _ in waiting.poll(_LOOK_SECONDS * 1000)]
            self._reap()
            if control in ready:
                return
            if self.status is not None:
                if self._group and self._group.ran_out_of_memory():
                    # The kernel may have killed it before we looked: its exit says SIGKILL, and not
                    # why.
                    self._killed = True
                    _say("out of memory")
                return
            if problem := self._reason_to_end():
                self._killed = True
                _say(problem)
                return

    def accused(self, *_: object) -> None:
        """Handle the signal that what runs here has called another bot's socket: note the deed."""
        self._deed = callers.DEED

    def end(self, control: int) -> None:
        """Kill all that is left, until nothing is, or for _KILL_SECONDS.

        The groups are removed when nobody holds the other end of `control`: else they are yet to be
        read.
        """
        until = time.monotonic() + _KILL_SECONDS
        # Again and again: what is being forked while we kill is not in the list yet.
        while self._reap() and time.monotonic() < until:
            self._kill()
            time.sleep(_PAUSE_SECONDS)
        if self._group and _is_let_go(control):
            self._group.remove()

    def _reason_to_end(self) -> str:
        """What `_too_much` says; "" also when it cannot read a file, as that is no reason."""
        try:
            return self._too_much()
        except (OSError, ValueError):
            return ""

    def _too_much(self) -> str:
        """What all of it together has too much of, or a deed that it must not do; "" when nothing.

        Where a group bounds it, the kernel enforces the rest, and only memory ends the program.
        """
        order = self._order
        if self._deed:
            return self._deed
        if self._group:
            return "out of memory" if self._group.ran_out_of_memory() else ""
        pids = tree.descendants(os.getpid())
        most = order.memory
        # What is quick to count counts shared memory for each: only then it is worth to be exact.
        if most and tree.memory(pids) > most and tree.shared_memory(pids) > most:
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
        # Without /proc nobody can be found; those of the program's own session can be killed
        # together.
        if not Path("/proc/self").exists():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._child, signal.SIGKILL)
        if self._order.uid is not None:
            _kill_all_of(self._order.uid)

    def _reap(self) -> bool:
        """Wait for all children that have ended; False when there are none left at all."""
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
    """Whether the referee's end shows: it has written, or nobody holds the other end any more."""
    waiting = select.poll()
    waiting.register(control, select.POLLIN | select.POLLHUP)
    return bool(waiting.poll(0))


def _pipe() -> tuple[int, int]:
    """A pipe's reading and writing end; the latter lies beyond the numbers of an order's files."""
    ours, theirs = os.pipe()
    try:
        moved = fcntl.fcntl(theirs, fcntl.F_DUPFD_CLOEXEC, _BEYOND_FILES)
    except OSError as error:
        # So the kernel tells of a number beyond the limit of open files, and not as it does of
        # numbers that are all taken.
        if error.errno == errno.EINVAL:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE)) from None
        raise
    finally:
        os.close(theirs)
    return ours, moved


def _read(handle: int) -> bytes:
    """What lies in the pipe, without waiting: a program that still runs may hold its other end."""
    os.set_blocking(handle, False)
    with suppress(OSError):
        return os.read(handle, _MOST_BYTES)
    return b""


def _group(order: SupervisorOrder) -> Group | None:
    folders = {name: Path(folder) for name, folder in order.groups.items()}
    unified = folders.pop("", None)
    return Group(unified, folders) if order.groups else None


def _kill_all_of(uid: int) -> None:
    """Kill all processes of the user at once, which only one of that user can.

    One after the other would lose against a program that forks faster than it can be found.
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
