"""A network that can be disturbed: a proxy between a scheduler and those who dial it."""

import asyncio
import socket
import struct
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Final, Self, TypeVar

T = TypeVar("T")
_RESET_AT_CLOSE: Final = struct.pack("ii", 1, 0)
"""The value of SO_LINGER by which a socket, when it is closed, resets its connection."""
_CHUNK: Final = 1 << 16


class _Line:
    """One connection: both of its ends."""

    def __init__(self, *ends: asyncio.StreamWriter) -> None:
        self.ends = ends

    def cut(self, *, reset: bool) -> None:
        """End it at both ends: in order, or by a reset."""
        for end in self.ends:
            if reset:
                own = end.get_extra_info("socket")
                own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_AT_CLOSE)
                end.transport.abort()
            else:
                end.close()


class Proxy:
    """Hands on what comes to a port of its own, as long as nothing is wrong.

    All that it is told takes effect at once, also for connections that are there.
    """

    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self._lines: set[_Line] = set()
        self._delay = 0.0
        self._is_torn = False
        self._goes = asyncio.Event()
        self._goes.set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.connections = 0
        """How many there ever were."""
        self.port = self._do(self._serve())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def delay(self, seconds: float) -> None:
        """Let all that is sent take so much longer."""
        self._do(self._set(delay=seconds))

    def cut(self, *, reset: bool = False) -> None:
        """End all connections that are there; new ones may come."""
        self._do(self._cut(reset=reset))

    def tear(self) -> None:
        """Reset the connection on which data comes next, when half of this data is handed on."""
        self._do(self._set(is_torn=True))

    def hold(self) -> None:
        """Hand on no data, and say so to nobody: all connections are there, new ones as well."""
        self._do(self._hold())

    def let_go(self) -> None:
        """Hand on what was held, and what comes."""
        self._do(self._let_go())

    def _do(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(60)

    # -- in its thread

    async def _serve(self) -> int:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _end(self) -> None:
        self._server.close()
        self._goes.set()
        await self._cut(reset=True)
        others = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*others, return_exceptions=True)

    async def _set(self, *, delay: float | None = None, is_torn: bool = False) -> None:
        self._delay = self._delay if delay is None else delay
        self._is_torn |= is_torn

    async def _hold(self) -> None:
        self._goes.clear()

    async def _let_go(self) -> None:
        self._goes.set()

    async def _cut(self, *, reset: bool) -> None:
        for line in list(self._lines):
            line.cut(reset=reset)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            far_reader, far_writer = await asyncio.open_connection(*self._target)
        except OSError:
            writer.close()
            return
        line = _Line(writer, far_writer)
        self._lines.add(line)
        try:
            await asyncio.gather(
                self._hand_on(reader, far_writer, line), self._hand_on(far_reader, writer, line)
            )
        finally:
            self._lines.discard(line)
            line.cut(reset=False)

    async def _hand_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: _Line
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(_CHUNK):
                if self._delay:
                    await asyncio.sleep(self._delay)
                await self._goes.wait()
                if self._is_torn and len(data) > 1:
                    self._is_torn = False
                    writer.write(data[: len(data) // 2])
                    await asyncio.sleep(0)
                    line.cut(reset=True)
                    return
                writer.write(data)
                await writer.drain()
        line.cut(reset=False)
