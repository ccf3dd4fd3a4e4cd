"""The proxy's loop: connections of entrants first, and a bounded part of the time for all others.

Of every second, unauthenticated connections get a quarter, in slices of a millisecond; so neither
an entrant's answer nor the machine ever waits for them for longer.
"""

import ipaddress
import socket
import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import shuffle
from selectors import EVENT_READ, DefaultSelector
from typing import Final

from referee.rpc.proxy.bounds import Bound, Bucket
from referee.rpc.proxy.connection import Connection, ConnectionStage
from referee.rpc.proxy.ends import Lanes
from referee.rpc.proxy.messages import Message
from referee.rpc.proxy.refusals import TOO_MANY, RefusalCount, Refusals
from referee.rpc.proxy.waiting import Unauthenticated

_SLICE_SECONDS = 0.001
_TIME: Final = Bound(most=0.05, a_second=0.25)
"""Seconds of the proxy's time for all unauthenticated connections together."""
_CALLS: Final = Bound(most=50, a_second=30)
"""How often one of them is taken to the referee: each costs the referee's process some work."""
MOST_NEW: Final = 256
_MOST_ASKING = 64
# How often connections that are over are looked for.
_TICK_SECONDS = 0.25


class Proxy:
    """Carries what comes to the listeners to the referee's socket, and back."""

    def __init__(
        self,
        listeners: Sequence[socket.socket],
        referee: str,
        control: socket.socket,
        tls: ssl.SSLContext | None,
        most_new: int = MOST_NEW,
        last: int = 0,
    ) -> None:
        """`run` ends when `control` does, on which the referee tells whose connections are known.

        Connections are numbered from the one after `last`.
        """
        self._referee, self._control, self._tls = referee, control, tls
        self._lanes = Lanes(DefaultSelector(), DefaultSelector())
        self._connections: dict[int, Connection] = {}
        self._new = Unauthenticated(most_new)
        self._refusals = RefusalCount()
        self._last = last
        self._orders = b""
        self._over = False
        now = time.monotonic()
        self._time, self._calls = Bucket(_TIME, now), Bucket(_CALLS, now)
        self._tick = now
        self._resting = False
        for listener in listeners:
            listener.setblocking(False)
            self._lanes.new.register(listener, EVENT_READ, lambda one=listener: self._accept(one))
        control.setblocking(False)
        self._lanes.known.register(control, EVENT_READ, self._ordered)
        # A selector is a file itself: the outer one tells when a new connection has something, and
        # is left alone while their time is used up.
        self._lanes.known.register(self._lanes.new, EVENT_READ, self._pass)

    def run(self) -> None:
        """Serve until the referee is gone."""
        while not self._over:
            ready = False
            for key, _ in self._lanes.known.select(_TICK_SECONDS if not self._resting else 0.01):
                if key.fileobj is self._lanes.new:
                    ready = True
                else:
                    key.data()
            now = time.monotonic()
            if ready:
                self._serve_new(now)
            self._rest(time.monotonic())
            if now >= self._tick:
                self._tick = now + _TICK_SECONDS
                self._expire(now)

    def _pass(self) -> None:
        """Do nothing: unauthenticated connections are served after all others, by `run`."""

    def _serve_new(self, began: float) -> None:
        """Serve unauthenticated connections for a millisecond, in an order of chance.

        One call is not interrupted; it reads little.
        """
        ready = self._lanes.new.select(0)
        # Otherwise those that come first in the list would use up every slice.
        shuffle(ready)
        for key, _ in ready:
            key.data()
            if time.monotonic() - began > _SLICE_SECONDS:
                break
        self._introduce()
        now = time.monotonic()
        self._time.take(now - began, now)

    def _rest(self, now: float) -> None:
        """Watch unauthenticated connections only as long as there is time left for them."""
        resting = not self._time.take(0, now)
        if resting and not self._resting:
            self._lanes.known.unregister(self._lanes.new)
        elif self._resting and not resting:
            self._lanes.known.register(self._lanes.new, EVENT_READ, self._pass)
        self._resting = resting

    # -- unauthenticated connections

    def _accept(self, listener: socket.socket) -> None:
        try:
            client, address = listener.accept()
        except OSError:
            # No files are left, or it was gone before it was taken.
            return
        try:
            client.setblocking(False)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._tls:
                client = self._tls.wrap_socket(
                    client, server_side=True, do_handshake_on_connect=False
                )
        except OSError:
            client.close()
            return
        self._last += 1
        connection = Connection(self._last, origin(address[0]), client, self._lanes, self._note)
        self._connections[self._last] = connection
        self._new.add(connection)

    def _introduce(self) -> None:
        """Take connections that wait to the referee, as many as it can bear."""
        now = time.monotonic()
        while self._calls.take(0, now) and (connection := self._new.next()):
            self._calls.take(1, now)
            self._new.make_room(_MOST_ASKING)
            try:
                connection.connect(self._dial(connection.number))
            except OSError:
                connection.close()

    def _dial(self, number: int) -> socket.socket:
        """A connection to the referee, which reads its number from the address of its own end.

        Raises OSError.
        """
        server = socket.socket(socket.AF_UNIX)
        try:
            server.setblocking(False)
            name = f"{self._referee}.{number}"
            server.bind(name)
            try:
                server.connect(self._referee)
            finally:
                Path(name).unlink(missing_ok=True)
        except OSError:
            server.close()
            raise
        return server

    def _expire(self, now: float) -> None:
        for each in list(self._connections.values()):
            if each.stage is not ConnectionStage.KNOWN and now > each.due:
                # Whoever still waits was not heard, for all the others.
                each.close(TOO_MANY if each.stage is ConnectionStage.WAITING else "")
        self._introduce()
        if refusals := self._refusals.take(now):
            self._tell(refusals)

    # -- the referee

    def _note(self, connection: Connection, what: str) -> None:
        if what == "waits":
            self._new.wait(connection)
        elif what == "flooded":
            self._tell(Message("flooded", connection.number))
        else:
            if connection.refused:
                self._refusals.note(connection.origin, connection.refused)
            self._connections.pop(connection.number, None)
            self._new.remove(connection)

    def _tell(self, message: Message | Refusals) -> None:
        # It is a few bytes now and then: if the referee takes none, it is stopped or gone.
        with suppress(OSError):
            self._control.send(message.line())

    def _ordered(self) -> None:
        try:
            data = self._control.recv(4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._over = not data
        *lines, self._orders = (self._orders + data).split(b"\n")
        for message in map(Message.read, lines):
            connection = self._connections.get(message.connection)
            if message.word == "refused":
                origin = connection.origin if connection else ""
                self._refusals.note(origin, message.why, message.entrant)
            elif connection:
                self._obey(message.word, connection)

    def _obey(self, word: str, connection: Connection) -> None:
        # The connection may have come further by now, or be about to end: an order that is too late
        # means nothing.
        if word == "known" and connection.stage is ConnectionStage.ASKING:
            self._new.remove(connection)
            connection.know()
        elif word == "done" and connection.stage is ConnectionStage.KNOWN:
            connection.forget()
            self._new.add(connection)


def origin(host: str) -> str:
    """The addresses among which one machine can choose: with IPv6 a network of 64 bits."""
    address = ipaddress.ip_address(host.partition("%")[0])
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
