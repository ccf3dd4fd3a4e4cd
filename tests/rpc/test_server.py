"""The gRPC server of one bot: who gets in, what else it serves, and how its streams end."""

import asyncio
from pathlib import Path
from typing import Any, cast

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from referee.rpc.server import SERVICE
from stych.v1 import referee_pb2 as pb
from tests.rpc.hosted import hosted, play, refusal


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


async def test_a_client_that_does_not_read_holds_up_its_link_until_it_has_gone(
    tmp_path: Path,
) -> None:
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
        stub = reflection_pb2_grpc.ServerReflectionStub(cast(Any, channel))  # typed as blocking
        call: Any = cast(Any, stub).ServerReflectionInfo()
        await call.write(reflection_pb2.ServerReflectionRequest(list_services="*"))
        listed = (await call.read()).list_services_response.service
        assert SERVICE in [service.name for service in listed]
        await call.write(reflection_pb2.ServerReflectionRequest(file_containing_symbol=SERVICE))
        assert (await call.read()).file_descriptor_response.file_descriptor_proto
        await call.done_writing()
