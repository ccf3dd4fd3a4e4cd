"""The Python SDK dials in, and again when the connection is lost; a referee that is scripted."""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import grpc
import pytest
import trustme
from grpc import aio

from referee.rpc.server import SERVICE
from stych.v1 import referee_pb2 as pb
from stych_bot import connection
from stych_bot.bot import Bot, Result, from_function
from stych_bot.connection import play, redials
from stych_bot.environment import Environment
from stych_bot.hints import explained
from stych_bot.runner import StreamPlayer
from tests.bots.test_sdk import decision, start

PATIENCE = 60
HELLO = pb.Hello(protocol_version=1, bot_name="me", games=["fox"])
FINISHED = pb.PlayResponse(goodbye=pb.Goodbye(reason=pb.GOODBYE_REASON_FINISHED))
WELCOME = pb.PlayResponse(welcome=pb.Welcome(protocol_version=1))

Act = Callable[[Any], Awaitable[None]]
"""What the referee does on a stream, after the Hello."""


async def finish(context: Any) -> None:
    await context.write(WELCOME)
    await context.write(FINISHED)


async def break_off(context: Any) -> None:
    await context.write(WELCOME)
    await context.abort(grpc.StatusCode.UNAVAILABLE, "too late")


async def end_in_order(context: Any) -> None:
    await context.write(WELCOME)


async def refuse(context: Any) -> None:
    await context.abort(grpc.StatusCode.UNAUTHENTICATED, "who are you?")


def part(reason: pb.GoodbyeReason) -> Act:
    async def act(context: Any) -> None:
        await context.write(pb.PlayResponse(goodbye=pb.Goodbye(reason=reason, text="farewell")))

    return act


async def ask_and_break(context: Any) -> None:
    await context.write(WELCOME)
    await context.write(pb.PlayResponse(starts=[start(1)], decisions=[decision(7, 1)]))
    await context.abort(grpc.StatusCode.UNAVAILABLE, "cable")


class Script:
    """A referee that does one thing after the other, a stream each."""

    def __init__(self, *acts: Act) -> None:
        self.acts = list(acts)
        self.said: list[pb.PlayRequest] = []
        self.tokens: list[str] = []

    async def serve(self, _: Any, context: Any) -> None:
        self.tokens.append(dict(context.invocation_metadata())["authorization"])
        self.said.append(await context.read())
        await self.acts.pop(0)(context)


@asynccontextmanager
async def scripted(
    folder: Path, *acts: Act, reconnect: float = 0, tls: bool = False
) -> AsyncIterator[tuple[Script, Environment]]:
    script, server, authorities = Script(*acts), aio.server(), None
    handler = grpc.stream_stream_rpc_method_handler(
        script.serve, pb.PlayRequest.FromString, pb.PlayResponse.SerializeToString
    )
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),)
    )
    if tls:
        authority = trustme.CA()
        issued = authority.issue_cert("localhost")
        pair = (issued.private_key_pem.bytes(), issued.cert_chain_pems[0].bytes())
        port = server.add_secure_port("localhost:0", grpc.ssl_server_credentials([pair]))
        address, authorities = f"localhost:{port}", authority.cert_pem.bytes()
    else:
        address = f"unix:{folder / 'referee.sock'}"
        server.add_insecure_port(address)
    await server.start()
    async with asyncio.timeout(PATIENCE):
        try:
            yield script, Environment(address, "secret", "me", "1", authorities, reconnect)
        finally:
            await server.stop(None)


def first() -> StreamPlayer:
    return StreamPlayer(from_function(lambda *_: 0))


async def test_the_hello_and_the_token_come_first(tmp_path: Path) -> None:
    async with scripted(tmp_path, finish) as (script, environment):
        assert await play(environment, HELLO, first) == 0
        assert script.said == [pb.PlayRequest(hello=HELLO)]
        assert script.tokens == ["Bearer secret"]


