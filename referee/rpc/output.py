"""Keeps what a bot prints in a file of bounded size: the beginning and the end of it."""

import asyncio
from collections import deque
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

from referee.files import make_anew
from referee.text import one_line

HEAD: Final = 256 * 1024
"""Bytes that are kept of the beginning."""
TAIL: Final = 64 * 1024
"""Bytes that are kept of the end."""
_CHUNK_SIZE: Final = 64 * 1024
_RECENT_SIZE: Final = 4096
"""Bytes of the latest output from which `last_words` takes its lines."""
_PAUSE_SECONDS: Final = 0.02
"""Between chunks once HEAD is full: a flood then takes little of the referee's time, since its pipe
fills and the bot has to wait."""


class OutputFile:
    """One stream of a bot, standard output or standard error, over all starts of the bot.

    At most HEAD + TAIL bytes are kept, with a line between them that says how many were left out.
    The file is made when the bot first prints something, in the place of any file that is there.
    The beginning is written at once, the end only by `close`. What cannot be written, as when the
    disk is full, is left out without an error: a bot that had to wait for it would be late.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: FileIO | None = None
        self._written = 0
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._beyond = 0
        """How many bytes came after the first HEAD bytes."""
        self._recent = b""

    def begin(self) -> None:
        """Begin another start of the bot: `last_words` has nothing from before this."""
        self._recent = b""

    async def drain(self, stream: asyncio.StreamReader) -> None:
        """Keep what comes until the stream ends. It is read more slowly once HEAD is full."""
        while data := await stream.read(_CHUNK_SIZE):
            self.keep(data)
            if self._written >= HEAD:
                await asyncio.sleep(_PAUSE_SECONDS)

    def keep(self, data: bytes) -> None:
        """Keep these bytes: the first HEAD of all go to the file, later ones wait for `close`."""
        self._recent = (self._recent + data)[-_RECENT_SIZE:]
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
        # Only whole chunks are dropped here, and `close` cuts the rest: to cut to TAIL bytes each
        # time would copy all of them for each chunk of a flood.
        while self._tail_size - len(self._tail[0]) >= TAIL:
            self._tail_size -= len(self._tail.popleft())

    def last_words(self, lines: int = 5) -> str:
        """The last lines since the latest start, without blank ones, made printable.

        They are of its last 4096 bytes, so that the first of them may be cut.
        """
        text = self._recent.decode(errors="replace")
        shown = [line for line in text.splitlines() if line.strip()][-lines:]
        return "\n".join(map(one_line, shown))

    def close(self) -> None:
        """Write the end of what came after the first HEAD bytes, and close the file.

        Nothing can be kept after this.
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
                # Unbuffered: what is written stays in the file when the referee is killed.
                self._file = make_anew(self.path)
            self._file.write(data)
