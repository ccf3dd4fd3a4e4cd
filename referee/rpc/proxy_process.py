"""The referee's end of a lobby's proxy: it starts the proxy's process and exchanges messages."""

import asyncio
import errno
import json
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from referee.rpc.folders import PrivateFolder
from referee.rpc.listening import ListeningError, listening_error, listening_sockets
from referee.rpc.proxy.messages import Message, read_report
from referee.rpc.proxy.refusals import Refusals

_BUSY_SECONDS: Final = 5.0
"""How long to try to bind the address: the proxy of a worker that was killed may still have it."""
_AGAIN_SECONDS: Final = 0.2
"""Seconds between two attempts to bind the address. The wait before the proxy is started again is
as long, doubled for each start in a row that was in vain."""
_AT_ONCE_SECONDS: Final = 5.0
"""A start was in vain if the proxy ran for fewer seconds than this, or did not run at all."""
_STARTS: Final = 5
"""After this many starts in vain in a row, the proxy is not started again."""
_NUMBERS: Final = 1 << 32
"""How many numbers each process has for its connections. The next process has the numbers after
them, so that an order about an old connection never means a new one."""
_END_SECONDS: Final = 2.0
"""How long the proxy's process may take to end by itself, before it is killed."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """The server's certificates, which clients see, and its private key; both in PEM."""

    chain: bytes
    key: bytes


