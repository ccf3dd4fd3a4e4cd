"""The supervisor of one program: a small process that starts it and ends with it.

It stands between the referee and the program. When its standard input ends, because the referee
says so or was killed, it kills all that the program has started, down to the last orphan; the same
when the program itself has ended, or when all of it together uses too much.
"""

import fcntl
import os
import select
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from referee.sandbox import buffers, callers, devices, tree
from referee.sandbox.entering import adopt_orphans, enter
from referee.sandbox.group import Group
from referee.sandbox.starting import STATUS, NotStarted, read_line, report, report_running
from referee.sandbox.supervisor_order import SupervisorOrder

_LOOK_SECONDS = 0.1
_KILL_SECONDS = 10.0
_PAUSE_SECONDS = 0.002
_MOST_BYTES = 4096
_BEYOND_FILES = 32


def main() -> NoReturn:
    """Supervise the program that the last word of the command line orders, and end as it ends."""
    order = SupervisorOrder.read(sys.argv[-1])
    # Away from handle 0, which the program inherits: whoever has it could report in our name.
    control = os.dup(0)
    report_running(control)
    with open(os.devnull) as nothing:  # noqa: PTH123  nothing else is needed of pathlib's
        os.dup2(nothing.fileno(), 0)
    # Orphans below become our children, so that the program can leave none behind.
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    # Before the program runs, as it could take the locks first.
    devices.hold()
    supervisor = Supervisor(order)
    signal.signal(callers.ACCUSED, supervisor.accused)
    try:
        supervisor.start()
        supervisor.watch(control)
    except _Stopped:
        pass
    except OSError as error:
        report(control, NotStarted.of("supervisor", error))
    else:
        # Bubblewrap ends when it cannot make its view, so it is only known now whether the program
        # ran.
        if problem := supervisor.not_started():
            report(control, problem)
    finally:
        supervisor.end(control)
    _exit_like(supervisor.status, codes_are_signals=order.bubblewrap)


def _is_let_go(control: int) -> bool:
    waiting = select.poll()
    waiting.register(control, select.POLLIN | select.POLLHUP)
    return bool(waiting.poll(0))


class _Stopped(Exception):  # noqa: N818  no error
    """A signal asks for the end."""


def _stop(*_: object) -> NoReturn:
    raise _Stopped


class Supervisor:
    """Starts one program, watches it, and ends all of it."""

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
        """Why the program never ran, to be asked when all has ended; None when it did, or may have.

        Bubblewrap states an exit code only of a program that it could start.
        """
        if told := read_line(_read(self._told)):
            return told
        stated = b"exit-code" in _read(self._stated) or not self._order.bubblewrap
        if stated or self._killed or self.status is None or os.WIFSIGNALED(self.status):
            return None
        return NotStarted("sandbox", "bubblewrap could not make the view of the machine")

    def watch(self, control: int) -> None:
        """Return when the program has ended, is told to end by `control`, or has too much."""
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
            if problem := self._looked():
                self._killed = True
                _say(problem)
                return

    def accused(self, *_: object) -> None:
        """Handle the signal that what runs here has called another bot's socket: note the deed."""
        self._deed = callers.DEED

    def end(self, control: int) -> None:
        """Kill all that is left, until nothing is or ten seconds are over.

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

    def _looked(self) -> str:
        """What `_too_much` says; a file that cannot be read now says nothing about the program."""
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
        for pid in tree.descendants(os.getpid()):
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


def _pipe() -> tuple[int, int]:
    """A pipe's reading and writing end; the latter lies beyond the numbers of an order's files."""
    ours, theirs = os.pipe()
    moved = fcntl.fcntl(theirs, fcntl.F_DUPFD_CLOEXEC, _BEYOND_FILES)
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


def _exit_like(status: int | None, *, codes_are_signals: bool) -> NoReturn:
    """End as the program has ended, so that the referee sees its exit code or signal.

    Bubblewrap tells a signal as a code above 128, as shells do.
    """
    code = 0
    number = int(signal.SIGKILL)
    if status is not None:
        ended = os.waitstatus_to_exitcode(status)
        code, number = max(ended, 0), max(-ended, 0)
    if codes_are_signals and 128 < code < 128 + signal.NSIG:
        number = code - 128
    if number:
        with suppress(OSError, ValueError):
            # We handle or ignore some signals ourselves, and would survive them.
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(code)
