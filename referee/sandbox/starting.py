"""What a supervisor reports about the start of its program, on its socket to the referee.

A report is lines of JSON. The first line says that the supervisor itself runs. A second one follows
if the program could not be started. The program cannot write to this socket, so it cannot forge a
report.
"""

import errno
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, Literal, NamedTuple, Self

SHORTAGES: Final = frozenset(
    {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN, errno.ENOSPC, errno.EDQUOT}
)
"""Error numbers for a resource that the machine ran out of, and may have again a moment later."""
SHORTAGE_WORDS: Final = tuple(map(os.strerror, sorted(SHORTAGES)))
"""The system's messages for SHORTAGES; a program that prints one of them met a shortage."""
NO_SUPERVISOR: Final = "its supervising process could not be started"
"""The text when a supervisor ended without a report."""
NO_VIEW: Final = "bubblewrap could not make the view of the machine"
"""The text when bubblewrap ended before the program began, without a signal."""
STATUS_HANDLE: Final = 8
"""The number of the handle to which bubblewrap writes the program's process id and exit code."""
_RUNS: Final = "the supervisor runs"
# A report is two short lines, so no more than this is read.
_MOST_BYTES: Final = 16 * 1024


class NotStarted(NamedTuple):
    """Why the program never ran, and whose fault that is."""

    step: Literal["supervisor", "sandbox", "program"]
    """What failed: the supervisor itself, the sandbox around the program, or the start of the
    program's file. Only the last one can be the bot's fault."""
    text: str
    """Why it failed, in words."""
    number: int = 0
    """The system's error number; 0 if there is none."""

    @property
    def is_shortage(self) -> bool:
        """Whether the machine ran out of something."""
        return self.number in SHORTAGES

    @classmethod
    def from_error(
        cls, step: Literal["supervisor", "sandbox", "program"], error: Exception
    ) -> Self:
        """The step, and the error for which it failed.

        The text of an OSError is its message without the number and the file's name.
        """
        number = error.errno or 0 if isinstance(error, OSError) else 0
        words = error.strerror if isinstance(error, OSError) else ""
        return cls(step, words or str(error), number)

    def line(self) -> bytes:
        """The line of JSON that reports this, with its newline."""
        return json.dumps(self._asdict()).encode() + b"\n"


def report_running(control: int) -> None:
    """Report that the supervisor runs; an error of the socket `control` is ignored."""
    _write(control, json.dumps(_RUNS).encode() + b"\n")


def report(control: int, problem: NotStarted) -> None:
    """Report why the program does not run; an error of the socket `control` is ignored."""
    _write(control, problem.line())


def read_report(handle: int) -> NotStarted | None:
    """Why the program never ran, as its supervisor reported to the socket `handle`.

    None if it reported no problem: then the program ran, or was stopped before. A supervisor that
    reported nothing at all is itself the problem. Does not wait, so the supervisor has to have
    ended. A report can be read only once.
    """
    lines = list(_lines(handle))
    if _RUNS not in lines:
        return NotStarted("supervisor", NO_SUPERVISOR)
    return next((NotStarted(**line) for line in lines if isinstance(line, dict)), None)


def read_line(data: bytes) -> NotStarted | None:
    """What the supervisor's child wrote as a `line` when it failed; None if it wrote nothing."""
    return NotStarted(**json.loads(data)) if data else None


def _write(control: int, data: bytes) -> None:
    # If the referee has ended, nobody needs the report, and the supervisor still has to clean up.
    with suppress(OSError):
        os.write(control, data)


def _lines(handle: int) -> Iterator[object]:
    data = b""
    with suppress(OSError):
        # The supervisor has ended, so its report is complete. A read that waits could wait forever,
        # since another process may still hold the socket's other end.
        os.set_blocking(handle, False)
        while len(data) < _MOST_BYTES and (more := os.read(handle, _MOST_BYTES)):
            data += more
    for line in data.splitlines():
        with suppress(ValueError):
            yield json.loads(line)
