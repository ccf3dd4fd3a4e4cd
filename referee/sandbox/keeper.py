"""The keeper: a small process that starts one program as it was ordered, and ends with it.

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
from referee.sandbox.entering import enter, prctl
from referee.sandbox.group import Group
from referee.sandbox.keeper_order import KeeperOrder
from referee.sandbox.starting import STATUS, NotStarted, read_line, report, report_running

_SET_CHILD_SUBREAPER = 36
_LOOK_SECONDS = 0.1
_KILL_SECONDS = 10.0
_PAUSE_SECONDS = 0.002
_MOST_BYTES = 4096
_BEYOND_FILES = 32


def main() -> NoReturn:
    """Keep the program that the last word of the command line orders."""
    order = KeeperOrder.read(sys.argv[-1])
    control = os.dup(0)
    report_running(control)
    with open(os.devnull) as nothing:  # noqa: PTH123  nothing else is needed of pathlib's
        os.dup2(nothing.fileno(), 0)
    prctl(_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    devices.hold()
    keeper = Keeper(order)
    signal.signal(callers.ACCUSED, keeper.accused)
    try:
        keeper.start()
        keeper.watch(control)
    except _Stopped:
        pass
    except OSError as error:
        report(control, NotStarted.of("keeper", error))
    else:
        if problem := keeper.not_started():
            report(control, problem)
    finally:
        keeper.end(control)
    _exit_like(keeper.status, codes_are_signals=order.bubblewrap)


def _is_let_go(control: int) -> bool:
    waiting = select.poll()
    waiting.register(control, select.POLLIN | select.POLLHUP)
    return bool(waiting.poll(0))


class _Stopped(Exception):  # noqa: N818  no error
    """A signal asks for the end."""


def _stop(*_: object) -> NoReturn:
    raise _Stopped


class Keeper:
    """Keeps one program."""

    def __init__(self, order: KeeperOrder) -> None:
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
        """How the program ended, as wait tells it."""

    def start(self) -> None:
        """Start the program. Raises OSError when there can be no further process."""
        keeper = os.getpid()
        self._told, telling = _pipe()
        self._stated, stating = _pipe()
        self._child = os.fork()
        if not self._child:
            if self._order.bubblewrap:
                os.dup2(stating, STATUS)
            enter(self._order, keeper, telling)
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
        """Until the program has ended, is to end, or has to."""
        waiting = select.poll()
        waiting.register(control, select.POLLIN | select.POLLHUP)
        if hasattr(os, "pidfd_open"):
            waiting.register(os.pidfd_open(self._child), select.POLLIN)
        while True:
            ready = [handle for handle, _ in waiting.poll(_LOOK_SECONDS * 1000)]
            self._reap()
            if control in ready:
                return
            if self.status is not None:
                if self._group and self._group.ran_out_of_memory():
                    self._killed = True
                    _say("out of memory")
                return
            if problem := self._looked():
                self._killed = True
                _say(problem)
                return

    def accused(self, *_: object) -> None:
        """Whoever checks the callers of a socket has found one that is kept here."""
        self._deed = callers.DEED

    def end(self, control: int) -> None:
        """Kill all that is left, until nothing is.

        The groups go when nobody holds the other end of the pipe: else they are yet to be read.
        """
        until = time.monotonic() + _KILL_SECONDS
        while self._reap() and time.monotonic() < until:
            self._kill()
            time.sleep(_PAUSE_SECONDS)
        if self._group and _is_let_go(control):
            self._group.remove()

    def _looked(self) -> str:
        """What cannot be read for once says nothing about the program."""
        try:
            return self._too_much()
        except (OSError, ValueError):
            return ""

    def _too_much(self) -> str:
        """What all of it together has too much of; where a group bounds it, only memory ends it.

        Or what it did that it must not.
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
        if not Path("/proc/self").exists():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._child, signal.SIGKILL)
        if self._order.uid is not None:
            _kill_all_of(self._order.uid)

    def _reap(self) -> bool:
        """Take note of who has ended. False when nobody is left."""
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
    """The end that is written to has a number that no file of an order has."""
    ours, theirs = os.pipe()
    moved = fcntl.fcntl(theirs, fcntl.F_DUPFD_CLOEXEC, _BEYOND_FILES)
    os.close(theirs)
    return ours, moved


def _read(handle: int) -> bytes:
    """What lies in the pipe; a program that still runs may hold its other end."""
    os.set_blocking(handle, False)
    with suppress(OSError):
        return os.read(handle, _MOST_BYTES)
    return b""


def _group(order: KeeperOrder) -> Group | None:
    folders = {name: Path(folder) for name, folder in order.groups.items()}
    unified = folders.pop("", None)
    return Group(unified, folders) if order.groups else None


def _kill_all_of(uid: int) -> None:
    """Only a process of that user can kill all of them at once, faster than they can fork."""
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
    """Among the last words of the program."""
    with suppress(OSError):
        os.write(2, f"\nstych: {what}\n".encode())


def _exit_like(status: int | None, *, codes_are_signals: bool) -> NoReturn:
    """End as the program has ended."""
    code = 0
    number = int(signal.SIGKILL)
    if status is not None:
        ended = os.waitstatus_to_exitcode(status)
        code, number = max(ended, 0), max(-ended, 0)
    if codes_are_signals and 128 < code < 128 + signal.NSIG:
        number = code - 128
    if number:
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(code)
