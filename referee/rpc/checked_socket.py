"""A Unix socket that serves one bot alone: who calls is known by the kernel's word.

It is for bots that run as one user among each other. gRPC's own listener does not tell who called,
so it lies where no bot can find it, and what the right one says is passed on.
"""

import asyncio
import secrets
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.rpc.process import private_folder
from referee.sandbox import callers

_SO_PEERCRED: Final = 17
_CREDENTIALS: Final = struct.Struct("=iII")
_MOST: Final = 64
"""Connections at once, as of the server behind it."""


class CheckedSocket:
    """In the bot's home. A connection of another bot is closed, and its keeper ends it."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._path = home / "referee.sock"
        self.address = f"unix:{self._path}"
        self._private = private_folder()
        self.behind = Path(self._private.name, secrets.token_hex(8))
        """The folder in which the server is to listen. To know its name is to reach it."""
        self.behind.mkdir(mode=0o700)
        self._lines: set[_Line] = set()
        self._server: asyncio.AbstractServer | None = None

    async def open(self) -> None:
        """Listen; the server behind it listens already."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_unix_server(self._line, self._path)

    def close(self) -> None:
        """Hang up on all, and remove what was made for it."""
        if self._server:
            self._server.close()
        for line in list(self._lines):
            line.hang_up()
        self._private.cleanup()

    def _line(self) -> "_Line":
        return _Line(self)

    def admits(self, line: "_Line", peer: socket.socket) -> bool:
        """Whether the line is the bot's and not one too many; another bot's keeper is told."""
        pid, _, _ = _CREDENTIALS.unpack(
            peer.getsockopt(socket.SOL_SOCKET, _SO_PEERCRED, _CREDENTIALS.size)
        )
        keeper = callers.keeper_of(pid)
        if keeper is None:
            return False
        home = callers.home_of(keeper)
        if home and Path(home) != self._home:
            callers.accuse(keeper)
        if Path(home) != self._home or len(self._lines) >= _MOST:
            return False
        self._lines.add(line)
        return True

    def forget(self, line: "_Line") -> None:
        """It has ended."""
        self._lines.discard(line)

    async def connect(self, to: asyncio.Protocol) -> asyncio.Transport:
        """A connection to the server behind. Raises OSError."""
        path = str(self.behind / "referee.sock")
        transport, _ = await asyncio.get_running_loop().create_unix_connection(lambda: to, path)
        return transport


class _End(asyncio.Protocol):
    """One end of a line: what comes goes out at the other one, no faster than that takes it."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: _End | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.Transport):
            self.transport = transport

    def data_received(self, data: bytes) -> None:
        if self.other and self.other.transport:
            self.other.transport.write(data)

    def pause_writing(self) -> None:
        if self.other and self.other.transport:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other and self.other.transport:
            self.other.transport.resume_reading()

    def connection_lost(self, _: Exception | None) -> None:
        if self.other and self.other.transport:
            self.other.transport.close()


class _Line(_End):
    """The end that calls; little of it is read before the server behind is there."""

    def __init__(self, checked: CheckedSocket) -> None:
        super().__init__()
        self._checked = checked
        self._joining: asyncio.Task[None] | None = None
        self._early = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.transport is None:
            return
        if not self._checked.admits(self, transport.get_extra_info("socket")):
            self.transport.abort()
            return
        self._joining = asyncio.create_task(self._join())

    def data_received(self, data: bytes) -> None:
        if self.other:
            super().data_received(data)
        elif self.transport:
            self._early += data
            self.transport.pause_reading()

    async def _join(self) -> None:
        server = _End()
        server.other = self
        try:
            await self._checked.connect(server)
        except OSError:
            self.hang_up()
            return
        self.other = server
        if self.transport is None or self.transport.is_closing():
            self.connection_lost(None)
            return
        super().data_received(self._early)
        self._early = b""
        self.transport.resume_reading()

    def connection_lost(self, _: Exception | None) -> None:
        self._checked.forget(self)
        super().connection_lost(None)

    def hang_up(self) -> None:
        """At once; what was on its way is lost."""
        for end in (self, self.other):
            if end and end.transport:
                with suppress(RuntimeError):
                    end.transport.abort()
