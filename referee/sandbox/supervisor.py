"""The supervisor of one program: a small process that starts the program and ends with it.

It stands between the referee and the program. When its standard input ends, because the referee
says so or was killed, it kills all that the program has started, down to the last orphan; the same
when the program itself has ended, or when all of it together uses too much.
"""

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

from referee.sandbox import callers, devices
from referee.sandbox.entering import adopt_orphans, forbid_core_dumps
from referee.sandbox.starting import NotStarted, report, report_running
from referee.sandbox.supervised_program import SupervisedProgram
from referee.sandbox.supervisor_order import SupervisorOrder

_SURVIVED: Final = frozenset(
    {
        signal.SIGCHLD,
        signal.SIGCONT,
        signal.SIGSTOP,
        signal.SIGTSTP,
        signal.SIGTTIN,
        signal.SIGTTOU,
        signal.SIGURG,
        signal.SIGWINCH,
    }
)
"""Signals that end no process: with a code that looks like one of them, the program has exited."""


def main() -> NoReturn:
    """Supervise the program that the last word of the command line orders, and end as it ends."""
    order = SupervisorOrder.read(sys.argv[-1])
    # Away from handle 0, which the program inherits: whoever has it could report in our name.
    control = os.dup(0)
    report_running(control)
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    # Orphans below become our children, so that the program can leave none behind.
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    # Before the program runs, as it could take the locks first.
    devices.hold()
    program = SupervisedProgram(order)
    signal.signal(callers.ACCUSED, program.accused)
    try:
        program.start()
        program.watch(control)
    except _Stopped:
        pass
    except OSError as error:
        report(control, NotStarted.of("supervisor", error))
    else:
        # Bubblewrap ends when it cannot make its view, so it is only known now whether the program
        # ran.
        if problem := program.not_started():
            report(control, problem)
    finally:
        program.end(control)
    _exit_like(program.status, codes_are_signals=order.bubblewrap)


class _Stopped(Exception):  # noqa: N818  no error
    """A signal asks for the end."""


def _stop(*_: object) -> NoReturn:
    raise _Stopped


def _exit_like(status: int | None, *, codes_are_signals: bool) -> NoReturn:
    """End as the program has ended, so that the referee sees its exit code or signal.

    Bubblewrap tells a signal as a code above 128, as shells do.
    """
    code = 0
    number = int(signal.SIGKILL)
    if status is not None:
        ended = os.waitstatus_to_exitcode(status)
        code, number = max(ended, 0), max(-ended, 0)
    if codes_are_signals and 128 < code < 128 + signal.NSIG and code - 128 not in _SURVIVED:
        number = code - 128
    if number:
        # Some signals write the memory of who they end to a file: ours is of no use to anybody.
        forbid_core_dumps()
        with suppress(OSError, ValueError):
            # We handle or ignore some signals ourselves, and would survive them.
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(code)
