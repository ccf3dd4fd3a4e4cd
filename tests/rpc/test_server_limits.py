"""What the server of a bot takes at most: long messages, floods of calls, connections."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from referee.rpc.handshake import MOST_AT_ONCE
from referee.rpc.server import MOST_BYTES, SERVICE
from stych.v1 import referee_pb2 as pb
from tests.limits import needs_files
from tests.rpc.arena import open_files
from tests.rpc.hosted import hosted, play, refusal


async def test_a_message_that_is_too_long_ends_the_stream_and_not_the_server(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as (host, channel):
        call = play(channel, host.server.issue_token())
        link = await host.links.get()
        await call.write(b"x" * (1 << 21))
        assert await link.receive() is None
        play(channel, host.server.issue_token())
        await host.links.get()


@pytest.mark.parametrize("compression", list(grpc.Compression))
async def test_what_is_long_when_it_is_unpacked_is_too_long(
    tmp_path: Path, compression: grpc.Compression
) -> None:
    async with hosted(tmp_path) as (host, channel):
        metadata = (("authorization", f"Bearer {host.server.issue_token()}"),)
        method: Any = channel.stream_stream(f"/{SERVICE}/Play")
        call = method(metadata=metadata, compression=compression)
        link = await host.links.get()
        await call.write(bytes(MOST_BYTES))
        assert await link.receive() == bytes(MOST_BYTES)
        await call.write(bytes(MOST_BYTES + 1))
        assert await link.receive() is None
        assert (await refusal(call)).code() is grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_the_longest_answers_are_not_too_long() -> None:
    longest = pb.Answer(decision=2**64 - 1, choice=2**32 - 1)
    request = pb.PlayRequest(answers=pb.Answers(answers=[longest] * MOST_AT_ONCE))
    assert len(request.SerializeToString()) * 2 < MOST_BYTES


async def test_metadata_that_are_too_long_get_nobody_in(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, channel):
        host.server.issue_token()
        error = await refusal(play(channel, "x" * 100_000))
        assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        play(channel, host.server.issue_token())
        await host.links.get()


def no_token(channel: aio.Channel) -> Any:
    return play(channel, "guess").read()


def no_method(channel: aio.Channel) -> Any:
    method: Any = channel.unary_unary("/grpc.health.v1.Health/Cure")
    return method(b"")


def check(channel: aio.Channel) -> Any:
    health: Any = health_pb2_grpc.HealthStub(channel)
    return health.Check(health_pb2.HealthCheckRequest())


@pytest.mark.slow
@pytest.mark.parametrize("ask", [no_token, no_method, check])
async def test_a_flood_of_calls_is_told_and_a_few_are_not(
    tmp_path: Path, ask: Callable[[aio.Channel], Any]
) -> None:
    async with hosted(tmp_path) as (host, channel):
        token = host.server.issue_token()
        for _ in range(100):
            with suppress(aio.AioRpcError):
                await ask(channel)
        assert host.flooded == []
        while not host.flooded:
            with suppress(aio.AioRpcError):
                await ask(channel)
        said = (
            "made too many calls beside its stream: 200 at once are allowed, and 2 a second"
            " after them"
        )
        assert set(host.flooded) == {said}
        play(channel, token)
        await host.links.get()


@pytest.mark.slow
async def test_calls_before_a_token_are_not_counted_after_it(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, channel):
        for _ in range(150):
            await check(channel)
        host.server.issue_token()
        for _ in range(150):
            await check(channel)
        assert host.flooded == []


@needs_files(512)
async def test_connections_are_limited_and_junk_on_them_harms_nobody(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, channel):
        before = open_files()
        clients = [socket.socket(socket.AF_UNIX) for _ in range(150)]
        for client in clients:
            client.connect(host.server.address.removeprefix("unix:"))
            with suppress(OSError):
                client.send(b"GET / HTTP/1.1\r\n\r\n" if client.fileno() % 2 else b"")
        await asyncio.sleep(0.2)
        # The most connections that the server takes.
        assert open_files() - before - len(clients) <= 64
        for client in clients:
            client.close()
        # A connection may be refused until the server has seen that those are closed.
        while True:
            call = play(channel, host.server.issue_token())
            with suppress(aio.AioRpcError):
                await call.write(b"hello")
                link = await host.links.get()
                assert await link.receive() == b"hello"
                break
