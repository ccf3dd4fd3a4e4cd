"""The referee's end of the proxy before its lobby: its process, and what the two say."""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.rpc.process import private_folder
from referee.rpc.proxy.messages import Message

_BACKLOG: Final = 1024
_RECEIVED: Final = 1 << 16
"""Bytes of one connection that wait to be read."""
_AGAIN_SECONDS: Final = 0.2
_END_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Certificate:
    """What the server shows of itself over TLS, in PEM."""

    chain: bytes
    key: bytes


class Proxied:
    """A proxy that listens on HOST:PORT, and is started again when it ends.

    It carries what comes to the Unix socket at `path`; nobody but this user gets there.
    """

    def __init__(self, certificate: Certificate | None, flooded: Callable[[int], None]) -> None:
        """`flooded` is called with the number of a known connection that says too much."""
        self._folder = private_folder()
        self.path = Path(self._folder.name) / "lobby.sock"
        self._certificate = certificate
        self._flooded = flooded
        self._listeners: list[socket.socket] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._hearing: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """Of its process."""
        return self._process.pid if self._process else None

    def bind(self, address: str) -> None:
        """Take the address; clients wait. Raises RuntimeError when that cannot be."""
        try:
            self._listeners = _bound(address)
        except OSError as error:
            self._folder.cleanup()
            raise RuntimeError(f"{address} cannot be listened on: {error}") from error

    async def begin(self) -> None:
        """Let clients in: now there has to be a server at `path`."""
        reader = await self._start()
        self._hearing = asyncio.create_task(self._hear(reader))

    def know(self, connection: int) -> None:
        """It has shown a token."""
        self._tell(Message("known", connection))

    def forget(self, connection: int) -> None:
        """Its stream has ended."""
        self._tell(Message("done", connection))

    def number(self, peer: str) -> int | None:
        """The connection whose end gRPC calls so; None if it does not come from the proxy."""
        name = peer.removeprefix(f"unix:{self.path}.")
        return int(name) if name.isdecimal() else None

    async def close(self) -> None:
        """Cut every connection, and listen no more."""
        if self._hearing:
            self._hearing.cancel()
            await asyncio.wait({self._hearing})
        for listener in self._listeners:
            listener.close()
        if self._writer:
            self._writer.close()
        await self._end()
        self._folder.cleanup()

    # -- its process

    async def _start(self) -> asyncio.StreamReader:
        reader, self._writer = await asyncio.open_connection(sock=self._spawn())
        return reader

    def _spawn(self) -> socket.socket:
        """Start the process; what it is spoken to by."""
        ours, theirs = socket.socketpair()
        with theirs:
            listeners = [each.fileno() for each in self._listeners]
            self._process = subprocess.Popen(
                [sys.executable, "-m", "referee.rpc.proxy"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=[*listeners, theirs.fileno()],
            )
            order = {
                "listeners": listeners,
                "control": theirs.fileno(),
                "referee": str(self.path),
                "tls": self._written_certificate(),
            }
        if given := self._process.stdin:
            with suppress(OSError), given:
                given.write(json.dumps(order).encode() + b"\n")
        return ours

    def _written_certificate(self) -> list[str]:
        """Files for Python's TLS, which reads no other; the proxy removes them."""
        if not self._certificate:
            return []
        files = [self.path.with_name(name) for name in ("chain.pem", "key.pem")]
        pems = (self._certificate.chain, self._certificate.key)
        for file, pem in zip(files, pems, strict=True):
            file.touch(mode=0o600)
            file.write_bytes(pem)
        return [str(file) for file in files]

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        while True:
            while line := await self._line(reader):
                message = Message.read(line)
                if message.word == "flooded":
                    self._flooded(message.connection)
            # It ended, which it never should: bots dial in again, and find another one.
            reader = await self._another()

    async def _another(self) -> asyncio.StreamReader:
        while True:
            await asyncio.sleep(_AGAIN_SECONDS)
            await self._end()
            with suppress(OSError):  # the machine has nothing left for it at the moment
                return await self._start()

    async def _end(self) -> None:
        """Wait until its process is gone, which it is soon after nobody speaks to it."""
        if self._process:
            with suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(self._process.wait, _END_SECONDS)
            self._process.kill()
            await asyncio.to_thread(self._process.wait)

    async def _line(self, reader: asyncio.StreamReader) -> bytes:
        try:
            return await reader.readline()
        except OSError:
            return b""

    def _tell(self, message: Message) -> None:
        if self._writer and not self._writer.is_closing():
            self._writer.write(message.line())


def _bound(address: str) -> list[socket.socket]:
    """Sockets that listen there, one for each address that the name has. Raises OSError."""
    host, _, port = address.rpartition(":")
    name = host.removeprefix("[").removesuffix("]")
    found = socket.getaddrinfo(name, int(port), type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    listeners: list[socket.socket] = []
    try:
        for family, _, _, _, where in dict.fromkeys(found):
            listeners.append(listener := socket.socket(family, socket.SOCK_STREAM))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            # Left alone the kernel would keep megabytes of each flood until they are read.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVED)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, name != "::")
            listener.bind(where)
            listener.listen(_BACKLOG)
    except OSError:
        for listener in listeners:
            listener.close()
        raise
    return listeners
