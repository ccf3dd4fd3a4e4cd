"""A flood with a token is a fault of that bot alone; and the lobby's proxy, which is replaced."""

import asyncio
import errno
import os
import signal
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import grpc
import pytest
from grpc import aio

from referee.conduct import Conduct, Fault, FaultKind
from referee.rpc import proxy_process
from referee.rpc.listening import ListeningError
from referee.rpc.proxy.bounds import KNOWN
from tests.floods.frames import DATA, END_HEADERS, HEADERS, HELLO, PING, call, frame
from tests.rpc.listening_lobby import ListeningLobby, client, listening
from tests.rpc.stage import HELLO as SAYS_HELLO
from tests.rpc.stage import ask, sit
from tests.rpc.test_lobby_server_crowds import enter, until_in

PATIENT = Conduct(decision_ms=60_000)
FLOOD = 8000 * frame(PING, bytes(8))
"""Twice what an entrant may send at once."""


async def raw_client(lobby: ListeningLobby, token: bytes) -> asyncio.StreamWriter:
    """A stream of a bot that speaks HTTP/2 by hand, and reads nothing."""
    host, _, port = lobby.address.rpartition(":")
    _, writer = await asyncio.open_connection(host, int(port))
    block = call(b"/stych.v1.RefereeService/Play", (b"authorization", b"Bearer " + token))
    hello = SAYS_HELLO.SerializeToString()
    message = b"\0" + len(hello).to_bytes(4, "big") + hello
    writer.write(HELLO + frame(HEADERS, block, END_HEADERS, 1) + frame(DATA, message, 0, 1))
    await writer.drain()
    return writer


async def test_a_flood_with_a_token_is_malformed_and_no_lost_connection() -> None:
    async with listening(conduct=PATIENT) as lobby:
        writer = await raw_client(lobby, b"ann's")
        assert await lobby.told.get() == ("ann", 1)
        asked = ask(sit(lobby.bots["ann"][0]))
        await asyncio.sleep(0.2)
        writer.write(FLOOD)
        fault = await asked
        assert isinstance(fault, Fault)
        assert (fault.kind, fault.text) == (FaultKind.MALFORMED, f"sent {KNOWN.words}")
        assert await lobby.told.get() == ("ann", 0)
        writer.close()
        assert await enter(lobby, "ann's") is None


async def test_a_flood_of_one_bot_ends_no_stream_of_another() -> None:
    async with listening(conduct=PATIENT) as lobby, client(lobby, "bob's") as bob:
        await bob.write(SAYS_HELLO)
        assert (await bob.read()).HasField("welcome")
        assert await lobby.told.get() == ("bob", 1)
        writer = await raw_client(lobby, b"ann's")
        assert await lobby.told.get() == ("ann", 1)
        writer.write(FLOOD)
        assert await lobby.told.get() == ("ann", 0)
        writer.close()
        asked = ask(sit(lobby.bots["bob"][0]))
        assert (await bob.read()).decisions
        asked.cancel()


async def test_who_finds_the_socket_behind_the_proxy_does_not_get_in_by_it() -> None:
    async with listening() as lobby:
        path = lobby.server._proxy.path
        assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        async with client(lobby, "ann's", address=f"unix:{path}") as past:
            with pytest.raises(aio.AioRpcError) as caught:
                await past.read()
            assert caught.value.code() is grpc.StatusCode.PERMISSION_DENIED
        assert lobby.told.empty()


async def test_a_proxy_that_was_killed_is_started_again() -> None:
    async with listening() as lobby:
        assert await enter(lobby, "ann's") is None
        pid = lobby.server._proxy.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await until_in(lobby, "ann's")
        assert lobby.server._proxy.pid != pid


@pytest.mark.slow
async def test_a_proxy_that_is_started_again_is_watched_and_its_numbers_are_new() -> None:
    async with listening() as lobby:
        first = await number_of_a_connection(lobby)
        pid = lobby.server._proxy.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await until_in(lobby, "bob's")
        assert lobby.lobby.burden._queues.proxy() == lobby.server._proxy.pid != pid
        assert await number_of_a_connection(lobby) > 1 << 32 > first


async def number_of_a_connection(lobby: ListeningLobby) -> int:
    """The number of a new connection, after a Hello on it."""
    async with client(lobby, "ann's") as call:
        await call.write(SAYS_HELLO)
        assert (await call.read()).HasField("welcome")
        return max(lobby.server._streams)


async def test_a_proxy_that_always_ends_at_once_is_given_up_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proxy_process, "_AGAIN_SECONDS", 0.001)
    async with listening() as lobby:
        starts: list[str] = []
        monkeypatch.setattr(lobby.server._proxy, "_popen", partial(ends_at_once, starts))
        assert lobby.server._proxy._process is not None
        lobby.server._proxy._process.kill()
        with pytest.raises(ListeningError) as caught:
            await lobby.server.wait_until_broken()
        said = "the lobby's proxy failed 5 times in a row: the last exit code was 7"
        assert (str(caught.value), len(starts)) == (said, 4)


def ends_at_once(starts: list[str], files: list[int], _: object) -> "subprocess.Popen[bytes]":
    starts.append("started")
    program = "import os; os.write(int(os.sys.argv[1]), b'[\"floo'); os._exit(7)"
    return subprocess.Popen(
        [sys.executable, "-c", program, str(files[-1])], stdin=subprocess.PIPE, pass_fds=files
    )


async def test_a_proxy_whose_certificate_cannot_be_written_is_given_up_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proxy_process, "_AGAIN_SECONDS", 0.001)

    def fails() -> list[str]:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async with listening() as lobby:
        proxy = lobby.server._proxy
        monkeypatch.setattr(proxy, "_written_certificate", fails)
        assert proxy._process is not None
        # As if the proxy had worked for long.
        proxy._started_at -= 1000
        proxy._process.kill()
        with pytest.raises(ListeningError, match="5 times in a row: No space left on device"):
            await lobby.server.wait_until_broken()


async def test_the_proxy_runs_no_file_of_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("open('was-run', 'w')\n")
    monkeypatch.chdir(tmp_path)
    async with listening() as lobby:
        assert await enter(lobby, "ann's") is None
    assert not (tmp_path / "was-run").exists()


@pytest.mark.parametrize("name", ["a b", "háj", "50+ 41"])
async def test_the_folder_for_sockets_may_have_any_name(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TemporaryDirectory(prefix=name) as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        async with listening() as lobby:
            assert name in str(lobby.server._proxy.path)
            assert await enter(lobby, "ann's") is None


async def test_an_address_that_is_taken_is_an_error_and_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proxy_process, "_BUSY_SECONDS", 0.1)
    async with listening() as lobby:
        second = ListeningLobby(PATIENT, None)
        with pytest.raises(ListeningError, match="cannot be listened on"):
            await second.server.listen(lobby.address)
        assert not second.server._proxy.path.parent.exists()
        await second.server.stop()
