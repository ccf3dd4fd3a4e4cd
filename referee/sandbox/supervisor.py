"""The supervisor of one program: a small process that starts the program and ends with it.

The referee starts the supervisor, with a socket as its standard input. The supervisor starts the
program, and kills every process that the program has started, orphans too, as soon as

- the referee writes to the socket, closes it or is killed,
- the program has ended,
- its processes together use too much,
- the program is accused of having called the socket of another bot (callers.py), or
- the supervisor gets SIGTERM.
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
"""Signals that by default end no process: 128 plus one of these is the program's own exit code."""


def main() -> NoReturn:
    """Run the program of the order in the last argument, and end with its exit code or signal."""
    order = SupervisorOrder.read(sys.argv[-1])
    # The program inherits handle 0. If that were the socket, the program could forge a report.
    control = os.dup(0)
    report_running(control)
    with Path(os.devnull).open() as null:
        os.dup2(null.fileno(), 0)
    # Orphans become children of this process, which can then find and kill them.
    adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # This comes before the program runs, as the program could take the locks first.
    devices.hold()
    program = SupervisedProgram(order)
    signal.signal(callers.ACCUSED, program.accused)
    signal.signal(signal.SIGTERM, program.terminated)
    try:
        program.start()
        program.watch(control)
    except OSError as error:
        report(control, NotStarted.from_error("supervisor", error))
    else:
        # Whether the program ran is known only now: bubblewrap may fail after its own start.
        if problem := program.not_started():
            report(control, problem)
    finally:
        program.end(control)
    _exit_like(program.status, codes_are_signals=order.bubblewrap)


def _exit_like(status: int | None, *, codes_are_signals: bool) -> NoReturn:
    """End as the program has ended, so that the referee sees its exit code or signal.

    `status` is the program's wait status; None counts as SIGKILL. With `codes_are_signals`, an exit
    code of 128 plus the number of a signal that can end a process counts as that signal, as
    bubblewrap reports it.
    """
    code = 0
    number = int(signal.SIGKILL)
    if status is not None:
        exit_code = os.waitstatus_to_exitcode(status)
        code, number = max(exit_code, 0), max(-exit_code, 0)
    if codes_are_signals and 128 < code < 128 + signal.NSIG and code - 128 not in _SURVIVED:
        number = code - 128
    if number:
        # Some signals also write a core file, and the supervisor's would be of no use.
        forbid_core_dumps()
        with suppress(OSError, ValueError):
            # This process would survive the signals that it handles or ignores.
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(code)
