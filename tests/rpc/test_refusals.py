"""Who was refused: counted in little room, told once a minute at most, never with a token."""

import asyncio
import json
import socket
import ssl
from contextlib import suppress

import grpc
import pytest
import trustme
from grpc import aio

from referee.rpc import lobby_server
from referee.rpc.proxy.messages import Message, read_report
from referee.rpc.proxy.refusals import (
    NO_GRPC,
    PERHAPS_UNTRUSTING,
    SPEAKS_NO_TLS,
    SPEAKS_TLS,
    UNTRUSTING,
    Refusal,
    RefusalCount,
    Refusals,
    why_no_http2,
    why_tls_failed,
)
from referee.rpc.proxy_process import Certificate
from stych.v1 import referee_pb2 as pb
from tests.rpc.listening_lobby import ListeningLobby, client, listening

HERE = "127.0.0.1"


def test_the_first_is_told_at_once_and_what_follows_once_a_minute() -> None:
    count = RefusalCount()
    assert count.take(100) is None
    count.note("192.0.2.7", "why")
    assert count.take(100) == Refusals((Refusal("192.0.2.7", "why", "", 1),), 0)
    for _ in range(1000):
        count.note("192.0.2.7", "why")
    count.note("", "why", "ann")
    assert count.take(159.9) is None
    told = Refusal("", "why", "ann", 1), Refusal("192.0.2.7", "why", "", 1000)
    assert count.take(160) == Refusals(told, 0)
    assert count.take(1000) is None
    count.note("192.0.2.7", "why")
    assert count.take(1000) is not None


def test_a_flood_from_many_addresses_leaves_room_for_entrants_and_takes_no_more() -> None:
    count = RefusalCount()
    for number in range(10_000):
        count.note(f"address {number}", "y" * 10_000)
    count.note("192.0.2.7", "late", "ann")
    told = count.take(0)
    assert told is not None
    assert [each.entrant for each in told.listed] == ["ann", "", "", ""]
    assert told.more == 10_000 - 3
    assert len(told.line()) < 2000


def test_messages_keep_what_they_say_and_a_line_that_was_cut_is_noticed() -> None:
    order = Message("refused", 7, "a reason", "ann")
    assert Message.read(order.line()) == order
    refusals = Refusals((Refusal("192.0.2.7", 'a "reason"\n', "ann", 3),), 5)
    assert read_report(refusals.line()) == refusals
    assert read_report(Message("flooded", 7).line()) == Message("flooded", 7)
    for line in (refusals.line(), Message("flooded", 7).line()):
        for end in range(1, len(line) - 1):
            with pytest.raises(ValueError, match=r".*"):
                read_report(line[:end])
    assert json.loads(refusals.line())


def tls_error(reason: str | None) -> ssl.SSLError:
    error = ssl.SSLError(1, "it failed")
    error.reason = reason  # type: ignore[assignment]
    return error


@pytest.mark.parametrize(
    ("reason", "why"),
    [
        ("WRONG_VERSION_NUMBER", SPEAKS_NO_TLS),
        ("HTTP_REQUEST", SPEAKS_NO_TLS),
        ("TLSV1_ALERT_UNKNOWN_CA", UNTRUSTING),
        ("SSLV3_ALERT_CERTIFICATE_UNKNOWN", UNTRUSTING),
        ("NO_SHARED_CIPHER", "TLS failed: no shared cipher"),
        ("UNEXPECTED_EOF_WHILE_READING", ""),
        (None, ""),
    ],
)
def test_why_a_handshake_failed(reason: str | None, why: str) -> None:
    with socket.socket() as client:
        assert why_tls_failed(tls_error(reason), client) == why


def test_why_a_client_is_refused_that_hangs_up_or_speaks_no_http2() -> None:
    with ssl.create_default_context().wrap_socket(socket.socket(), server_hostname="a") as client:
        assert why_tls_failed(ConnectionResetError(), client) == ""
    assert why_no_http2(b"\x16\x03\x01", b"") == SPEAKS_TLS
    assert why_no_http2(b"\x16\x03\x01", b"PRI") == NO_GRPC
    assert why_no_http2(b"GET /", b"") == NO_GRPC


OTHER_VERSION = pb.PlayRequest(hello=pb.Hello(protocol_version=2, games=["fox"]))
"""The hello of a bot of another version of the protocol."""


async def turned_away(lobby: ListeningLobby, token: str | None) -> None:
    async with client(lobby, token) as call:
        with suppress(aio.AioRpcError):
            await call.write(OTHER_VERSION)
            while await call.read() is not aio.EOF:
                pass


@pytest.mark.parametrize(
    ("token", "entrant", "why"),
    [
        (None, "", "it shows no token"),
        ("a guess", "", "its token belongs to nobody: it is wrong, or was replaced or revoked"),
        ("zoe's", "zoe", "it is no remote entrant of this tournament"),
        ("ann's", "ann", "the bot speaks protocol version 2, this referee"),
    ],
)
async def test_a_lobby_tells_whose_streams_it_refused(
    token: str | None, entrant: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_server, "_REFUSAL_SECONDS", 0.01)
    async with listening() as lobby:
        await turned_away(lobby, token)
        (refusal,) = (await lobby.refused.get()).listed
        assert (refusal.entrant, refusal.origin, refusal.times) == (entrant, HERE, 1)
        assert refusal.why.startswith(why)
        assert token is None or token not in repr(refusal)


@pytest.mark.slow
async def test_a_lobby_tells_of_tls_on_a_plain_port_and_of_a_browser() -> None:
    for said, why in ((b"\x16\x03\x01" + bytes(200), SPEAKS_TLS), (b"GET / HTTP/1.1\r\n", NO_GRPC)):
        async with listening() as lobby:
            host, _, port = lobby.address.rpartition(":")
            with socket.create_connection((host, int(port))) as line:
                line.sendall(said)
                assert await lobby.refused.get() == Refusals((Refusal(HERE, why, "", 1),), 0)


@pytest.mark.slow
async def test_a_lobby_over_tls_tells_of_clients_without_tls_and_of_those_without_trust() -> None:
    issued = trustme.CA().issue_cert("127.0.0.1")
    chain = b"".join(pem.bytes() for pem in issued.cert_chain_pems)
    other = grpc.ssl_channel_credentials(trustme.CA().cert_pem.bytes())
    for credentials, why in ((None, SPEAKS_NO_TLS), (other, PERHAPS_UNTRUSTING)):
        async with listening(Certificate(chain, issued.private_key_pem.bytes())) as lobby:
            async with client(lobby, "ann's", credentials) as call:
                with pytest.raises(aio.AioRpcError):
                    await call.read()
            (refusal,) = (await lobby.refused.get()).listed
            assert (refusal.origin, refusal.why) == (HERE, why)


@pytest.mark.slow
async def test_a_flood_of_refused_connections_is_one_message() -> None:
    async with listening() as lobby:
        host, _, port = lobby.address.rpartition(":")

        def flood() -> None:
            for _ in range(200):
                with socket.create_connection((host, int(port))) as line:
                    line.sendall(b"GET / HTTP/1.1\r\n\r\n")
                    line.recv(100)

        await asyncio.to_thread(flood)
        first = await lobby.refused.get()
        await asyncio.sleep(0.6)
        assert lobby.refused.empty()
        assert [each.why for each in first.listed] == [NO_GRPC]
