"""A Unix socket that serves one bot alone: the kernel says who calls (SO_PEERCRED).

It is for bots that all run as one user. gRPC's own listener does not tell who called, so it lies
where no bot can find it, and what the right bot says is passed on to it.
"""

import asyncio
import secrets
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.rpc.folders import PrivateFolder
from referee.sandbox import callers

# Linux's number and its struct ucred: process, user, group. Python names it on Linux alone.
_SO_PEERCRED: Final = 17
_CREDENTIALS: Final = struct.Struct("=iII")
_MOST: Final = 64
"""Connections at once, as many as the server behind it takes."""


class CheckedSocket:
    """A socket in the bot's home, and a hidden one of the server behind it.

    A connection of another bot is closed before a byte of it is read, and that bot is ended.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        self._path = home / "referee.sock"
        self.address = f"unix:{self._path}"
        self._private = PrivateFolder()
        self.behind = Path(self._private.path, secrets.token_hex(8))
        """The folder in which the server is to listen; who knows its random name can reach it."""
        self.behind.mkdir(mode=0o700)
        self._lines: set[_Line] = set()
        self._server: asyncio.AbstractServer | None = None

    async def open(self) -> None:
        """Begin to listen; the server behind it has to listen already. Raises OSError."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_unix_server(self._line, self._path)

    def close(self) -> None:
        """Cut all connections, and remove the folder that was made for it."""
        if self._server:
            self._server.close()
        for line in list(self._lines):
            line.hang_up()
        self._private.remove()

    def _line(self) -> "_Line":
        return _Line(self)

    def admits(self, line: "_Line", peer: socket.socket) -> bool:
        """Whether the caller is the bot itself and not one connection too many.

        The supervisor of another bot is told to end it.
        """
        pid, _, _ = _CREDENTIALS.unpack(
            peer.getsockopt(socket.SOL_SOCKET, _SO_PEERCRED, _CREDENTIALS.size)
        )
        supervisor = callers.supervisor_of(pid)
        # The caller has ended already, or belongs to no bot: refused, and nobody is blamed.
        if supervisor is None:
            return False
        home = callers.home_of(supervisor)
        # Every bot has a home of its own, whichever worker started it, so the home says whose it
        # is.
        if home and Path(home) != self._home:
            callers.accuse(supervisor)
        if Path(home) != self._home or len(self._lines) >= _MOST:
            return False
        self._lines.add(line)
        return True

    def forget(self, line: "_Line") -> None:
        """The connection has ended, and leaves room for another one."""
        self._lines.discard(line)

    async def connect(self, to: asyncio.Protocol) -> asyncio.Transport:
        """A connection to the server behind, for the other end of a line. Raises OSError."""
        path = str(self.behind / "referee.sock")
        transport, _ = await asyncio.get_running_loop().create_unix_connection(lambda: to, path)
        return transport


class _End(asyncio.Protocol):
    """One end of a line: what comes goes out at the other end, no faster than that takes it."""

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
    """The calling end of a line; only a first piece is read before the server behind is reached."""

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
            # Until the other end is there nothing slows the caller down but this.
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
        # The bot hung up while we connected: now the server has to learn of it.
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
        """Cut both ends at once; what was on its way is lost."""
        for end in (self, self.other):
            if end and end.transport:
                with suppress(RuntimeError):
                    end.transport.abort()
