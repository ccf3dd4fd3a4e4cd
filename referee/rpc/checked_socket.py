"""A Unix socket that serves one bot alone: the kernel tells which process calls (SO_PEERCRED).

It is for bots that all run as the same user. gRPC's own listener does not tell who called. So it
listens where no bot can find it, and the connections of the right bot are passed on to it.

A connection that is passed on is called a line here. It has two ends: the connection from the bot,
and a connection to gRPC's listener, the hidden server.
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

# Linux's number for the option; Python has a name for it on Linux alone.
_SO_PEERCRED: Final = 17
_CREDENTIALS: Final = struct.Struct("=iII")
"""Linux's struct ucred: the numbers of a process, its user and its group."""
_MOST_LINES: Final = 64
"""How many lines there may be at once: as many as the hidden server takes connections."""


class CheckedSocket:
    """A socket in the bot's home, whose connections are passed on to a hidden server.

    A connection of a process that does not belong to the bot is closed before a byte of it is read.
    If the process belongs to another bot, that bot is ended.
    """

    def __init__(self, home: Path) -> None:
        """Make the folder for the hidden server. Raises OSError."""
        self._home = home
        self._path = home / "referee.sock"
        self.address = f"unix:{self._path}"
        """The address that the bot is to dial, as gRPC writes it."""
        self._private = PrivateFolder()
        self.server_folder = Path(self._private.path, secrets.token_hex(8))
        """The folder for the hidden server's socket. Bots cannot list the folder around it, and so
        do not find its name, which is random."""
        self.server_folder.mkdir(mode=0o700)
        self._lines: set[_Line] = set()
        self._listener: asyncio.AbstractServer | None = None

    async def open(self) -> None:
        """Begin to listen; the hidden server has to listen already. Raises OSError."""
        loop = asyncio.get_running_loop()
        self._listener = await loop.create_unix_server(self._line, self._path)

    def close(self) -> None:
        """Stop listening, cut all connections, and remove the folder of the hidden server."""
        if self._listener:
            self._listener.close()
        for line in list(self._lines):
            line.hang_up()
        self._private.remove()

    def _line(self) -> "_Line":
        return _Line(self)

    def admits(self, line: "_Line", peer: socket.socket) -> bool:
        """Whether the caller on the socket `peer` is the bot and may have one more line.

        Counts the line if so. If another bot has called, its supervisor is told to end it.
        """
        pid, _, _ = _CREDENTIALS.unpack(
            peer.getsockopt(socket.SOL_SOCKET, _SO_PEERCRED, _CREDENTIALS.size)
        )
        supervisor = callers.supervisor_of(pid)
        if supervisor is None:
            # The caller has ended already, or belongs to no bot. So nobody is to blame.
            return False
        home = callers.home_of(supervisor)
        # Every bot has a home of its own, whichever worker started it. So the home tells whether
        # the caller is this bot.
        if home and Path(home) != self._home:
            callers.accuse(supervisor)
        if Path(home) != self._home or len(self._lines) >= _MOST_LINES:
            return False
        self._lines.add(line)
        return True

    def forget(self, line: "_Line") -> None:
        """No longer count the line, whose connection has ended."""
        self._lines.discard(line)

    async def connect(self, protocol: asyncio.Protocol) -> asyncio.Transport:
        """Connect to the hidden server, with `protocol` for the connection. Raises OSError."""
        path = str(self.server_folder / "referee.sock")
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_unix_connection(lambda: protocol, path)
        return transport


class _End(asyncio.Protocol):
    """One end of a line: data received here is written to the other end.

    While the other end's buffer is full, nothing more is read here.
    """

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
    """The bot's end of a line. Until the hidden server is connected, it reads one piece of data."""

    def __init__(self, checked: CheckedSocket) -> None:
        super().__init__()
        self._checked = checked
        self._connecting: asyncio.Task[None] | None = None
        self._first_data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.transport is None:
            return
        if not self._checked.admits(self, transport.get_extra_info("socket")):
            self.transport.abort()
            return
        self._connecting = asyncio.create_task(self._connect_server())

    def data_received(self, data: bytes) -> None:
        if self.other:
            super().data_received(data)
        elif self.transport:
            self._first_data += data
            # There is no other end yet whose full buffer would bound what is read.
            self.transport.pause_reading()

    async def _connect_server(self) -> None:
        server = _End()
        server.other = self
        try:
            await self._checked.connect(server)
        except OSError:
            self.hang_up()
            return
        self.other = server
        if self.transport is None or self.transport.is_closing():
            # The bot hung up meanwhile, so the connection to the server is closed too.
            self.connection_lost(None)
            return
        super().data_received(self._first_data)
        self._first_data = b""
        self.transport.resume_reading()

    def connection_lost(self, _: Exception | None) -> None:
        self._checked.forget(self)
        super().connection_lost(None)

    def hang_up(self) -> None:
        """Cut both ends at once; data that was not yet passed on is lost."""
        for end in (self, self.other):
            if end and end.transport:
                # Raised when the event loop is closed already, and with it the connection.
                with suppress(RuntimeError):
                    end.transport.abort()
