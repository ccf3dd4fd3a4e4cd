"""The gRPC server of one bot: who gets in, what else it serves, and how its streams end."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, cast

import grpc
import pytest
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from referee.rpc.handshake import MOST_AT_ONCE
from referee.rpc.link import Link
from referee.rpc.server import MOST_BYTES, SERVICE, BotServer
from stych.v1 import referee_pb2 as pb
from tests.limits import needs_files
from tests.rpc.arena import open_files

PATIENCE = 30


class Host:
    """Serves streams by handing them to the test, and waits until it lets go of them."""

    def __init__(self) -> None:
        self.flooded: list[str] = []
        self.server = BotServer(self._serve, self.flooded.append)
        self.links: asyncio.Queue[Link] = asyncio.Queue()
        self.enough = asyncio.Event()
        self.served = 0

    async def _serve(self, link: Link) -> None:
        await self.links.put(link)
        await self.enough.wait()
        self.served += 1


@asynccontextmanager
async def hosted(folder: Path | None) -> AsyncIterator[tuple[Host, aio.Channel]]:
    """A server that listens, and a client's channel to it."""
    host = Host()
    async with asyncio.timeout(PATIENCE):
        await host.server.listen(folder)
        async with aio.insecure_channel(host.server.address) as channel:
            try:
                yield host, channel
            finally:
                host.enough.set()
                await host.server.stop()


def play(channel: aio.Channel, token: str | None) -> Any:
    """A stream on which any bytes can be said."""
    method: Any = channel.stream_stream(
        f"/{SERVICE}/Play", response_deserializer=pb.PlayResponse.FromString
    )
    return method(metadata=(("authorization", f"Bearer {token}"),) if token is not None else ())


async def refusal(call: Any) -> aio.AioRpcError:
    with pytest.raises(aio.AioRpcError) as caught:
        await call.read()
    return caught.value


@pytest.mark.parametrize("unix", [True, False])
async def test_bytes_arrive_as_they_were_sent_and_messages_go_back(
    tmp_path: Path, unix: bool
) -> None:
    async with hosted(tmp_path if unix else None) as (host, channel):
        assert host.server.address.startswith("unix:" if unix else "127.0.0.1:")
        call = play(channel, host.server.issue_token())
        link = await host.links.get()
        for said in (b"\xff\xfe", b"", b"x" * 1000):
            await call.write(said)
            assert await link.receive() == said
        await link.send(pb.PlayResponse(welcome=pb.Welcome(protocol_version=1)).SerializeToString())
        assert (await call.read()).welcome.protocol_version == 1
        await call.done_writing()
        assert await link.receive() is None


@pytest.mark.parametrize("token", [None, "", "wrong"])
async def test_who_has_not_the_token_is_told_how_to_show_it(
    tmp_path: Path, token: str | None
) -> None:
    async with hosted(tmp_path) as (host, channel):
        host.server.issue_token()
        error = await refusal(play(channel, token))
        assert error.code() is grpc.StatusCode.UNAUTHENTICATED
        assert "authorization: Bearer TOKEN" in str(error.details())
        assert host.server.refused == 1
        assert host.links.empty()


async def test_nobody_gets_in_before_a_token_is_issued(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (_, channel):
        assert (await refusal(play(channel, ""))).code() is grpc.StatusCode.UNAUTHENTICATED


async def test_a_token_is_good_for_one_stream(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, channel):
        token = host.server.issue_token()
        first = play(channel, token)
        link = await host.links.get()
        assert (await refusal(play(channel, token))).code() is grpc.StatusCode.UNAUTHENTICATED
        await first.write(b"still here")
        assert await link.receive() == b"still here"
        assert host.links.empty()


async def test_a_new_token_makes_the_one_before_void(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, channel):
        old, new = host.server.issue_token(), host.server.issue_token()
        assert (await refusal(play(channel, old))).code() is grpc.StatusCode.UNAUTHENTICATED
        assert host.server.refused == 1
        play(channel, new)
        await host.links.get()
        host.server.issue_token()
        assert host.server.refused == 0


async def test_a_client_that_goes_leaves_a_link_that_harms_nobody(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, channel):
        call = play(channel, host.server.issue_token())
        link = await host.links.get()
        call.cancel()
        assert await link.receive() is None
        assert await link.receive() is None
        await link.send(b"")
        assert host.served == 0
        host.enough.set()


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
        said = "made more than 200 calls beside its stream, and 2 a second"
        assert set(host.flooded) == {said}
        play(channel, token)
        await host.links.get()


async def test_a_flood_before_a_token_is_not_counted_after_it(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, channel):
        for _ in range(150):
            await check(channel)
        host.server.issue_token()
        for _ in range(150):
            await check(channel)
        assert host.flooded == []


async def test_a_client_that_does_not_read_holds_up_its_own_link_alone(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (host, channel):
        call = play(channel, host.server.issue_token())
        link = await host.links.get()
        long = pb.PlayResponse(goodbye=pb.Goodbye(text="x" * 1_000_000)).SerializeToString()
        sending = [asyncio.create_task(link.send(long)) for _ in range(40)]
        _, blocked = await asyncio.wait(sending, timeout=0.3)
        assert blocked
        sending[-1].cancel()
        call.cancel()
        await asyncio.wait(sending)
        assert await link.receive() is None
        await link.send(b"")


async def test_stopping_ends_streams_and_waits_for_whoever_is_still_served(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as (host, channel):
        play(channel, host.server.issue_token())
        link = await host.links.get()
        stopping = asyncio.create_task(host.server.stop())
        assert await link.receive() is None
        await link.send(b"")
        assert not stopping.done()
        host.enough.set()
        await stopping
        assert host.served == 1


async def test_stopping_waits_for_whoever_is_served_after_the_client_has_gone(
    tmp_path: Path,
) -> None:
    async with hosted(tmp_path) as (host, channel):
        call = play(channel, host.server.issue_token())
        link = await host.links.get()
        call.cancel()
        assert await link.receive() is None
        stopping = asyncio.create_task(host.server.stop())
        _, waiting = await asyncio.wait({stopping}, timeout=0.2)
        assert waiting
        host.enough.set()
        await stopping
        assert host.served == 1


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
        assert open_files() - before - len(clients) <= 64
        for client in clients:
            client.close()
        while True:
            call = play(channel, host.server.issue_token())
            with suppress(aio.AioRpcError):
                await call.write(b"hello")
                link = await host.links.get()
                assert await link.receive() == b"hello"
                break


async def test_nobody_is_told_of_changes_of_health_for_ever(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (_, channel):
        health: Any = health_pb2_grpc.HealthStub(channel)
        error = await refusal(health.Watch(health_pb2.HealthCheckRequest()))
        assert error.code() is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize("service", [SERVICE, ""])
async def test_health(tmp_path: Path, service: str) -> None:
    async with hosted(tmp_path) as (_, channel):
        health: Any = health_pb2_grpc.HealthStub(channel)
        answer = await health.Check(health_pb2.HealthCheckRequest(service=service))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_reflection(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (_, channel):
        stub = reflection_pb2_grpc.ServerReflectionStub(cast(Any, channel))  # works with both
        call: Any = cast(Any, stub).ServerReflectionInfo()
        await call.write(reflection_pb2.ServerReflectionRequest(list_services="*"))
        listed = (await call.read()).list_services_response.service
        assert SERVICE in [service.name for service in listed]
        await call.write(reflection_pb2.ServerReflectionRequest(file_containing_symbol=SERVICE))
        assert (await call.read()).file_descriptor_response.file_descriptor_proto
        await call.done_writing()
