"""A flood on a connection that has shown a token is its own fault; nobody gets past the proxy."""

import asyncio
import os
import signal

import grpc
import pytest
from grpc import aio

from referee.conduct import Conduct, Fault, FaultKind
from referee.rpc.proxy.bounds import KNOWN
from tests.floods.frames import DATA, END_HEADERS, HEADERS, HELLO, PING, call, frame
from tests.rpc.lobby_house import House, client, listening
from tests.rpc.stage import HELLO as SAYS_HELLO
from tests.rpc.stage import ask, sit
from tests.rpc.test_lobby_server_crowds import enter, until_in

PATIENT = Conduct(decision_ms=60_000)
FLOOD = 8000 * frame(PING, bytes(8))
"""Twice what an entrant may send at once."""


async def raw_client(house: House, token: bytes) -> asyncio.StreamWriter:
    """A stream of a bot that speaks HTTP/2 by hand, and reads nothing."""
    host, _, port = house.address.rpartition(":")
    _, writer = await asyncio.open_connection(host, int(port))
    block = call(b"/stych.v1.RefereeService/Play", (b"authorization", b"Bearer " + token))
    hello = SAYS_HELLO.SerializeToString()
    message = b"\0" + len(hello).to_bytes(4, "big") + hello
    writer.write(HELLO + frame(HEADERS, block, END_HEADERS, 1) + frame(DATA, message, 0, 1))
    await writer.drain()
    return writer


async def test_a_flood_with_a_token_is_malformed_and_gains_no_time() -> None:
    async with listening(conduct=PATIENT) as house:
        writer = await raw_client(house, b"ann's")
        assert await house.told.get() == ("ann", 1)
        asked = ask(sit(house.bots["ann"][0]))
        await asyncio.sleep(0.2)
        writer.write(FLOOD)
        fault = await asked
        assert isinstance(fault, Fault)
        assert (fault.kind, fault.text) == (FaultKind.MALFORMED, f"sent {KNOWN.words}")
        assert await house.told.get() == ("ann", 0)
        writer.close()
        assert await enter(house, "ann's") is None


async def test_a_flood_of_one_bot_ends_no_stream_of_another() -> None:
    async with listening(conduct=PATIENT) as house, client(house, "bob's") as bob:
        await bob.write(SAYS_HELLO)
        assert (await bob.read()).HasField("welcome")
        assert await house.told.get() == ("bob", 1)
        writer = await raw_client(house, b"ann's")
        assert await house.told.get() == ("ann", 1)
        writer.write(FLOOD)
        assert await house.told.get() == ("ann", 0)
        writer.close()
        asked = ask(sit(house.bots["bob"][0]))
        assert (await bob.read()).decisions
        asked.cancel()


async def test_who_finds_the_socket_behind_the_proxy_does_not_get_in_by_it() -> None:
    async with listening() as house:
        path = house.server._proxied.path
        assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        async with client(house, "ann's", address=f"unix:{path}") as past:
            with pytest.raises(aio.AioRpcError) as caught:
                await past.read()
            assert caught.value.code() is grpc.StatusCode.PERMISSION_DENIED
        assert house.told.empty()


async def test_a_proxy_that_was_killed_is_started_again() -> None:
    async with listening() as house:
        assert await enter(house, "ann's") is None
        pid = house.server._proxied.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await until_in(house, "ann's")
        assert house.server._proxied.pid != pid


async def test_an_address_that_is_taken_is_an_error_and_leaves_nothing() -> None:
    async with listening() as house:
        second = House(PATIENT, None)
        with pytest.raises(RuntimeError, match="cannot be listened on"):
            await second.server.listen(house.address)
        assert not second.server._proxied.path.parent.exists()
        await second.server.stop()
