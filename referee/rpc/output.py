"""What a bot prints, kept in a file of bounded size: its beginning and its end."""

import asyncio
from collections import deque
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

from referee.files import make_anew
from referee.text import one_line

HEAD: Final = 256 * 1024
TAIL: Final = 64 * 1024
_CHUNK: Final = 64 * 1024
# Bytes of the latest output that a fault's evidence is taken from.
_WORDS: Final = 4096
_PAUSE: Final = 0.02
"""Seconds between chunks once the head is full: a flood is drained, but slowly."""


class OutputFile:
    """The output of one bot over all its starts: at most HEAD + TAIL bytes and a line are kept.

    There is no file until the bot prints something. What the disk has no room for is left out: a
    bot that had to wait for it would be late.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: FileIO | None = None
        self._written = 0
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._beyond = 0
        """How many bytes came after the head."""
        self._recent = b""

    def begin(self) -> None:
        """Note that the bot was started anew: its last words are those after this."""
        self._recent = b""

    async def drain(self, stream: asyncio.StreamReader) -> None:
        """Keep what comes until the stream ends, more slowly once the head is full."""
        while data := await stream.read(_CHUNK):
            self.keep(data)
            if self._written >= HEAD:
                await asyncio.sleep(_PAUSE)

    def keep(self, data: bytes) -> None:
        """Take some output into the file or, beyond the head, into what is kept of the end."""
        self._recent = (self._recent + data)[-_WORDS:]
        room = max(HEAD - self._written, 0)
        if room:
            self._write(data[:room])
            self._written += len(data[:room])
        if len(data) > room:
            self._keep_tail(data[room:])

    def _keep_tail(self, data: bytes) -> None:
        self._beyond += len(data)
        self._tail.append(data[-TAIL:])
        self._tail_size += len(self._tail[-1])
        # Whole chunks go, so that no byte is copied again for each piece of a flood; the rest is
        # cut once, at the end.
        while self._tail_size - len(self._tail[0]) >= TAIL:
            self._tail_size -= len(self._tail.popleft())

    def last_words(self, lines: int = 5) -> str:
        """The last lines since the last start that are not blank, safe to be shown."""
        text = self._recent.decode(errors="replace")
        shown = [line for line in text.splitlines() if line.strip()][-lines:]
        return "\n".join(map(one_line, shown))

    def close(self) -> None:
        """Write the end of what did not fit into the head, and close the file."""
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
                # Unbuffered: what a bot said just before the referee was killed is in the file all
                # the same.
                self._file = make_anew(self.path)
            self._file.write(data)
