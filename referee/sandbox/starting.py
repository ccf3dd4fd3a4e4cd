"""What a supervisor reports of the start of its program, on the socket by which it lives.

Lines of JSON. The first one says that the supervisor itself runs; another one follows when it could
not start the program. A program cannot write there, so that none of this is its own word.
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
"""Errors that say that the machine ran out of something, which may be there a moment later."""
SHORTAGE_WORDS: Final = tuple(map(os.strerror, sorted(SHORTAGES)))
"""The system's words for them, by which they are known in what a program says."""
STATUS: Final = 8
"""The number of the handle to which bubblewrap writes what became of the program, as JSON."""
_RUNS: Final = "the supervisor runs"
# A report is two short lines; whatever is longer is no report.
_MOST_BYTES: Final = 16 * 1024


class NotStarted(NamedTuple):
    """Why the program never ran, and whose fault that is."""

    step: Literal["supervisor", "sandbox", "program"]
    """What failed: the supervisor itself, what it does before the program, or the program's file.
    Only the last of them can be the bot's fault."""
    text: str
    number: int = 0
    """The system's error number; 0 if there is none."""

    @property
    def is_shortage(self) -> bool:
        """Whether the machine ran out of something."""
        return self.number in SHORTAGES

    @classmethod
    def of(cls, step: Literal["supervisor", "sandbox", "program"], error: Exception) -> Self:
        """The reason as an error has it, with the system's words without the file's name."""
        number = error.errno or 0 if isinstance(error, OSError) else 0
        words = error.strerror if isinstance(error, OSError) else ""
        return cls(step, words or str(error), number)

    def line(self) -> bytes:
        """The line of JSON that is reported, with its end."""
        return json.dumps(self._asdict()).encode() + b"\n"


def report_running(control: int) -> None:
    """Report that the supervisor has begun; a broken socket is passed over."""
    _write(control, json.dumps(_RUNS).encode() + b"\n")


def report(control: int, problem: NotStarted) -> None:
    """Report that the program does not run; a broken socket is passed over."""
    _write(control, problem.line())


def read_report(handle: int) -> NotStarted | None:
    """What a supervisor that has ended had reported; None if the program ran."""
    lines = list(_lines(handle))
    if _RUNS not in lines:
        return NotStarted("supervisor", "its supervising process could not be started")
    return next((NotStarted(**line) for line in lines if isinstance(line, dict)), None)


def read_line(data: bytes) -> NotStarted | None:
    """The line that the supervisor's child wrote before it ended; None if it wrote nothing."""
    return NotStarted(**json.loads(data)) if data else None


def _write(control: int, data: bytes) -> None:
    # The referee may be gone: then nobody needs to know, and the supervisor has to end all the
    # same.
    with suppress(OSError):
        os.write(control, data)


def _lines(handle: int) -> Iterator[object]:
    data = b""
    with suppress(OSError):
        # The supervisor has ended, so all is there; some other process may still hold the other
        # end.
        os.set_blocking(handle, False)
        while len(data) < _MOST_BYTES and (more := os.read(handle, _MOST_BYTES)):
            data += more
    for line in data.splitlines():
        with suppress(ValueError):
            yield json.loads(line)
