"""Lines that a person types, awaited without holding up the event loop."""

import asyncio
import os
import termios
import threading
from contextlib import suppress
from typing import Final, Protocol

_CHUNK: Final = 4096
_LONGEST: Final = 4096
"""Bytes; a line that is longer is taken in pieces, so that it cannot fill the memory."""


class Keyboard(Protocol):
    """Where a person's answers come from."""

    shows_prompts: bool
    """Whether `next` shows its prompt; if not, the caller does."""

    def discard(self) -> None:
        """Forget the keys that were typed ahead, where the input is a terminal."""

    async def next(self, prompt: str = "") -> str | None:
        """The next line without its end; None when there are no more. May be cancelled."""


class Lines:
    """The lines of a file descriptor: a terminal, a pipe or a file.

    It is read only while a line is waited for. A thread does it, which may be left blocked when the
    program ends; that is why it reads the descriptor and not `sys.stdin`, whose lock it would hold
    then.
    """

    shows_prompts = False

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._buffer = b""
        self._ended = False
        self._reading: asyncio.Future[bytes] | None = None

    def discard(self) -> None:
        """Forget what was typed ahead; lines of a pipe or a file are kept for their questions."""
        if not flushed(self._descriptor):
            return
        self._buffer = b""
        # What it has read was typed for a question that was given up. The end stays one.
        if self._reading and self._reading.done() and self._reading.result():
            self._reading = None

    async def next(self, prompt: str = "") -> str | None:
        """The next line without its end; None when there are no more. May be cancelled."""
        del prompt
        while b"\n" not in self._buffer and len(self._buffer) < _LONGEST and not self._ended:
            # One that was begun for a line that was given up goes on, and its bytes are not lost.
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
            # An OSError means that there is no such descriptor, or that the terminal is gone.
            try:
                data = os.read(self._descriptor, _CHUNK)
            except OSError:
                data = b""
            # A RuntimeError means that the loop has ended.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, coming, data)

        threading.Thread(target=read, daemon=True).start()
        return coming


def flushed(descriptor: int) -> bool:
    """Throw away what waits to be read from a terminal; whether it is one."""
    try:
        termios.tcflush(descriptor, termios.TCIFLUSH)
    except termios.error:
        return False
    return True


def _settle(coming: "asyncio.Future[bytes]", data: bytes) -> None:
    if not coming.done():
        coming.set_result(data)
