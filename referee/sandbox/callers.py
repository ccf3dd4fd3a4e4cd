"""Which program has called a Unix socket, and how its supervisor is told of what it did.

For bots that all run as one user, whom file modes cannot keep apart.
"""

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Final

ACCUSED: Final = signal.SIGUSR1
"""The signal that tells a supervisor to end its program."""
DEED: Final = "called the socket of another bot"
"""The line that the supervisor then leaves in the program's standard error, after "stych: "."""
_PROC: Final = Path("/proc")
_SUPERVISOR: Final = "from referee.sandbox.supervisor import main; main()"
_TRIES: Final = 3


def supervisor_of(pid: int) -> int | None:
    """The number of the supervisor above the process.

    None if there is none or the process has ended.

    It is the outermost one: a program may start what looks like one, but not above its own.
    """
    for _ in range(_TRIES):
        above = _ancestors(pid)
        # A process on the way up may have ended while we read; its children have another parent by
        # now.
        if above is not None:
            return next(filter(_is_supervisor, reversed(above)), None)
    return None


def home_of(supervisor: int) -> str:
    """The HOME of what it supervises, which says whose bot it is; "" when it has ended.

    It is read from the supervisor's environment, which its program cannot change.
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
    """The process, its parent, and so on to the first of all; None when one of them has ended."""
    found: list[int] = []
    while pid > 0:
        found.append(pid)
        try:
            text = (_PROC / str(pid) / "stat").read_text(errors="replace")
        except OSError:
            return None
        # The name of a program, in parentheses, may have spaces and parentheses in it.
        pid = int(text.rpartition(")")[2].split()[1])
    return found


def _is_supervisor(pid: int) -> bool:
    try:
        words = (_PROC / str(pid) / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return words[1:4] == [b"-I", b"-S", b"-c"] and words[4].endswith(_SUPERVISOR.encode())
