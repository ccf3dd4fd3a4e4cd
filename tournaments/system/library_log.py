"""Writes to a file what a worker process and its libraries print to standard error.

gRPC's core prints its log from its own threads, past Python. On a terminal the log would stand in
the middle of tables and lines about progress.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from referee.rpc.output import OutputFile
from tournaments.system.held_words import StandardError, error_at, real_error

_CHUNK: Final = 1 << 16
"""How many bytes are read at once."""
_END_SECONDS: Final = 2.0
"""For how many seconds the pipe is still read after the process has ended: another process may
hold it open."""


class LibraryLog:
    """The log of one process, of bounded size; there is no file if nothing is written.

    The owner has to call `close`. Raises OSError when there can be no pipe to the process.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._output = OutputFile(path)
        self._lock = threading.Lock()
        self._written = self._closed = False
        # The process writes to a pipe and not to the file, whose size nobody could bound then. The
        # pipe is read in this process, so that the last words of a crash are logged as well.
        reading, self._writing = os.pipe()
        self.standard_error = StandardError(self._writing)
        """For a process that begins with another standard error: its end of the pipe."""
        self._reader = threading.Thread(target=self._read, args=(reading,), daemon=True)
        self._reader.start()

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Let processes that are started in the block, and this one, write to the log."""
        real = real_error()
        try:
            with error_at(self._writing, real):
                yield
        finally:
            os.close(real)

    def process_started(self) -> None:
        """Note that the process was started, or could not be: the log now ends with the process.

        A second call does nothing.
        """
        if self._writing >= 0:
            os.close(self._writing)
            self._writing = -1

    def write(self, data: bytes) -> None:
        """Write these bytes of this process to the log, too. After `close` they are ignored."""
        with self._lock:
            if data and not self._closed:
                self._written = True
                self._output.keep(data)

    def close(self) -> str:
        """End the log of a process that has ended. Returns its path; "" if nothing was written."""
        self.process_started()
        self._reader.join(_END_SECONDS)
        with self._lock:
            if not self._closed:
                self._closed = True
                self._output.close()
        return str(self.path) if self._written else ""

    def _read(self, reading: int) -> None:
        try:
            while data := os.read(reading, _CHUNK):
                self.write(data)
        finally:
            os.close(reading)
