"""Runs a command, and reports the processes that are left when it has ended.

It runs inside of the sandbox, which ends these processes together with it, so that they cannot be
seen from outside. This file is a program with the arguments PREFIX SECONDS COMMAND... It needs only
the standard library, and ends as the command does.
"""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator

_SET_CHILD_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of Linux, which the standard library does not name."""


def main(prefix: str, seconds: float, command: list[str]) -> None:
    """Run the command; `seconds` after its end, print a line for each orphan that is left.

    A process that an orphan has started is not listed. The lines go to standard error and begin
    with `prefix`. Does not return.
    """
    # Orphaned descendants become children of this process, where they can be found.
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    main_pid = os.fork()
    if not main_pid:
        os.execvp(command[0], command)  # noqa: S606  the purpose of this program
    status = None
    while status is None:
        pid, ended = os.waitpid(-1, 0)
        # An orphan that ends meanwhile is reaped here too, while the command still runs.
        status = ended if pid == main_pid else None
    # A process that is about to end does not count as left.
    time.sleep(seconds)
    if _children_are_left():
        for name in _names():
            os.write(2, f"{prefix}{name}\n".encode())
    _end_like(os.waitstatus_to_exitcode(status))


def _children_are_left() -> bool:
    """Whether a child still runs; children that have ended are reaped."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _names() -> Iterator[str]:
    """The beginnings of the children's command lines; the process id where one is not readable.

    If the system does not list children, only "a process".
    """
    try:
        with open("/proc/thread-self/children") as file:  # noqa: PTH123  quick to start
            pids = file.read().split()
    except OSError:
        # No folder in /proc has this name, so the loop below gives the name itself.
        pids = ["a process"]
    for pid in pids:
        try:
            with open(f"/proc/{pid}/cmdline", errors="replace") as file:  # noqa: PTH123
                yield " ".join(file.read().split("\0"))[:80].strip() or pid
        except OSError:
            yield pid


def _end_like(code: int) -> None:
    """End with this exit code; a negative one is the number of the signal to end by."""
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), sys.argv[3:])
