"""A server ends connections whose client sends no whole request in time, or reads nothing."""

import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from stych_web import connections
from stych_web.app import create_app
from stych_web.opening import Opened
from stych_web.site import WebSite
from tests.e2e.processes import LONG, until
from tests.report.cups import hold
from tests.web.serving import serving
from tests.web.sites import cup

pytestmark = pytest.mark.slow
SHORT = 0.3
RULES = b"GET /rules/fox HTTP/1.1\r\nHost: localhost\r\n\r\n"


def application(folder: Path) -> Starlette:
    """The site of that data folder; even an empty one has pages with the rules of the games."""
    return create_app(WebSite(Opened(folder)))


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
        # The last two: after an answer, and in the middle of a body.
        RULES + b"GET /",
        RULES.replace(b"\r\n\r\n", b"\r\nContent-Length: 9\r\n\r\n1"),
    ],
)
def test_who_sends_nothing_more_is_cut_off(
    sent: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", SHORT)
    with serving(application(tmp_path)) as (server, address):
        with socket.create_connection(address, LONG) as client:
            client.sendall(sent)
            until(lambda: server.server_state.total_requests == sent.count(b"rules"))
            wait_for_end(client)
        until(lambda: not server.server_state.connections)


def test_who_reads_nothing_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "READ_SECONDS", SHORT)
    with serving(application(tmp_path)) as (server, address):
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.settimeout(LONG)
            client.connect(address)
            # More answers than the buffers of both ends hold.
            client.sendall(RULES * 2000)
            until(lambda: server.server_state.total_requests > 0)
            until(lambda: not server.server_state.connections)
        # The server still answers others.
        with socket.create_connection(address, LONG) as other:
            other.sendall(RULES)
            assert other.recv(12) == b"HTTP/1.1 200"


def test_who_reads_slowly_has_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "READ_SECONDS", 2.0)
    # More than the buffers of both ends hold.
    size, site = 4_000_000, application(tmp_path)
    site.router.routes.insert(0, Route("/large", lambda _: Response(b"x" * size)))
    with serving(site) as (_, address), socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(LONG)
        client.connect(address)
        client.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        read, begun = 0, time.monotonic()
        while part := client.recv(16_384):
            read += len(part)
            # Read slowly for three times READ_SECONDS.
            if time.monotonic() - begun < 6.0:
                time.sleep(0.05)
        assert read > size


def test_who_listens_to_a_stream_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that is being answered is not cut off, however long the answer takes."""
    monkeypatch.setattr(connections, "REQUEST_SECONDS", SHORT)
    hold(tmp_path, cup(["ann", "bob"]))
    path = b"/api/v1/tournaments/cup/events"
    with (
        serving(application(tmp_path)) as (server, address),
        socket.create_connection(address, LONG) as client,
    ):
        client.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert client.recv(12) == b"HTTP/1.1 200"
        time.sleep(3 * SHORT)
        assert server.server_state.connections


def wait_for_end(client: socket.socket) -> None:
    """Read until the other end ends the connection. A test fails that waits for LONG in vain."""
    with suppress(ConnectionError):
        while client.recv(1 << 16):
            pass
