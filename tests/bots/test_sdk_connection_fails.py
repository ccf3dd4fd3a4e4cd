"""The Python SDK tells why its connection failed in plain words, with TLS and without."""

import asyncio
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest
import trustme

from stych_bot.connection import play
from stych_bot.environment import Environment
from stych_bot.hints import explained
from tests.bots.scripted_referee import HELLO, WELCOME, finish, first, scripted


async def test_over_tls(tmp_path: Path) -> None:
    async with scripted(tmp_path, finish, tls=True) as (_, environment):
        assert await play(environment, HELLO, first) == 0


@pytest.mark.parametrize(
    ("there", "given", "words"),
    [
        (False, True, "the referee there does not speak TLS: unset STYCH_TLS, unless the port is"),
        (True, True, "its certificate is from no authority that STYCH_TLS trusts (failed"),
        (
            True,
            False,
            'if the referee there wants TLS, set STYCH_TLS to "on", or to a PEM file with',
        ),
    ],
)
async def test_tls_on_one_side_alone_is_told_in_plain_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, there: bool, given: bool, words: str
) -> None:
    another = trustme.CA().cert_pem.bytes()
    async with scripted(tmp_path, tls=there) as (_, environment):
        wrong = replace(environment, authorities=another if given else None)
        assert await play(wrong, HELLO, first) == 3
    assert f"the connection failed: {words}" in caplog.text


async def test_a_tls_handshake_that_ends_in_silence_is_told_in_plain_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        writer.close()

    authorities = trustme.CA().cert_pem.bytes()
    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as server:
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        assert await play(Environment(address, "secret", "", "", authorities, 0), HELLO, first) == 3
    words = "the referee there may not speak TLS: if so, unset STYCH_TLS (failed to connect"
    assert f"the connection failed: {words}" in caplog.text


def test_what_a_connection_that_failed_may_mean_is_told_by_how_it_failed() -> None:
    """Words of gRPC 1.7x, as each kind of port was seen to bring them about."""
    refused = "ipv4:192.0.2.1:7424: Failed to connect to remote host: connect: Connection refused"
    other_name = "Custom verification check failed with error: Hostname Verification Check failed."
    for authorities, why, words in (
        (None, refused, "nothing listens there: look at STYCH_ADDRESS"),
        (b"", refused, "nothing listens there: look at STYCH_ADDRESS"),
        (None, "errors resolving nowhere.invalid:7424: []", "no such host is known here"),
        (None, "connection attempt timed out before receiving SETTINGS", "nobody answers there"),
        (None, "Failed parsing HTTP/2 (Expected SETTINGS frame)", "what listens there is no ref"),
        (b"", "Cannot check peer: missing selected ALPN property.", "what listens there is no ref"),
        (b"", other_name, "its certificate is for another name than the one in"),
        (None, "Received http2 header with status: 404", "a web server answers there"),
        (None, "Method not found! (UNIMPLEMENTED)", "it may be another service"),
        (None, "connect: Network is unreachable (101)", "there is no route to that host"),
    ):
        environment = Environment("example.org:7424", "secret", "", "", authorities, 0)
        told = explained(why, environment)
        assert told.startswith(words), why
        assert told.endswith(f" ({why})")
    local = Environment("unix:/socket", "secret", "", "", None, 0)
    assert explained(refused, local) == refused
    assert explained("it broke", environment) == "it broke"


async def test_a_port_of_something_else_and_one_where_nothing_listens(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH_9.6\r\n")
        await reader.read()
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1", 0) as server:
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        assert await play(Environment(address, "secret", "", "", None, 0), HELLO, first) == 3
    assert "the connection failed: what listens there is no referee: look at the" in caplog.text
    # Another port, since gRPC waits a while before it dials the same one again.
    with socket.create_server(("127.0.0.1", 0)) as closed:
        address = f"127.0.0.1:{closed.getsockname()[1]}"
    assert await play(Environment(address, "secret", "", "", None, 0), HELLO, first) == 3
    assert "the connection failed: nothing listens there: look at STYCH_ADDRESS" in caplog.text


async def test_a_connection_lost_after_the_welcome_is_no_question_of_tls(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def act(context: Any) -> None:
        await context.write(WELCOME)
        await context.abort(grpc.StatusCode.UNAVAILABLE, "Handshake read failed")

    async with scripted(tmp_path, act, tls=True) as (_, environment):
        assert await play(environment, HELLO, first) == 3
    assert "the connection failed: Handshake read failed (UNAVAILABLE)" in caplog.text
