"""The lobby's gRPC server: tokens, TLS, and what a client is told when its stream ends."""

import asyncio
from typing import Any

import grpc
import pytest
import trustme
from grpc import aio
from grpc_health.v1 import health_pb2, health_pb2_grpc

from referee.conduct import Conduct, Fault, FaultKind
from referee.player import Choice
from referee.rpc import lobby_server
from referee.rpc.proxy_process import Certificate
from referee.rpc.server import SERVICE
from stych.v1 import referee_pb2 as pb
from tests.e2e.proxy import proxy
from tests.rpc.listening_lobby import client, listening
from tests.rpc.stage import HELLO, ask, sit


@pytest.mark.parametrize("token", [None, "wrong", "ann's ", "bob", "zoe's"])
async def test_who_has_no_token_of_an_entrant_is_told_how_to_get_one(token: str | None) -> None:
    async with listening() as lobby, client(lobby, token) as call:
        with pytest.raises(aio.AioRpcError) as caught:
            await call.read()
        assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED
        assert "as `stych token NAME` issues it" in str(caught.value.details())
        assert lobby.told.empty()


async def test_a_token_says_who_it_is() -> None:
    async with listening() as lobby, client(lobby, "bob's") as call:
        await call.write(HELLO)
        assert (await call.read()).HasField("welcome")
        assert await lobby.told.get() == ("bob", 1)


async def test_a_late_bot_is_told_so_by_the_status_and_dials_in_again() -> None:
    async with listening() as lobby:
        asked = ask(sit(lobby.bots["ann"][0]))
        async with client(lobby, "ann's") as call:
            await call.write(HELLO)
            for _ in range(2):  # the Welcome and the decision
                await call.read()
            with pytest.raises(aio.AioRpcError) as caught:
                await call.read()
            assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
            assert str(caught.value.details()).startswith("did not answer within 0.1 s")
            fault = await asked
            assert isinstance(fault, Fault)
            assert fault.kind is FaultKind.LATE
        async with client(lobby, "ann's") as call:
            await call.write(HELLO)
            assert (await call.read()).HasField("welcome")


async def test_a_second_stream_takes_the_place_of_the_first() -> None:
    async with listening() as lobby, client(lobby, "ann's") as old, client(lobby, "ann's") as new:
        for call in (old, new):
            await call.write(HELLO)
            assert (await call.read()).HasField("welcome")
        assert "has taken this place" in (await old.read()).goodbye.text
        assert await old.read() is aio.EOF


async def test_a_client_that_goes_is_noticed_and_the_next_one_gets_in() -> None:
    async with listening() as lobby:
        for _ in range(3):
            async with client(lobby, "ann's") as call:
                await call.write(HELLO)
                await call.read()
                assert await lobby.told.get() == ("ann", 1)
                call.cancel()
            assert await lobby.told.get() == ("ann", 0)


async def test_a_connection_that_is_dead_without_a_word_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby_server, "_PING_SECONDS", 1)
    async with listening() as lobby:
        with proxy(lobby.address) as between:
            async with client(lobby, "ann's", address=between.address) as call:
                await call.write(HELLO)
                assert (await call.read()).HasField("welcome")
                assert await lobby.told.get() == ("ann", 1)
                between.stall()
                assert await lobby.told.get() == ("ann", 0)
                call.cancel()


@pytest.mark.parametrize(
    ("conduct", "patience"),
    [
        (Conduct(decision_ms=2_000, bank_ms=30_000, grace_ms=500, strikes=0), 42_500),
        (Conduct(decision_ms=2_000, bank_ms=30_000, grace_ms=500, strikes=10), 67_500),
        (Conduct(decision_ms=86_400_000, strikes=1_000), 2**31 - 1),
    ],
)
async def test_a_ping_may_stay_unanswered_for_longer_than_a_bot_may_think(
    conduct: Conduct, patience: int
) -> None:
    options = dict(lobby_server._options(conduct))
    assert options["grpc.keepalive_timeout_ms"] == patience
    assert options["grpc.http2.ping_timeout_ms"] == patience
    async with listening(conduct=conduct) as lobby, client(lobby, "ann's") as call:
        await call.write(HELLO)
        assert (await call.read()).HasField("welcome")


async def test_the_goodbye_reaches_the_bots() -> None:
    async with listening() as lobby, client(lobby, "ann's") as call:
        await call.write(HELLO)
        await call.read()
        await lobby.lobby.close(pb.GOODBYE_REASON_STOPPED, "the referee was stopped")
        goodbye = (await call.read()).goodbye
        assert goodbye.reason == pb.GOODBYE_REASON_STOPPED
        assert await call.read() is aio.EOF


async def test_over_tls_only_a_client_that_trusts_the_authority_gets_in() -> None:
    authority, other = trustme.CA(), trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    chain = b"".join(pem.bytes() for pem in issued.cert_chain_pems)
    async with listening(Certificate(chain, issued.private_key_pem.bytes())) as lobby:
        trusting = grpc.ssl_channel_credentials(authority.cert_pem.bytes())
        async with client(lobby, "ann's", trusting) as call:
            await call.write(HELLO)
            assert (await call.read()).HasField("welcome")
        for credentials in (grpc.ssl_channel_credentials(other.cert_pem.bytes()), None):
            async with client(lobby, "ann's", credentials) as call:
                with pytest.raises(aio.AioRpcError) as caught:
                    await call.read()
                assert caught.value.code() is grpc.StatusCode.UNAVAILABLE


async def test_health_without_a_token_and_no_reflection() -> None:
    async with listening() as lobby, aio.insecure_channel(lobby.address) as channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        answer = await health.Check(health_pb2.HealthCheckRequest(service=SERVICE))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        reflect: Any = channel.stream_stream(
            "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
        )
        with pytest.raises(aio.AioRpcError) as caught:
            await reflect().read()
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.slow
async def test_who_says_hello_while_the_lobby_closes_hears_the_goodbye_as_well() -> None:
    """The Welcome is out before the place is taken: the lobby may close in between."""
    for _ in range(20):
        async with listening() as lobby, client(lobby, "ann's") as call:
            await call.write(HELLO)
            await call.read()
            await lobby.lobby.close(pb.GOODBYE_REASON_STOPPED, "the referee was stopped")
            assert (await call.read()).goodbye.text == "the referee was stopped"


async def test_a_connection_ages_and_the_stream_on_it_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby_server, "_AGE_SECONDS", 1)
    patient = Conduct(decision_ms=10_000, reconnect_ms=0)
    async with listening(conduct=patient) as lobby, client(lobby, "ann's") as call:
        await call.write(HELLO)
        await call.read()
        player = sit(lobby.bots["ann"][0])
        with proxy(lobby.address) as between:
            async with aio.insecure_channel(between.address) as channel:
                health: Any = health_pb2_grpc.HealthStub(channel)
                # The client dials again when its connection is too old: twice for three pairs.
                while len(between._pairs) < 3:
                    await health.Check(health_pb2.HealthCheckRequest())
                    await asyncio.sleep(0.5)
        for _ in range(3):
            asked = ask(player)
            [decision] = (await call.read()).decisions
            answer = pb.Answer(decision=decision.decision)
            await call.write(pb.PlayRequest(answers=pb.Answers(answers=[answer])))
            assert isinstance(await asked, Choice)