async def test_matches_are_over_once_the_answers_are_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a bot does at a match's end holds up nobody who waits for its answer."""
    done: list[str | None] = []

    class Ended(Bot):
        def choose(self, observation: Any, legal: Sequence[int]) -> int:
            return 0

        def over(self, result: Result) -> None:
            done.append("over")

    async def sent(call: Any, request: pb.PlayRequest) -> None:
        await send(call, request)
        done.append(request.WhichOneof("message"))

    async def act(context: Any) -> None:
        asked = pb.PlayResponse(
            starts=[start(1), start(2)],
            decisions=[decision(7, 1)],
            overs=[pb.MatchOver(match=2)],
        )
        for response in (WELCOME, asked, FINISHED):
            await context.write(response)

    send = connection._send
    monkeypatch.setattr(connection, "_send", sent)
    async with scripted(tmp_path, act) as (_, environment):
        assert await play(environment, HELLO, lambda: StreamPlayer(Ended)) == 0
    assert done == ["hello", "answers", "over"]


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
            "if the referee there wants TLS, set STYCH_TLS: on, or a file with its author",
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
    name = "Custom verification check failed with error: Hostname Verification Check failed."
    for authorities, why, words in (
        (None, refused, "nothing listens there: look at STYCH_ADDRESS"),
        (b"", refused, "nothing listens there: look at STYCH_ADDRESS"),
        (None, "errors resolving nowhere.invalid:7424: []", "no such host is known here"),
        (None, "connection attempt timed out before receiving SETTINGS", "nobody answers there"),
        (None, "Failed parsing HTTP/2 (Expected SETTINGS frame)", "what listens there is no ref"),
        (b"", "Cannot check peer: missing selected ALPN property.", "what listens there is no ref"),
        (b"", name, "its certificate is for another name than that in STYCH_ADDRESS"),
        (None, "Received http2 header with status: 404", "a web server answers there"),
        (None, "Method not found! (UNIMPLEMENTED)", "it may be another service"),
        (None, "connect: Network is unreachable (101)", "there is no way to that host"),
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
    # Another one: gRPC waits a while before it dials the same again.
    with socket.create_server(("127.0.0.1", 0)) as closed:
        address = f"127.0.0.1:{closed.getsockname()[1]}"
    assert await play(Environment(address, "secret", "", "", None, 0), HELLO, first) == 3
    assert "the connection failed: nothing listens there: look at STYCH_ADDRESS" in caplog.text


async def test_a_connection_lost_after_the_welcome_is_no_question_of_tls(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def act(context: Any) -> None:
        await context.write(WELCOME)
        await context.abort(grpc.StatusCode.UNAVAILABLE, "Socket closed")

    async with scripted(tmp_path, act, tls=True) as (_, environment):
        assert await play(environment, HELLO, first) == 3
    assert "the connection failed: Socket closed (UNAVAILABLE)" in caplog.text


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (part(pb.GOODBYE_REASON_FINISHED), 0),
        (part(pb.GOODBYE_REASON_STOPPED), 0),
        (part(pb.GOODBYE_REASON_MALFORMED), 3),
        (part(pb.GOODBYE_REASON_UNSPECIFIED), 3),
        (refuse, 3),
    ],
)
async def test_a_goodbye_or_a_refusal_is_the_end_even_of_a_bot_that_dials_again(
    tmp_path: Path, act: Act, code: int
) -> None:
    async with scripted(tmp_path, act, reconnect=100) as (script, environment):
        assert await play(environment, HELLO, first) == code
        assert len(script.said) == 1


async def test_a_lost_connection_is_dialled_again_and_all_matches_are_forgotten(
    tmp_path: Path,
) -> None:
    made: list[StreamPlayer] = []

    def player() -> StreamPlayer:
        made.append(first())
        return made[-1]

    acts = (ask_and_break, break_off, end_in_order, finish)
    async with scripted(tmp_path, *acts, reconnect=100) as (script, environment):
        assert await play(environment, HELLO, player) == 0
        assert script.said == [pb.PlayRequest(hello=HELLO)] * 4
        assert script.tokens == ["Bearer secret"] * 4
    assert len(made) == 4


async def test_without_a_word_about_it_a_lost_connection_is_the_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with scripted(tmp_path, break_off, finish) as (script, environment):
        assert await play(environment, HELLO, first) == 3
        assert len(script.said) == 1
    own = [record.getMessage() for record in caplog.records if record.name == "stych"]
    assert own == ["the connection failed: too late (UNAVAILABLE)"]


async def test_nobody_is_dialled_for_ever(tmp_path: Path) -> None:
    environment = Environment(f"unix:{tmp_path}/nobody", "secret", "", "", None, 0.3)
    assert await play(environment, HELLO, first) == 3


def test_the_waits_grow_to_five_seconds_and_end_with_the_time() -> None:
    taken: list[float] = []
    for wait in redials(30, lambda: sum(taken)):
        taken.append(wait)
    assert taken[:8] == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5])
    assert sum(taken) == pytest.approx(30)
    assert list(islice(redials(0, lambda: 0), 1)) == []


THINKING = """
import time
from stych_bot import run

def choose(observation, legal, random):
    {body}
    return 0

run(choose, games=["fox"])
"""


async def take_its_place(context: Any) -> None:
    await context.write(WELCOME)
    await context.write(pb.PlayResponse(starts=[start(1)], decisions=[decision(7, 1)]))
    await asyncio.sleep(0.1)
    await part(pb.GOODBYE_REASON_UNSPECIFIED)(context)


@pytest.mark.parametrize(
    ("body", "code", "last"),
    [
        ("time.sleep(1)", 3, "stych: goodbye: farewell"),
        ("raise ValueError('no cards')", 1, "ValueError: no cards"),
    ],
)
async def test_what_comes_while_a_bot_thinks_is_heard_and_its_errors_are_shown(
    tmp_path: Path, body: str, code: int, last: str
) -> None:
    async with scripted(tmp_path, take_its_place) as (_, environment):
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            THINKING.format(body=body),
            env={
                **os.environ,
                "STYCH_ADDRESS": environment.address,
                "STYCH_TOKEN": "secret",
                "STYCH_RECONNECT": "100",
            },
            stderr=asyncio.subprocess.PIPE,
        )
        _, err = await process.communicate()
        assert process.returncode == code
        assert err.decode().splitlines()[-1] == last
        assert b"never retrieved" not in err


async def test_what_goes_wrong_while_it_listens_is_no_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        async def write(self, _: pb.PlayRequest) -> None:
            pass

        async def read(self) -> pb.PlayResponse:
            raise ValueError("out of tune")

    class Stub:
        def __init__(self, _: aio.Channel) -> None:
            pass

        def Play(self, **_: Any) -> Broken:  # noqa: N802  the name of the call
            return Broken()

    monkeypatch.setattr("stych_bot.connection.RefereeServiceStub", Stub)
    async with scripted(tmp_path) as (_, environment):
        with pytest.raises(ValueError, match="out of tune"):
            await play(environment, HELLO, first)
