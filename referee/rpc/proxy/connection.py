"""One client's connection: its bytes are counted, and forwarded to the referee and back."""

import socket
import ssl
import time
from collections.abc import Callable
from enum import Enum, auto
from selectors import BaseSelector
from typing import Final

from referee.rpc.proxy.bounds import KNOWN, NEW, Allowance
from referee.rpc.proxy.ends import End, Lanes
from referee.rpc.proxy.frames import BAD_REQUEST, PREFACE, Frames, NotHttp2Error, goaway
from referee.rpc.proxy.refusals import FLOODING, why_no_http2, why_tls_failed

_BEGINNING_SECONDS = 5.0
"""Seconds that a new connection has until the header of its first frame has come."""
_ASKING_SECONDS = 15.0
"""Seconds that a connection may be in the stage WAITING, and in the stage ASKING. In ASKING, a DATA
frame to the client makes them begin anew."""
_BYTES, _BYTES_OF_NEW = 1 << 16, 1 << 12
"""How many bytes are read at once from the referee or a client with a token, and from a client
without: few there, so that it takes no time that entrants need."""
_LEAVING_SECONDS = 2.0
"""Seconds that a connection may be in the stages FLOODED and LEAVING, to send the last bytes to the
client before the connection is closed."""


class ConnectionStage(Enum):
    """How far a connection has come."""

    BEGINNING = auto()
    """The header of the client's first frame has not come yet."""
    WAITING = auto()
    """The client speaks HTTP/2, and waits to be connected to the referee."""
    ASKING = auto()
    """The client is connected to the referee, and has no open stream with a valid token."""
    KNOWN = auto()
    """The referee has said that the client has a stream with the token of an entrant."""
    FLOODED = auto()
    """The client was KNOWN and sent too much. Nothing more is read from it; the referee's last
    messages are still forwarded."""
    LEAVING = auto()
    """The referee has hung up; bytes that wait for the client are still sent."""


Note = Callable[["Connection", str], None]
"""Called with a connection and what has happened to it: `waits`, `flooded` or `closed`."""


