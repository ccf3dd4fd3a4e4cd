"""One connection of the proxy: when it is to be closed, and that all its bytes are forwarded."""

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from selectors import DefaultSelector
from threading import Thread

import pytest
import trustme

from referee.rpc.proxy.connection import Connection, ConnectionStage
from referee.rpc.proxy.ends import Lanes
from tests.floods.frames import DATA, HELLO, PING, SETTINGS, frame

LONG = HELLO + frame(SETTINGS, bytes(6000))
"""More than is read at once of a client without a token."""


@pytest.fixture
def lanes() -> Iterator[Lanes]:
    with DefaultSelector() as known, DefaultSelector() as new:
        yield Lanes(known, new)


def ignore(connection: Connection, what: str) -> None:
    del connection, what


def step(lanes: Lanes) -> None:
    """Serve once what is ready."""
    for lane in lanes:
        for key, _ in lane.select(0.1):
            key.data()


def test_a_connection_that_flooded_is_closed_soon_whatever_it_is_sent(lanes: Lanes) -> None:
    with ExitStack() as stack:
        client, ours, theirs, referee = (
            stack.enter_context(each) for each in (*socket.socketpair(), *socket.socketpair())
        )
        for each in (ours, theirs):
            each.setblocking(False)
        connection = Connection(1, "here", ours, lanes, ignore)
        client.sendall(HELLO)
        step(lanes)
        connection.connect(theirs)
        connection.know()
        client.sendall(5000 * frame(PING, bytes(8)))
        while connection.stage is not ConnectionStage.FLOODED:
            step(lanes)
        said = frame(SETTINGS) + frame(DATA, b"goodbye")
        referee.sendall(said)
        step(lanes)
        assert client.recv(100) == said
        assert connection.due < time.monotonic() + 3
        connection.close()


def test_what_tls_decrypted_before_the_referee_was_connected_is_forwarded(lanes: Lanes) -> None:
    authority = trustme.CA()
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(serving)
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        client = stack.enter_context(socket.create_connection(listener.getsockname()))
        accepted, _ = listener.accept()
        theirs, referee = (stack.enter_context(each) for each in socket.socketpair())
        for each in (accepted, theirs):
            each.setblocking(False)
        ours = serving.wrap_socket(accepted, server_side=True, do_handshake_on_connect=False)
        stack.enter_context(ours)
        connection = Connection(1, "here", ours, lanes, ignore)

        def say() -> None:
            with trusting.wrap_socket(client, server_hostname="127.0.0.1") as line:
                # In one record of TLS, which is decrypted as a whole.
                line.sendall(LONG)
                with suppress(OSError):
                    line.recv(1)

        saying = Thread(target=say)
        saying.start()
        while connection.stage is not ConnectionStage.WAITING:
            step(lanes)
        connection.connect(theirs)
        for _ in range(3):
            step(lanes)
        assert referee.recv(2 * len(LONG)) == LONG
        connection.close()
        saying.join()
