"""Finds which bot's program has called a Unix socket, and accuses the program to its supervisor.

This is for bots that all run as one user: file modes cannot keep them from each other's sockets.
"""

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Final

ACCUSED: Final = signal.SIGUSR1
"""The signal that tells a supervisor to end its program for the DEED."""
DEED: Final = "called the socket of another bot"
"""What the supervisor writes in a line of the program's standard error, after "stych: "."""
_PROC: Final = Path("/proc")
_SUPERVISOR: Final = "from referee.sandbox.supervisor import main; main()"
"""The end of the code that each supervisor is started with (SupervisorOrder.to_argv)."""
_TRIES: Final = 3
"""How often at most the ancestors of a process are read, as long as one of them ends meanwhile."""


def supervisor_of(pid: int) -> int | None:
    """The process id of the supervisor above the process `pid`.

    None if there is none, if the process has ended, or if ancestors of it keep ending meanwhile.

    The outermost supervisor counts: a program may start a process that looks like a supervisor, but
    cannot put one above its true supervisor.
    """
    for _ in range(_TRIES):
        ancestors = _ancestors(pid)
        # If an ancestor ended while they were read, its children have another parent by now.
        if ancestors is not None:
            return next(filter(_is_supervisor, reversed(ancestors)), None)
    return None


def home_of(supervisor: int) -> str:
    """The HOME of the supervisor's program, which differs for each bot; "" when it cannot be read.

    It is read from the supervisor's environment, which the program cannot change.
    """
    with suppress(OSError):
        for line in (_PROC / str(supervisor) / "environ").read_bytes().split(b"\0"):
            name, _, value = line.partition(b"=")
            if name == b"HOME":
                return os.fsdecode(value)
    return ""


def accuse(supervisor: int) -> None:
    """Have the supervisor end its program for having called the socket of another bot."""
    with suppress(ProcessLookupError, PermissionError):
        os.kill(supervisor, ACCUSED)


def _ancestors(pid: int) -> list[int] | None:
    """The process, its parent, and so on up to the first; None when one of them has ended."""
    chain: list[int] = []
    while pid > 0:
        chain.append(pid)
        try:
            text = (_PROC / str(pid) / "stat").read_text(errors="replace")
        except OSError:
            return None
        # The program's name stands in parentheses, and may itself have spaces and parentheses.
        pid = int(text.rpartition(")")[2].split()[1])
    return chain


def _is_supervisor(pid: int) -> bool:
    try:
        words = (_PROC / str(pid) / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return words[1:4] == [b"-I", b"-S", b"-c"] and words[4].endswith(_SUPERVISOR.encode())
