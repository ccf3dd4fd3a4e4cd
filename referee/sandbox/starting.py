"""What a keeper reports of the start of its program, on the socket by which it lives.

Lines of JSON. The first one says that the keeper itself runs; another one follows when it could not
start the program. A program cannot write there, so that none of this is its own word.
"""

import errno
import json
import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Final, Literal, Self

SHORTAGES: Final = frozenset(
    {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN, errno.ENOSPC, errno.EDQUOT}
)
"""What a machine runs out of, and what may be there again a moment later."""
STATUS: Final = 8
"""The handle at which bubblewrap states what became of the program, in JSON."""
_RUNS: Final = "the keeper runs"
_MOST_BYTES: Final = 16 * 1024


@dataclass(frozen=True, slots=True)
class NotStarted:
    """Why the program never ran."""

    step: Literal["keeper", "sandbox", "program"]
    """What failed: the keeper itself, what it does before the program, or the program's file."""
    text: str
    number: int = 0
    """The error of the system, if there is one."""

    @property
    def is_shortage(self) -> bool:
        """Whether the machine ran out of something."""
        return self.number in SHORTAGES

    @classmethod
    def of(cls, step: Literal["keeper", "sandbox", "program"], error: Exception) -> Self:
        """As the error says."""
        number = error.errno or 0 if isinstance(error, OSError) else 0
        words = error.strerror if isinstance(error, OSError) else ""
        return cls(step, words or str(error), number)

    def line(self) -> bytes:
        """As it is reported."""
        return json.dumps(asdict(self)).encode() + b"\n"


def report_running(control: int) -> None:
    """Of the keeper: it has begun."""
    _write(control, json.dumps(_RUNS).encode() + b"\n")


def report(control: int, problem: NotStarted) -> None:
    """Of the keeper: the program does not run."""
    _write(control, problem.line())


def read_report(handle: int) -> NotStarted | None:
    """What was reported on the other end by a keeper that has ended; None if the program ran."""
    lines = list(_lines(handle))
    if _RUNS not in lines:
        return NotStarted("keeper", "its supervising process could not be started")
    return next((NotStarted(**line) for line in lines if isinstance(line, dict)), None)


def read_line(data: bytes) -> NotStarted | None:
    """The line that a child of the keeper wrote before it ended; None if it wrote nothing."""
    return NotStarted(**json.loads(data)) if data else None


def _write(control: int, data: bytes) -> None:
    # The referee may be gone; then nobody needs to know.
    with suppress(OSError):
        os.write(control, data)


def _lines(handle: int) -> Iterator[object]:
    data = b""
    with suppress(OSError), socket.socket(fileno=os.dup(handle)) as end:
        end.setblocking(False)
        while len(data) < _MOST_BYTES and (more := end.recv(_MOST_BYTES)):
            data += more
    for line in data.splitlines():
        with suppress(ValueError):
            yield json.loads(line)
