"""Clients that share a server over HTTP: tables of one's own, and one duel for all."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from referee.record import read_record
from referee.record_check import verify
from tests.agents.calls import call, refused
from tests.agents.test_mcp_http import PING, USUAL, serve
from tests.e2e.command import LONG, write_bot

pytestmark = [pytest.mark.slow, pytest.mark.unconfined, pytest.mark.minutes(0.2)]

ONE: dict[str, Any] = {"game": "fox", "opponents": ["sample/thumb"], "options": {"target": 1}}


@dataclass(frozen=True)
class Serving:
    """A server, and the folder that it serves."""

    folder: Path
    address: str


@contextmanager
def serving(folder: Path) -> Iterator[Serving]:
    """A server in the folder during the block, which must print nothing but its address."""
    process, address = serve(folder)
    try:
        yield Serving(folder, address)
    finally:
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=LONG)
    assert (process.returncode, out, err) == (0, "", "")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for all tests of tables, as its start takes two seconds."""
    with serving(tmp_path_factory.mktemp("served")) as there:
        yield there


@asynccontextmanager
async def client(address: str) -> AsyncIterator[Client]:
    """A client with a connection of its own."""
    async with (
        httpx2.AsyncClient(headers=USUAL, timeout=LONG) as http,
        Client(streamable_http_client(address, http_client=http)) as found,
    ):
        yield found


@asynccontextmanager
async def two(server: Serving) -> AsyncIterator[tuple[Client, Client]]:
    """Two clients of one server."""
    async with client(server.address) as ann, client(server.address) as bob:
        yield ann, bob


async def play_on(found: Client, view: dict[str, Any], random: Random) -> dict[str, Any]:
    """Play the match to its end by random choices; every view has to be of its own table."""
    table = view["table"]
    while view["state"] != "over":
        if view["state"] == "your turn":
            choice = random.choice(view["legal"])["number"]
            chosen = {"decision": view["decision"], "choice": choice}
            view = await call(found, "choose", table=table, **chosen)
        else:
            view = await call(found, "look", table=table)
        assert view["table"] == table
    return view


async def test_both_play_at_once_and_see_their_own_matches(server: Serving) -> None:
    async with asyncio.timeout(LONG), two(server) as (ann, bob):
        first = await call(ann, "sit_down", **ONE, seed="the seed of ann's table")
        second = await call(bob, "sit_down", **ONE, seed="the seed of bob's table")
        assert first["table"] != second["table"]
        ends = await asyncio.gather(play_on(ann, first, Random(1)), play_on(bob, second, Random(2)))
        records = [end["record"] for end in ends]
        assert len({*records}) == 2
        for record in records:
            verify(read_record((server.folder / f"stych-data/joined/{record}.json").read_bytes()))
        # What was played at tables is listed to nobody, and the beginning of an id finds nothing.
        for tournament in ("play", "duel"):
            told = await refused(bob, "matches", tournament=tournament)
            assert "nothing of the tournament" in told
        told = await refused(bob, "replay", record=records[0][:8])
        assert "no match has an id that begins" in told


async def test_a_table_is_reached_by_its_whole_id_alone(server: Serving) -> None:
    async with asyncio.timeout(LONG), two(server) as (ann, bob):
        view = await call(ann, "sit_down", **ONE)
        id_ = view["table"]
        other = "0" if id_[-1] != "0" else "1"
        for wrong in (id_[:-1], id_.upper() + " ", id_[:-1] + other, f"{id_} ", "*", ""):
            for tool, more in (("look", {}), ("leave", {}), ("choose", {"decision": 1})):
                chosen = {**more, "choice": 1} if more else {}
                assert "there is no table" in await refused(bob, tool, table=wrong, **chosen)
        # An open match has no record, by whatever it is named.
        assert "no match has" in await refused(bob, "replay", record=id_)
        assert await call(ann, "look", table=id_) == view
        # It is a key: whoever was told it sits in the same seat, and sees nothing more.
        assert await call(bob, "look", table=id_) == view
        await call(ann, "leave", table=id_)
        assert "was closed" in await refused(bob, "look", table=id_)


async def test_one_that_goes_does_not_end_the_match_of_the_other(server: Serving) -> None:
    address = server.address
    async with asyncio.timeout(LONG), client(address) as bob:
        second = await call(bob, "sit_down", **ONE)
        async with client(address) as ann:
            first = await call(ann, "sit_down", **ONE)
            left = await call(ann, "sit_down", **ONE)
            await call(ann, "leave", table=left["table"])
        # In the middle of a call, and without a word.
        async with client(address) as cyd:
            waiting = asyncio.create_task(cyd.call_tool("sit_down", ONE))
            await asyncio.sleep(0)
            waiting.cancel()
        end = await play_on(bob, second, Random(1))
        assert not end["faults"]
        # A client that comes back goes on at its table, by its id.
        async with client(address) as ann:
            assert await call(ann, "look", table=first["table"]) == first
            assert (await play_on(ann, first, Random(2)))["record"]


async def test_a_session_that_does_not_exist_is_refused(server: Serving) -> None:
    async with httpx2.AsyncClient(headers=USUAL, timeout=LONG) as http:
        for id_ in ("0" * 32, "../x", "'", "x" * 5000):
            found = await http.post(server.address, json=PING, headers={"mcp-session-id": id_})
            assert found.status_code in (400, 404, 431), id_
            assert "Traceback" not in found.text


TIRED = """
import time
from stych_bot import Bot, run

seen = set()

class Tired(Bot):
    def choose(self, observation, legal):
        seen.add(self.match.seed)
        if len(seen) > 30:
            time.sleep(1)
        return 0

run(Tired, games=["fox"])
"""
"""It plays until there is progress to tell, and hardly goes on: others need the processors."""


async def test_two_duels_at_once(tmp_path: Path) -> None:
    """There is one duel in a folder: the second is refused and replaces nothing."""
    write_bot(tmp_path / "tired", TIRED)
    with serving(tmp_path) as alone:
        await _try_two_duels(alone)


async def _try_two_duels(server: Serving) -> None:
    line = {"game": "fox", "old": "sample/random", "new": "sample/thumb", "boards": 5000}
    async with asyncio.timeout(LONG), two(server) as (ann, bob):
        told: list[str] = []

        async def note(progress: float, total: float | None, message: str | None) -> None:
            told.append(message or "")

        # Of one bot with itself, by so little that no test could decide it soon.
        own = {**line, "old": "tired", "new": "tired", "better_by": 0.001}
        own |= {"options": {"target": 1}}
        first = asyncio.create_task(ann.call_tool("duel", own, progress_callback=note))
        while not told:  # noqa: ASYNC110  what is waited for has no event
            await asyncio.sleep(0.05)
        assert "another process" in await refused(bob, "duel", **line)
        assert not first.done()
        first.cancel()
        await asyncio.wait({first})
        assert (await call(bob, "table", tournament="duel"))["options"]["target"] == 1