class ProxyProcess:
    """A proxy that listens on HOST:PORT, and is started again when its process ends.

    It forwards connections to the Unix socket at `path`, in a folder for this user only.
    """

    def __init__(
        self,
        certificate: Certificate | None,
        note_flood: Callable[[int], None],
        note_refusals: Callable[[Refusals], None],
    ) -> None:
        """`note_flood` is called with the number of a connection with a token that sent too much.

        `note_refusals` is called once a minute at most by each process. Raises ListeningError.
        """
        try:
            self._folder = PrivateFolder()
        except OSError as error:
            raise listening_error("the lobby's proxy gets no folder", error) from error
        self.path = self._folder.path / "lobby.sock"
        self._certificate = certificate
        self._note_flood = note_flood
        self._note_refusals = note_refusals
        self._listeners: list[socket.socket] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._hearing: asyncio.Task[None] | None = None
        self._starts = 0
        self._in_vain = 0
        """How many starts in a row were in vain, the latest among them."""
        self._started_at = 0.0

    @property
    def pid(self) -> int | None:
        """The id of the proxy's latest process, which may have ended; None before the first."""
        return self._process.pid if self._process else None

    async def bind(self, address: str) -> None:
        """Listen on the address; clients that connect have to wait until `begin`.

        Raises ListeningError when the address cannot be listened on.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + _BUSY_SECONDS
        while not self._listeners:
            try:
                self._listeners = listening_sockets(address)
            except OSError as error:
                if error.errno != errno.EADDRINUSE or loop.time() >= end:
                    self._folder.remove()
                    raise listening_error(f"{address} cannot be listened on", error) from error
                await asyncio.sleep(_AGAIN_SECONDS)

    async def begin(self) -> None:
        """Start the proxy; a server has to listen at `path` already. Raises ListeningError."""
        try:
            reader = await self._start()
        except OSError as error:
            raise listening_error("the lobby's proxy cannot be started", error) from error
        self._hearing = asyncio.create_task(self._hear(reader))

    async def wait_until_broken(self) -> None:
        """Wait as long as the proxy works; to be called after `begin`.

        Raises ListeningError after too many starts in vain, CancelledError after `close`.
        """
        if self._hearing:
            await asyncio.shield(self._hearing)

    def report_token(self, connection: int) -> None:
        """Tell the proxy that the connection has shown a token, and is to be served first."""
        self._tell(Message("known", connection))

    def report_no_stream(self, connection: int) -> None:
        """Tell the proxy that the last stream of a connection with a token has ended."""
        self._tell(Message("done", connection))

    def count_refusal(self, connection: int | None, why: str, entrant: str = "") -> None:
        """Have the proxy count a refusal (see Message); None for a client not from the proxy."""
        self._tell(Message("refused", connection or 0, why, entrant))

    def number(self, peer: str) -> int | None:
        """The number of the connection that gRPC calls `peer`; None if the proxy did not make it.

        The proxy binds its end of each connection to a name that ends in the number.
        """
        # gRPC quotes characters of the path as in a URI.
        name = unquote(peer, errors="surrogateescape").removeprefix(f"unix:{self.path}.")
        return int(name) if name.isdecimal() else None

    async def close(self) -> None:
        """Cut every connection, free the address, and remove the socket's folder."""
        if self._hearing:
            self._hearing.cancel()
            await asyncio.gather(self._hearing, return_exceptions=True)
        for listener in self._listeners:
            listener.close()
        await self._end()
        self._folder.remove()

    # -- the proxy's process

    async def _start(self) -> asyncio.StreamReader:
        reader, self._writer = await asyncio.open_connection(sock=self._spawn())
        return reader

    def _spawn(self) -> socket.socket:
        """Start the process; returns the referee's end of the socket for orders. Raises OSError."""
        # Noted first: whatever fails below, this start counts as one in vain.
        self._started_at = asyncio.get_running_loop().time()
        last_number = self._starts * _NUMBERS
        self._starts += 1
        certificate = self._written_certificate()
        ours, theirs = socket.socketpair()
        with theirs:
            listeners = [each.fileno() for each in self._listeners]
            self._process = self._popen([*listeners, theirs.fileno()], ours)
            order = {
                "listeners": listeners,
                "control": theirs.fileno(),
                "referee": str(self.path),
                "tls": certificate,
                "last_number": last_number,
            }
        if stdin := self._process.stdin:
            with suppress(OSError), stdin:
                stdin.write(json.dumps(order).encode() + b"\n")
        return ours

    def _popen(self, files: list[int], ours: socket.socket) -> "subprocess.Popen[bytes]":
        try:
            return subprocess.Popen(
                # -P: no file of the current folder is imported, such as a json.py.
                [sys.executable, "-P", "-m", "referee.rpc.proxy"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                pass_fds=files,
            )
        except OSError:
            ours.close()
            raise

    def _written_certificate(self) -> list[str]:
        """Write the certificate to files, which Python's TLS needs; the proxy removes them.

        Returns their names: none without a certificate. Raises OSError.
        """
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
                try:
                    message = read_report(line)
                except ValueError:  # the process ended within a line
                    break
                if isinstance(message, Refusals):
                    self._note_refusals(message)
                elif message.word == "flooded":
                    self._note_flood(message.connection)
            # The process ended, which it never should. Bots dial in again, to the next process.
            reader = await self._restart()

    async def _restart(self) -> asyncio.StreamReader:
        """Start the next process. Raises ListeningError after _STARTS starts in vain in a row."""
        why = ""
        while True:
            lived = asyncio.get_running_loop().time() - self._started_at
            self._in_vain = self._in_vain + 1 if lived < _AT_ONCE_SECONDS else 0
            await self._end()
            if self._in_vain >= _STARTS:
                code = self._process.returncode if self._process else None
                why = why or f"the last exit code was {code}"
                raise ListeningError(f"the lobby's proxy failed {_STARTS} times in a row: {why}")
            await asyncio.sleep(_AGAIN_SECONDS * 2**self._in_vain)
            try:
                return await self._start()
            except OSError as error:  # such as no memory, or no files, at the moment
                why = error.strerror or str(error)

    async def _end(self) -> None:
        """Close the socket for orders, at which the process ends; kill it if it does not end."""
        if self._writer:
            self._writer.close()
        if self._process:
            with suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(self._process.wait, _END_SECONDS)
            self._process.kill()
            await asyncio.to_thread(self._process.wait)

    async def _line(self, reader: asyncio.StreamReader) -> bytes:
        try:
            return await reader.readline()
        except (OSError, ValueError):  # ValueError: the line is too long
            return b""

    def _tell(self, message: Message) -> None:
        if self._writer and not self._writer.is_closing():
            self._writer.write(message.line())
