"""Holds back what processes write to standard error, until it is known whether it is to be shown.

gRPC and Python write hundreds of lines about one shortage, of which the user needs a sentence.
"""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import reduction
from typing import Any, Final

from referee.sandbox.starting import SHORTAGE_WORDS

_STDERR: Final = 2
_MOST_BYTES: Final = 64 * 1024
"""How many bytes at the end of the held text are read."""
_LONGEST: Final = 200
"""How many characters of a line are quoted in a sentence."""
_PREFIX: Final = re.compile(r"[DIWEF]\d{4} [\d:.]+\s+\d+ \S+\] ")
"""The beginning of gRPC's lines: level and day, time, thread, place in its source."""
_SHORT_OF: Final = (
    *SHORTAGE_WORDS,
    "MemoryError",
    "can't start new thread",
    "failed to map segment",
    "Memory allocation",
)
"""Parts of the lines in which programs say that the machine ran out of something."""


class StandardError:
    """A descriptor that a new process makes its standard error, when it calls `restore`.

    It can be passed as an argument of a process of multiprocessing, which begins with another
    standard error.
    """

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the descriptor, for a new process that is being started."""
        return _received, (reduction.DupFd(self._number),)

    def restore(self) -> None:
        """Make the descriptor the standard error of this process; a second call does nothing."""
        if self._number >= 0:
            os.dup2(self._number, _STDERR)
            os.close(self._number)
            self._number = -1


def real_error() -> int:
    """A new descriptor of this process's standard error, which the caller closes.

    It leads to the null device if standard error is closed.
    """
    try:
        return os.dup(_STDERR)
    # This process was started without a standard error, so nobody wants to read it.
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)


@contextmanager
def error_at(number: int, real: int) -> Iterator[None]:
    """Let standard error lead to the descriptor `number` in the block, and to `real` afterwards."""
    os.dup2(number, _STDERR)
    try:
        yield
    finally:
        os.dup2(real, _STDERR)


class HeldWords:
    """A temporary file in the place of the standard error of processes.

    The owner has to call `drop`. Raises OSError when the file cannot be made.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  closed by `drop`
        self._real = real_error()

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Let processes that are started in the block, and this one, write to the file."""
        with error_at(self._file.fileno(), self._real):
            yield

    def reason(self) -> tuple[str, bool]:
        """The line that says why a process ended, and whether it is about a shortage.

        It is the last line about a shortage, or else the last line; "" if there are no lines.
        """
        lines = [_PREFIX.sub("", line.strip()) for line in self.text().splitlines()]
        lines = [line[:_LONGEST] for line in lines if line]
        short = [line for line in lines if any(each in line for each in _SHORT_OF)]
        return (short or lines or [""])[-1], bool(short)

    def tell(self) -> None:
        """Write the held text to the real standard error; errors of writing are ignored."""
        with suppress(OSError):
            os.write(self._real, self.text().encode())

    def drop(self) -> None:
        """Close the file. The text is lost, unless `tell` was called."""
        self._file.close()
        os.close(self._real)

    def text(self) -> str:
        """The held text; of a long text only the end."""
        size = os.fstat(self._file.fileno()).st_size
        start = max(0, size - _MOST_BYTES)
        return os.pread(self._file.fileno(), _MOST_BYTES, start).decode(errors="replace")


def _received(duplicate: Any) -> StandardError:
    return StandardError(duplicate.detach())
