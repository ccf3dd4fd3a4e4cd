"""Runs a command in a sandbox and says what is still there when it has ended.

The next moment the sandbox ends that as well, so nobody outside could see it. A program by itself:
WORDS SECONDS COMMAND... It needs nothing but the standard library, and ends as the command does.
"""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator

_SET_CHILD_SUBREAPER = 36


def main(words: str, seconds: float, command: list[str]) -> None:
    """Run the command; `seconds` after its end tell of each process that is left.

    The lines on standard error begin with `words`.
    """
    # Orphans become our children, which is how they are found.
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    first = os.fork()
    if not first:
        os.execvp(command[0], command)  # noqa: S606  it is why we are here
    status = None
    while status is None:
        pid, how = os.waitpid(-1, 0)
        # Others that end meanwhile are waited for as well, and are no end of the command.
        status = how if pid == first else None
    # What is about to end is no leftover.
    time.sleep(seconds)
    if _somebody_is_left():
        for name in _names():
            os.write(2, f"{words}{name}\n".encode())
    _end_like(os.waitstatus_to_exitcode(status))


def _somebody_is_left() -> bool:
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _names() -> Iterator[str]:
    """The command lines of our children, or their numbers where one may not look."""
    try:
        with open("/proc/thread-self/children") as file:  # noqa: PTH123  quick to start
            pids = file.read().split()
    except OSError:
        pids = ["a process"]
    for pid in pids:
        try:
            with open(f"/proc/{pid}/cmdline", errors="replace") as file:  # noqa: PTH123
                yield " ".join(file.read().split("\0"))[:80].strip() or pid
        except OSError:
            yield pid


def _end_like(code: int) -> None:
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), sys.argv[3:])
