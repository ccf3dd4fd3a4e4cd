"""One client's connection, from its first byte: counted, and carried to the referee and back."""

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
from referee.rpc.proxy.refusals import FLOODING, why_no_http2, why_unshaken

_BEGINNING_SECONDS = 5.0
"""Seconds from the connection to its first frame."""
_ASKING_SECONDS = 15.0
"""Seconds that a connection without a token lives after the last thing that it was told."""
_BYTES, _BYTES_OF_NEW = 1 << 16, 1 << 12
"""Bytes that are read at once; little of those without a token, so that one never takes long."""
_LEAVING_SECONDS = 2.0
"""Seconds for what is still to be sent when a connection ends."""


class ConnectionStage(Enum):
    """How far a connection has come."""

    BEGINNING = auto()
    """It has not sent a frame yet."""
    WAITING = auto()
    """It has, and is to be taken to the referee."""
    ASKING = auto()
    """The referee hears it, and knows nothing of a token yet."""
    KNOWN = auto()
    """The referee says that it is an entrant's."""
    FLOODED = auto()
    """It was, and is heard no more; what the referee has to say to it still arrives."""
    LEAVING = auto()
    """Nothing comes for it any more; what is under way to it still arrives."""


Note = Callable[["Connection", str], None]
"""Told of a connection that it `waits`, `flooded` or `closed`."""


class Connection:
    """A client's connection; it notes to its owner that it waits, has flooded, or is closed.

    Stages go from BEGINNING by WAITING to ASKING, between ASKING and KNOWN as streams begin and
    end, and at last to FLOODED or LEAVING.
    """

    def __init__(
        self, number: int, origin: str, client: socket.socket, lanes: Lanes, note: Note
    ) -> None:
        now = time.monotonic()
        self.number: Final = number
        self.origin: Final = origin
        """Whose it is, as far as the network can tell: an address, or a network of IPv6."""
        self.refused = ""
        """Why it was refused, once it is closed; "" if it was not."""
        self.stage = ConnectionStage.BEGINNING
        self.due = now + _BEGINNING_SECONDS
        """When it is closed unless something happens, in monotonic time; not looked at while
        known."""
        self._note, self._lanes = note, lanes
        self._client = End(client, lanes.new, self._client_ready)
        self._server: End | None = None
        """The end that leads to the referee; None before, and after the referee has hung up."""
        self._early = b""
        """What the client sent before it was taken to the referee."""
        self._shaken = not isinstance(client, ssl.SSLSocket)
        """Whether the TLS handshake is over; True without TLS."""
        self._from_client, self._from_server = Frames(PREFACE), Frames()
        self._allowance = Allowance(NEW, now)
        self._watch()

    @property
    def open(self) -> bool:
        """Whether it is not closed yet."""
        return self._client.sock.fileno() >= 0

    def connect(self, server: socket.socket) -> None:
        """Carry to the referee from now on, by the socket `server`, which is connected to it."""
        self._enter(ConnectionStage.ASKING, _ASKING_SECONDS)
        self._server = End(server, self._lanes.new, self._server_ready)
        early, self._early = self._early, b""
        if self._server.send(early):
            self._watch()
        else:
            self.close()

    def know(self) -> None:
        """Treat it as an entrant's: it is served first from now on, and may send more."""
        if self.stage is ConnectionStage.ASKING:
            self.stage = ConnectionStage.KNOWN
            self._allowance = Allowance(KNOWN, time.monotonic())
            self._move(self._lanes.known)

    def forget(self) -> None:
        """Treat it as nobody's again: its stream has ended."""
        if self.stage is ConnectionStage.KNOWN:
            self._enter(ConnectionStage.ASKING, _ASKING_SECONDS)
            self._allowance = Allowance(NEW, time.monotonic())
            self._move(self._lanes.new)

    def close(self, refused: str = "") -> None:
        """Close it at once, perhaps as `refused` for a reason; whatever is under way is lost."""
        if self.open:
            self.refused = refused
            self._client.close()
            if self._server:
                self._server.close()
            self._note(self, "closed")

    # -- carrying

    def _client_ready(self) -> None:
        if not self._shaken:
            self._shake()
            return
        if not self._client.send():
            self.close()
            return
        # All was sent: the client learns that nothing more comes.
        if self.stage is ConnectionStage.LEAVING and not self._client.waiting:
            self._client.finish()
        while self.open and self._hears():
            data = self._client.read(
                _BYTES if self.stage is ConnectionStage.KNOWN else _BYTES_OF_NEW
            )
            if data is None:
                self.close()
            elif data and self.stage is not ConnectionStage.LEAVING:
                self._receive(data)
            # No selector wakes us for bytes that TLS has decrypted already.
            if not (self.open and self._client.buffered):
                break
        self._watch()

    def _shake(self) -> None:
        """Go on with TLS, as far as that goes."""
        waits_to_write = False
        try:
            if isinstance(self._client.sock, ssl.SSLSocket):
                self._client.sock.do_handshake()
            self._shaken = True
        except ssl.SSLWantReadError:
            pass
        except ssl.SSLWantWriteError:
            waits_to_write = True
        except (OSError, ValueError) as error:
            self.close(why_unshaken(error, self._client.sock))
            return
        self._client.watch(reading=not waits_to_write, writing=waits_to_write)
        if self._shaken and self._client.buffered:
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
            # Only what has begun to speak HTTP/2 costs the referee anything.
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
            self._pass_back(data)
        self._watch()

    def _pass_back(self, data: bytes) -> None:
        counted = self._from_server.count(data)
        if counted.data:
            self._allowance.earn(counted)
            self.due = time.monotonic() + _ASKING_SECONDS
        if not self._client.send(data):
            self.close()

    # -- ends

    def _flooded(self) -> None:
        if self.stage is ConnectionStage.KNOWN:
            # The referee decides what becomes of its matches, and tells it why.
            self._enter(ConnectionStage.FLOODED, _LEAVING_SECONDS)
            self._note(self, "flooded")
            return
        if self._from_server.between and not self._client.waiting:
            self._client.send(goaway(self._allowance.words))
        self.close(FLOODING)

    def _leave(self) -> None:
        """Nothing more comes for it from the referee: send what is under way, and end."""
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

    def _hears(self) -> bool:
        """Whether what the client sends is read at the moment."""
        if self.stage in (ConnectionStage.WAITING, ConnectionStage.FLOODED):
            return False
        return self._server is None or not self._server.full

    def _watch(self) -> None:
        if not self.open:
            return
        self._client.watch(reading=self._hears(), writing=bool(self._client.waiting))
        if self._server:
            self._server.watch(reading=not self._client.full, writing=bool(self._server.waiting))

    def _move(self, selector: BaseSelector) -> None:
        self._client.move(selector)
        if self._server:
            self._server.move(selector)
