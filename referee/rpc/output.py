"""What a bot prints, kept in a file of bounded size: its beginning and its end."""

import asyncio
from collections import deque
from io import FileIO
from pathlib import Path
from typing import Final

HEAD: Final = 256 * 1024
TAIL: Final = 64 * 1024
_CHUNK: Final = 64 * 1024
_PAUSE: Final = 0.02
"""Seconds between chunks once the head is full: a flood is drained, but slowly."""


class OutputFile:
    """The output of one bot over all its starts: at most HEAD + TAIL bytes and a line are kept.

    There is no file until the bot says something.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: FileIO | None = None
        self._written = 0
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._left_out = 0

    async def drain(self, stream: asyncio.StreamReader) -> None:
        """Keep what comes until the stream ends."""
        while data := await stream.read(_CHUNK):
            self.keep(data)
            if self._written >= HEAD:
                await asyncio.sleep(_PAUSE)

    def keep(self, data: bytes) -> None:
        """Take note of some output."""
        room = max(HEAD - self._written, 0)
        if room:
            self._write(data[:room])
            self._written += len(data[:room])
        if len(data) > room:
            self._keep_tail(data[room:])

    def _keep_tail(self, data: bytes) -> None:
        self._tail.append(data[-TAIL:])
        self._tail_size += len(data)
        while self._tail and self._tail_size - len(self._tail[0]) >= TAIL:
            gone = self._tail.popleft()
            self._tail_size -= len(gone)
            self._left_out += len(gone)

    def last_words(self, lines: int = 5) -> str:
        """The last lines so far, with control characters replaced."""
        end = b"".join(self._tail)
        if len(end) < 4096 and self._written:
            end = self.path.read_bytes()[-4096:] + end
        text = end[-4096:].decode(errors="replace")
        shown = [line for line in text.splitlines() if line.strip()][-lines:]
        return "\n".join(
            "".join(c if c.isprintable() else "\ufffd" for c in line) for line in shown
        )

    def close(self) -> None:
        """Write the end of what did not fit."""
        if self._tail:
            if self._left_out:
                self._write(f"\n... {self._left_out} bytes left out ...\n".encode())
            self._write(b"".join(self._tail)[-TAIL:])
            self._tail.clear()
        if self._file:
            self._file.close()

    def _write(self, data: bytes) -> None:
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("wb", buffering=0)
        self._file.write(data)
