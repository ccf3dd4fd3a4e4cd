"""Lines that a person types, awaited without holding up the event loop."""

import asyncio
import os
import termios
import threading
from contextlib import suppress
from typing import Final, Protocol

_CHUNK: Final = 4096
"""The most bytes of one read."""
_LONGEST: Final = 4096
"""When this many bytes were read without a line end, they are taken as a line, so that an endless
line cannot fill the memory."""


class Keyboard(Protocol):
    """The source of a person's answers, line by line."""

    shows_prompts: bool
    """Whether `next` shows its prompt; if not, the caller shows it."""

    def discard(self) -> None:
        """Forget the keys that were typed ahead, if the input is a terminal."""

    async def next(self, prompt: str = "") -> str | None:
        """The next line without its line end; None at the end of the input. May be cancelled."""


class Lines:
    """The lines of a file descriptor: a terminal, a pipe or a file.

    A thread reads the descriptor, but only when a line is waited for. The thread may be left
    blocked when the program ends. So it does not read `sys.stdin`, whose lock it would hold then.
    """

    shows_prompts = False

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._buffer = b""
        self._ended = False
        self._reading: asyncio.Future[bytes] | None = None

    def discard(self) -> None:
        """Forget what was typed ahead at a terminal; lines of a pipe or a file stay to be read."""
        if not flushed(self._descriptor):
            return
        self._buffer = b""
        # A finished read has bytes that were typed for a question that was given up. An empty
        # result means the end of the input, and must not be forgotten.
        if self._reading and self._reading.done() and self._reading.result():
            self._reading = None

    async def next(self, prompt: str = "") -> str | None:
        """The next line without its line end; None at the end of the input. May be cancelled.

        The prompt is not shown. Bytes that are no UTF-8 are replaced.
        """
        del prompt
        while b"\n" not in self._buffer and len(self._buffer) < _LONGEST and not self._ended:
            # A read that was begun for a cancelled call still goes on; its bytes are used here.
            self._reading = self._reading or self._read()
            data = await asyncio.shield(self._reading)
            self._reading = None
            self._buffer += data
            self._ended = not data
        if not self._buffer:
            return None
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    def _read(self) -> "asyncio.Future[bytes]":
        loop = asyncio.get_running_loop()
        coming: asyncio.Future[bytes] = loop.create_future()

        def read() -> None:
            # An OSError means that the descriptor is closed or that the terminal is gone.
            try:
                data = os.read(self._descriptor, _CHUNK)
            except OSError:
                data = b""
            # A RuntimeError means that the loop has ended: nobody waits for the bytes.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, coming, data)

        threading.Thread(target=read, daemon=True).start()
        return coming


def flushed(descriptor: int) -> bool:
    """Discard the unread input of a terminal; returns whether the descriptor is a terminal."""
    try:
        termios.tcflush(descriptor, termios.TCIFLUSH)
    except termios.error:
        return False
    return True


def _settle(coming: "asyncio.Future[bytes]", data: bytes) -> None:
    if not coming.done():
        coming.set_result(data)