class Connection:
    """A client's connection. It calls `note` when it waits for the referee, floods, or is closed.

    The first stages are BEGINNING, WAITING and ASKING. ASKING and KNOWN alternate as streams with a
    token begin and end. FLOODED and LEAVING may follow. In any stage the connection may be closed.
    """

    def __init__(
        self, number: int, origin: str, client: socket.socket, lanes: Lanes, note: Note
    ) -> None:
        now = time.monotonic()
        self.number: Final = number
        self.origin: Final = origin
        """The client's address; with IPv6 its network (`serving.origin`)."""
        self.refused = ""
        """Why the connection was refused, once it is closed; "" if it was not refused."""
        self.stage = ConnectionStage.BEGINNING
        self.due = now + _BEGINNING_SECONDS
        """When the connection is to be closed unless this is put off before, in monotonic time;
        without meaning in the stage KNOWN."""
        self._note, self._lanes = note, lanes
        self._client = End(client, lanes.new, self._client_ready)
        self._server: End | None = None
        """The end at the referee; None before `connect`, and after the referee has hung up."""
        self._early = b""
        """What the client sent before it was connected to the referee, decrypted if it used TLS."""
        self._tls_ready = not isinstance(client, ssl.SSLSocket)
        """Whether the TLS handshake is over; True without TLS."""
        self._from_client, self._from_server = Frames(PREFACE), Frames()
        self._allowance = Allowance(NEW, now)
        self._watch()

    @property
    def open(self) -> bool:
        """Whether the connection is still open."""
        return self._client.sock.fileno() >= 0

    def connect(self, server: socket.socket) -> None:
        """Forward to the referee from now on, through `server`, a socket connected to it."""
        self._enter(ConnectionStage.ASKING, _ASKING_SECONDS)
        self._server = End(server, self._lanes.new, self._server_ready)
        early, self._early = self._early, b""
        if self._server.send(early):
            # TLS may have decrypted more than was read, and no selector reports that.
            self._client_ready()
        else:
            self.close()

    def know(self) -> None:
        """Treat the client as an entrant's: it is served first, and may send more."""
        if self.stage is ConnectionStage.ASKING:
            self.stage = ConnectionStage.KNOWN
            self._allowance = Allowance(KNOWN, time.monotonic())
            self._move(self._lanes.known)

    def forget(self) -> None:
        """Treat the client as one without a token again, since its last stream has ended."""
        if self.stage is ConnectionStage.KNOWN:
            self._enter(ConnectionStage.ASKING, _ASKING_SECONDS)
            self._allowance = Allowance(NEW, time.monotonic())
            self._move(self._lanes.new)

    def close(self, refused: str = "") -> None:
        """Close the connection at once; `refused` is the reason if the client was refused."""
        if self.open:
            self.refused = refused
            self._client.close()
            if self._server:
                self._server.close()
            self._note(self, "closed")

    # -- forwarding

    def _client_ready(self) -> None:
        if not self._tls_ready:
            self._handshake()
            return
        if not self._client.send():
            self.close()
            return
        # All was sent: tell the client that nothing more comes.
        if self.stage is ConnectionStage.LEAVING and not self._client.waiting:
            self._client.finish()
        while self.open and self._reads_client():
            data = self._client.read(
                _BYTES if self.stage is ConnectionStage.KNOWN else _BYTES_OF_NEW
            )
            if data is None:
                self.close()
            elif data and self.stage is not ConnectionStage.LEAVING:
                self._receive(data)
            # Bytes that TLS has decrypted already must be read now: no selector reports them.
            if not (self.open and self._client.buffered):
                break
        self._watch()

    def _handshake(self) -> None:
        """Go on with the TLS handshake, as far as that is possible at once."""
        waits_to_write = False
        try:
            if isinstance(self._client.sock, ssl.SSLSocket):
                self._client.sock.do_handshake()
            self._tls_ready = True
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLWantWriteError:
            waits_to_write = True
        except (OSError, ValueError) as error:
            self.close(why_tls_failed(error, self._client.sock))
            return
        self._client.watch(reading=not waits_to_write, writing=waits_to_write)
        if self._tls_ready and self._client.buffered:
            self._client_ready()

    def _receive(self, data: bytes) -> None:
        try:
            counted = self._from_client.count(data)
        except NotHttp2Error:
            self._client.send(BAD_REQUEST)
            self.close(why_no_http2(data, self._early))
            return
        if not self._allowance.take(counted, time.monotonic()):
            self._flooded()
        elif self._server:
            if not self._server.send(data):
                self._leave()
        else:
            self._early += data
            # A client that does not speak HTTP/2 is never connected, and costs the referee nothing.
            if self._from_client.begun:
                self._enter(ConnectionStage.WAITING, _ASKING_SECONDS)
                self._note(self, "waits")

    def _server_ready(self) -> None:
        if self._server is None or not self.open:
            return
        data: bytes | None = b""
        if not self._server.send():
            data = None
        elif not self._client.full:
            data = self._server.read(_BYTES)
        if data is None:
            self._leave()
        elif data:
            self._forward_to_client(data)
        self._watch()

    def _forward_to_client(self, data: bytes) -> None:
        counted = self._from_server.count(data)
        self._allowance.earn(counted)
        if counted.data_frames and self.stage is ConnectionStage.ASKING:
            self.due = time.monotonic() + _ASKING_SECONDS
        if not self._client.send(data):
            self.close()

    # -- endings

    def _flooded(self) -> None:
        if self.stage is ConnectionStage.KNOWN:
            # The referee ends the bot's session, and tells the bot why.
            self._enter(ConnectionStage.FLOODED, _LEAVING_SECONDS)
            self._note(self, "flooded")
            return
        if self._from_server.is_between_frames and not self._client.waiting:
            self._client.send(goaway(f"the client sent {self._allowance.limits.words}"))
        self.close(FLOODING)

    def _leave(self) -> None:
        """Begin to leave, since the referee has hung up: send the client only what waits for it."""
        self._enter(ConnectionStage.LEAVING, _LEAVING_SECONDS)
        if self._server:
            self._server.close()
            self._server = None
        self._move(self._lanes.new)
        if not self._client.waiting:
            self._client.finish()

    def _enter(self, stage: ConnectionStage, seconds: float) -> None:
        self.stage = stage
        self.due = time.monotonic() + seconds

    # -- watching

    def _reads_client(self) -> bool:
        """Whether what the client sends is read at the moment."""
        if self.stage in (ConnectionStage.WAITING, ConnectionStage.FLOODED):
            return False
        return self._server is None or not self._server.full

    def _watch(self) -> None:
        if not self.open:
            return
        self._client.watch(reading=self._reads_client(), writing=bool(self._client.waiting))
        if self._server:
            self._server.watch(reading=not self._client.full, writing=bool(self._server.waiting))

    def _move(self, selector: BaseSelector) -> None:
        self._client.move(selector)
        if self._server:
            self._server.move(selector)
