"""The proxy's loop: connections of entrants first, and a bounded part of the time for all others.

Unauthenticated connections get at most a quarter of the time, in slices of a millisecond. So an
entrant's answer hardly waits longer than that for them, and a flood does not take a whole
processor.
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
"""After this time in a row for unauthenticated connections, those of entrants have their turn."""
_TIME: Final = Bound(most=0.05, a_second=0.25)
"""Seconds of the proxy's time for all unauthenticated connections together."""
_DIALS: Final = Bound(most=50, a_second=30)
"""How many unauthenticated connections are connected to the referee. Each of them costs the
referee's process some work."""
MOST_NEW: Final = 256
"""The most unauthenticated connections, unless few files may be open."""
_MOST_ASKING = 64
"""If this many connections are in the stage ASKING, one of them is closed before another one is
connected to the referee."""
_TICK_SECONDS = 0.25
"""The time between two searches for connections that are due to be closed."""
_REST_SECONDS = 0.01
"""The longest time between two looks at whether unauthenticated connections have time again."""


class Proxy:
    """Forwards the connections that come to the listeners to the referee's socket, and back."""

    def __init__(
        self,
        listeners: Sequence[socket.socket],
        referee: str,
        control: socket.socket,
        tls: ssl.SSLContext | None,
        most_new: int = MOST_NEW,
        last: int = 0,
    ) -> None:
        """`referee` is the path of the referee's socket; with `tls`, clients have to speak TLS.

        The referee sends its orders by `control`, and `run` ends when that is closed. At most
        `most_new` connections may be unauthenticated. Connections are numbered from `last` + 1 on.
        """
        self._referee, self._control, self._tls = referee, control, tls
        self._lanes = Lanes(DefaultSelector(), DefaultSelector())
        self._connections: dict[int, Connection] = {}
        self._new = Unauthenticated(most_new)
        self._refusals = RefusalCount()
        self._last = last
        self._orders = b""
        """The beginning of an order whose line has not come whole yet."""
        self._over = False
        now = time.monotonic()
        self._time, self._dials = Bucket(_TIME, now), Bucket(_DIALS, now)
        self._next_tick = now
        self._resting = False
        """Whether the time of unauthenticated connections is used up, so that none is watched."""
        for listener in listeners:
            listener.setblocking(False)
            self._lanes.new.register(listener, EVENT_READ, lambda sock=listener: self._accept(sock))
        control.setblocking(False)
        self._lanes.known.register(control, EVENT_READ, self._read_orders)
        # A selector is itself a file. So the selector `known` tells when `new` has something ready,
        # and does not watch it while the time of unauthenticated connections is used up.
        self._lanes.known.register(self._lanes.new, EVENT_READ, self._pass)

    def run(self) -> None:
        """Serve until the referee closes `control` or has ended."""
        while not self._over:
            ready = False
            timeout = _REST_SECONDS if self._resting else _TICK_SECONDS
            for key, _ in self._lanes.known.select(timeout):
                if key.fileobj is self._lanes.new:
                    ready = True
                else:
                    key.data()
            now = time.monotonic()
            if ready:
                self._serve_new(now)
            self._rest(time.monotonic())
            if now >= self._next_tick:
                self._next_tick = now + _TICK_SECONDS
                self._expire(now)

    def _pass(self) -> None:
        """Do nothing: `run` serves unauthenticated connections after all others."""

    def _serve_new(self, began: float) -> None:
        """Serve unauthenticated connections in random order until _SLICE_SECONDS have passed.

        The time counts from `began` on. The turn of a connection is not interrupted, but only a
        little is read from the connection.
        """
        ready = self._lanes.new.select(0)
        # Otherwise the first connections of the list would use up every slice.
        shuffle(ready)
        for key, _ in ready:
            key.data()
            if time.monotonic() - began > _SLICE_SECONDS:
                break
        self._connect_waiting()
        now = time.monotonic()
        self._time.take(now - began, now)

    def _rest(self, now: float) -> None:
        """Watch unauthenticated connections only while their time is not used up."""
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
            # No more files may be opened, or the client has gone already.
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

    def _connect_waiting(self) -> None:
        """Connect waiting connections to the referee, as many as _DIALS allows."""
        now = time.monotonic()
        while self._dials.take(0, now) and (connection := self._new.next()):
            self._dials.take(1, now)
            self._new.make_room(_MOST_ASKING)
            try:
                connection.connect(self._dial(connection.number))
            except OSError:
                connection.close()

    def _dial(self, number: int) -> socket.socket:
        """A connection to the referee, which reads the number in the name of our end of it.

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
                # A connection that still waits got no turn, since there are too many.
                each.close(TOO_MANY if each.stage is ConnectionStage.WAITING else "")
        self._connect_waiting()
        if refusals := self._refusals.take(now):
            self._tell(refusals)

    # -- the referee

    def _note(self, connection: Connection, what: str) -> None:
        if what == "waits":
            self._new.wait(connection)
        elif what == "flooded":
            self._tell(Message("flooded", connection.number))
        else:
            # It is closed.
            if connection.refused:
                self._refusals.note(connection.origin, connection.refused)
            self._connections.pop(connection.number, None)
            self._new.remove(connection)

    def _tell(self, message: Message | Refusals) -> None:
        # A few bytes now and then always fit, unless the referee is stopped or has ended.
        with suppress(OSError):
            self._control.send(message.line())

    def _read_orders(self) -> None:
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
        # Orders can come too late: the connection may be in another stage by now, or about to end.
        # Such an order is ignored.
        if word == "known" and connection.stage is ConnectionStage.ASKING:
            self._new.remove(connection)
            connection.know()
        elif word == "done" and connection.stage is ConnectionStage.KNOWN:
            connection.forget()
            self._new.add(connection)


def origin(host: str) -> str:
    """The address `host` if it is one of IPv4, also in the form of IPv6; otherwise its /64 network.

    A machine may choose any address within such a network.
    """
    address = ipaddress.ip_address(host.partition("%")[0])
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
