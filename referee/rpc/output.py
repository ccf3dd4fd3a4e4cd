"""Saves what a bot prints in a file of bounded size: the beginning and the end of the output."""

import asyncio
from collections import deque
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

from referee.files import make_anew
from referee.text import one_line

HEAD: Final = 256 * 1024
"""Bytes that are saved from the beginning of the output."""
TAIL: Final = 64 * 1024
"""Bytes that are saved from the end of the output."""
_CHUNK_SIZE: Final = 64 * 1024
"""The most bytes that are read from a pipe at once."""
_RECENT_SIZE: Final = 4096
"""Bytes of the latest output from which `last_words` takes its lines."""
_PAUSE_SECONDS: Final = 0.02
"""The wait before each next chunk once HEAD bytes are saved. A flood of output then takes little of
the referee's time, since the pipe fills and the bot has to wait."""


class OutputFile:
    """What a bot prints to standard output, or to standard error, in all of its starts together.

    At most HEAD + TAIL bytes are saved. If the bot prints more, a line between the two parts says
    how many bytes were left out. The file is made when the bot first prints something, and replaces
    any file at its path. The beginning is written at once, the end only by `close`. Output that
    cannot be written, as when the disk is full, is lost without an error. If a bot had to wait
    until it could be written, the bot would be late.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: FileIO | None = None
        self._head_size = 0
        """How many of the first HEAD bytes have come."""
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._beyond = 0
        """How many bytes came after the first HEAD bytes."""
        self._recent = b""
        """The last _RECENT_SIZE bytes since the latest start."""

    def begin(self) -> None:
        """Note that the bot is started again: `last_words` ignores all output before this."""
        self._recent = b""

    async def drain(self, stream: asyncio.StreamReader) -> None:
        """Save all that the stream brings, until it ends; it is read slowly after HEAD bytes."""
        while data := await stream.read(_CHUNK_SIZE):
            self.keep(data)
            if self._head_size >= HEAD:
                await asyncio.sleep(_PAUSE_SECONDS)

    def keep(self, data: bytes) -> None:
        """Save the data: the first HEAD bytes in the file, the end of the rest in memory.

        Not to be called after `close`.
        """
        self._recent = (self._recent + data)[-_RECENT_SIZE:]
        room = max(HEAD - self._head_size, 0)
        if room:
            self._write(data[:room])
            self._head_size += len(data[:room])
        if len(data) > room:
            self._keep_tail(data[room:])

    def _keep_tail(self, data: bytes) -> None:
        self._beyond += len(data)
        self._tail.append(data[-TAIL:])
        self._tail_size += len(self._tail[-1])
        # Only whole chunks are dropped here; `close` cuts the rest to TAIL bytes. Cutting it here
        # would copy TAIL bytes for each chunk of a flood.
        while self._tail_size - len(self._tail[0]) >= TAIL:
            self._tail_size -= len(self._tail.popleft())

    def last_words(self, lines: int = 5) -> str:
        """The last `lines` lines since the latest start, without blank ones, made printable.

        They are taken from the last 4096 bytes. So there may be fewer, and the first may be cut.
        """
        text = self._recent.decode(errors="replace")
        shown = [line for line in text.splitlines() if line.strip()][-lines:]
        return "\n".join(map(one_line, shown))

    def close(self) -> None:
        """Write the last TAIL bytes of what came after the first HEAD bytes, and close the file.

        It may be called again, and then does nothing.
        """
        if self._tail:
            end = b"".join(self._tail)[-TAIL:]
            if left_out := self._beyond - len(end):
                self._write(f"\n... {left_out} bytes left out ...\n".encode())
            self._write(end)
            self._tail.clear()
        if self._file:
            self._file.close()

    def _write(self, data: bytes) -> None:
        with suppress(OSError):
            if self._file is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                # Unbuffered: what was written is in the file even if the referee is killed.
                self._file = make_anew(self.path)
            self._file.write(data)
