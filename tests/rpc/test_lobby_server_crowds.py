"""Who guesses, floods or holds connections of the lobby's server locks nobody else out."""

import asyncio
import socket
from contextlib import suppress

import grpc
import pytest
from grpc import aio

from referee.rpc import lobby_server
from tests.floods.frames import HELLO as HELLO_OF_HTTP2
from tests.limits import needs_files
from tests.rpc.listening_lobby import ListeningLobby, client, listening
from tests.rpc.stage import HELLO


async def enter(lobby: ListeningLobby, token: str) -> aio.AioRpcError | None:
    """Dial in and say hello. Returns the error if that is not welcome, otherwise None."""
    async with client(lobby, token) as call:
        with suppress(aio.AioRpcError):  # the read below raises the reason
            await call.write(HELLO)
        try:
            assert (await call.read()).HasField("welcome")
        except aio.AioRpcError as error:
            return error
    return None


async def until_in(lobby: ListeningLobby, token: str) -> None:
    """Dial again and again, as a bot does that lost its connection."""
    while error := await enter(lobby, token):
        assert error.code() is not grpc.StatusCode.UNAUTHENTICATED
        await asyncio.sleep(0.1)


async def test_who_guesses_waits_and_nobody_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_server, "_REFUSAL_SECONDS", 3600)
    async with listening() as lobby, client(lobby, "a guess") as guess:
        answer = asyncio.create_task(guess.read())
        assert await enter(lobby, "ann's") is None
        assert not answer.done()
        answer.cancel()


async def crowd(lobby: ListeningLobby, *said: bytes) -> None:
    """Hold 400 connections, each of which sent one of the texts, and wait until ann gets in."""
    host, _, port = lobby.address.rpartition(":")
    lines = [socket.create_connection((host, int(port))) for _ in range(400)]
    for number, line in enumerate(lines):
        line.send(said[number % len(said)])
    await until_in(lobby, "ann's")
    for line in lines:
        line.close()


@pytest.mark.slow
@needs_files(512)
async def test_connections_without_a_whole_preface_lock_nobody_out() -> None:
    async with listening() as lobby:
        await crowd(lobby, b"PRI * HTTP/2.0\r\n", b"")


@pytest.mark.slow
@needs_files(512)
async def test_connections_on_which_nothing_is_asked_lock_nobody_out() -> None:
    async with listening() as lobby:
        await crowd(lobby, HELLO_OF_HTTP2)


@pytest.mark.slow
@pytest.mark.parametrize("token", ["ann's", "a guess"])
async def test_a_flood_of_one_locks_out_nobody_else(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_server, "_REFUSAL_SECONDS", 0.01)
    async with listening() as lobby:
        enough = asyncio.Event()

        async def flood() -> None:
            # gRPC may swallow that a task is cancelled.
            while not enough.is_set():
                await enter(lobby, token)

        floods = [asyncio.create_task(flood()) for _ in range(10)]
        for _ in range(3):
            await until_in(lobby, "bob's")
        enough.set()
        for each in floods:
            each.cancel()
        await asyncio.wait(floods)
