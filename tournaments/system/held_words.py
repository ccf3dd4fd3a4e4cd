"""What processes write to standard error, held back until it is known whether it is worth telling.

gRPC and Python tell of one shortage in hundreds of lines, where the user needs a sentence.
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
_LONGEST: Final = 200
"""Characters of a line that is told within a sentence."""
_PREFIX: Final = re.compile(r"[DIWEF]\d{4} [\d:.]+\s+\d+ \S+\] ")
"""What stands before gRPC's words: level and day, time, thread, place in its source."""
_SHORT_OF: Final = (
    *SHORTAGE_WORDS,
    "MemoryError",
    "can't start new thread",
    "failed to map segment",
    "Memory allocation",
)
"""How programs tell that the machine ran out of something."""


class StandardError:
    """A handle of standard error, to be given to a process that begins with another one."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __reduce__(self) -> tuple[Any, ...]:
        """What multiprocessing hands over; raises RuntimeError but while it starts a process."""
        return _arrived, (reduction.DupFd(self._number),)

    def restore(self) -> None:
        """Let this process write to it from now on; a second call does nothing."""
        if self._number >= 0:
            os.dup2(self._number, _STDERR)
            os.close(self._number)
            self._number = -1


def real_error() -> int:
    """A new descriptor of this process's standard error, which the caller closes."""
    try:
        return os.dup(_STDERR)
    # Whoever started us has closed it: then nobody is to read anything.
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)


@contextmanager
def error_at(number: int, real: int) -> Iterator[None]:
    """Have standard error lead to a descriptor in here, and to the `real` one afterwards."""
    os.dup2(number, _STDERR)
    try:
        yield
    finally:
        os.dup2(real, _STDERR)


class HeldWords:
    """A file in place of the standard error of processes. Raises OSError when it cannot be made.

    It has to be ended by `drop`.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  closed by `drop`
        self._real = real_error()

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Processes that are started in here write to the file."""
        with error_at(self._file.fileno(), self._real):
            yield

    def reason(self) -> tuple[str, bool]:
        """The line that tells why a process ended, and whether that is a shortage.

        It is the last one about a shortage, else the last of all; "" when there is none.
        """
        lines = [_PREFIX.sub("", line.strip()) for line in self.text().splitlines()]
        lines = [line[:_LONGEST] for line in lines if line]
        short = [line for line in lines if any(each in line for each in _SHORT_OF)]
        return (short or lines or [""])[-1], bool(short)

    def tell(self) -> None:
        """Write what was held to the real standard error, unless that takes nothing."""
        with suppress(OSError):
            os.write(self._real, self.text().encode())

    def drop(self) -> None:
        """End this; what was not told is forgotten."""
        self._file.close()
        os.close(self._real)

    def text(self) -> str:
        """What is held, or the end of it where it is long."""
        size = os.fstat(self._file.fileno()).st_size
        start = max(0, size - _MOST_BYTES)
        return os.pread(self._file.fileno(), _MOST_BYTES, start).decode(errors="replace")


def _arrived(duplicate: Any) -> StandardError:
    return StandardError(duplicate.detach())
