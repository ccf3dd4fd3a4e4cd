"""The tools as a client of the package mcp calls them, with the server in this process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest
from mcp import Client

from referee.record import read_record
from referee.record_check import verify
from referee.sandbox.probe import Mode
from tests.agents.calls import call, refused
from tests.e2e.called import fork_called
from tests.e2e.command import write_bot
from tests.e2e.processes import descendants, line, until
from tests.e2e.worker_server import forked_now, forked_workers
from tests.report.cups import definition, hold
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.agents.server import agent_server
from tournaments.person import open_table, open_tables

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]


@pytest.fixture(autouse=True)
def _forked(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_called(monkeypatch)


GAMES = {
    "fox": ({"target": 1}, ["sample/thumb"], 1),
    "the-game": ({"players": 2}, ["sample/thumb"], 0),
    "nase-hra": ({}, ["sample/thumb", "sample/random"], 2),
    "korist": ({"players": 2}, ["sample/random"], 0),
}
"""By game the options, the opponents and the agent's seat."""
TOOLS = {
    *("sit_down", "look", "choose", "leave", "games", "rules", "table", "matches", "faults"),
    *("replay", "record_show", "new", "check", "submit", "duel", "ask"),
}


@asynccontextmanager
async def client(folder: Path) -> AsyncIterator[Client]:
    place = AgentFolder(folder, folder / "stych-data")
    with forked_workers():
        async with agent_server(place, Mode.OFF) as server, Client(server) as found:
            yield found


def referees() -> list[psutil.Process]:
    """The processes in which matches of this process are played, forked or not."""
    return forked_now() + [each for each in descendants() if "spawn_main" in line(each)]


async def play(found: Client, game: str) -> dict[str, Any]:
    """Play a match to its end by random choices; returns the last view."""
    options, bots, seat = GAMES[game]
    random = Random(1)
    view = await call(found, "sit_down", game=game, opponents=bots, options=options, seat=seat)
    while view["state"] != "over":
        if view["state"] == "waiting":
            view = await call(found, "look", table=view["table"])
            continue
        again = await call(found, "look", table=view["table"])
        assert again == view
        # Where The Game asks for flags, nothing is listed: four zeros say nothing of any row.
        choice = random.choice(view["legal"] or [{"number": "0000", "action": "0000"}])
        said = choice["number"] if random.random() < 0.5 else choice["action"]
        chosen = {"table": view["table"], "decision": view["decision"], "choice": said}
        view = await call(found, "choose", **chosen)
    return view


async def test_all_tools_and_their_arguments_are_described(tmp_path: Path) -> None:
    async with client(tmp_path) as found:
        listed = (await found.list_tools()).tools
        assert {each.name for each in listed} == TOOLS
        for tool in listed:
            assert tool.annotations is not None
            assert tool.description
            for name, value in tool.input_schema["properties"].items():
                assert value.get("description"), (tool.name, name)
        notes = {each.name: each.annotations for each in listed if each.annotations}
        run_bots = {"sit_down", "check", "submit", "duel", "ask"}
        assert {name for name, note in notes.items() if note.open_world_hint} == run_bots
        assert {name for name, note in notes.items() if note.destructive_hint} == {"leave", "duel"}


async def test_a_match_of_each_game_to_its_end(tmp_path: Path) -> None:
    async with client(tmp_path) as found:
        ends = await asyncio.gather(*(play(found, game) for game in GAMES))
        for game, end in zip(GAMES, ends, strict=True):
            seat = GAMES[game][2]
            assert not end["faults"]
            assert end["seats"][seat] == "you"
            assert len(end["points"]) == len(end["seats"])
            file = tmp_path / "stych-data" / "joined" / f"{end['record']}.json"
            record = read_record(file.read_bytes())
            verify(record)
            assert list(record.outcome.points) == end["points"], game
        shown = await call(found, "replay", record=ends[0]["record"], seat=1)
        assert "Round 1" in shown["text"]
        told = await found.call_tool("look", {"table": ends[0]["table"], "history": True})
        assert "All that happened openly" in str(told.content)
    until(lambda: not referees())


async def test_wrong_calls_are_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/usr")
    async with client(tmp_path) as found:
        assert "sit_down opens one" in await refused(found, "look", table="nix")
        assert "did you mean table?" in await refused(found, "look", tabel="nix")
        assert "needs the argument opponents" in await refused(found, "sit_down", game="fox")
        assert "the games are" in await refused(found, "sit_down", game="fux", opponents=[])
        one = {"game": "fox", "opponents": ["sample/thumb"]}
        assert "target" in await refused(found, "sit_down", **one, options={"goal": 3})
        assert "received 0" in await refused(found, "sit_down", **one, options={"target": 0})
        assert "0 to 1; received 2" in await refused(found, "sit_down", **one, seat=2)
        assert "received 'x'" in await refused(found, "sit_down", **one, seat="x")
        assert "no such folder" in await refused(found, "sit_down", game="fox", opponents=["nix"])
        for path in ("../x", "/tmp", "link", "link/bin"):
            for tool in ("check", "submit"):
                assert "must be below" in await refused(found, tool, bot=path)
            assert "must be below" in await refused(found, "new", language="lua", path=path)
            duel = {"game": "fox", "old": "sample/thumb", "new": path}
            assert "must be below" in await refused(found, "duel", **duel)
            assert "must be below" in await refused(found, "record_show", record=path)
            assert "must be below" in await refused(found, "table", tournament=path)
        assert "nothing of the tournament" in await refused(found, "table", tournament="duel")
        assert "nothing of the tournament" in await refused(found, "faults", tournament="duel")
        assert "no NUL characters" in await refused(found, "games", game="\0")
        assert "characters in all" in await refused(found, "games", game="x" * 100_000)
        # A text that a command would take for an option is taken as a value, and refused.
        assert "received '--help'" in await refused(found, "rules", game="--help")
        # `stych new tournament` is a command, but "tournament" is no language.
        assert "the languages are" in await refused(found, "new", language="tournament", path="cup")
        duel = {"game": "--seed=1", "old": "sample/thumb", "new": "sample/random"}
        assert "that play --seed=1" in await refused(found, "duel", **duel)


async def test_a_file_that_is_called_like_an_id_is_not_read(tmp_path: Path) -> None:
    """It may be a link that leads out of the folder; the command by itself would take it."""
    cup = definition(["ann", "bob"], boards=1)
    records = await asyncio.to_thread(hold, tmp_path / "stych-data", cup)
    (tmp_path / "outside").write_text("a secret")
    root = tmp_path / "root"
    root.mkdir()
    (root / (first := next(iter(records)))).symlink_to("../outside")
    place = AgentFolder(root, tmp_path / "stych-data")
    async with agent_server(place, Mode.OFF) as server, Client(server) as found:
        assert (await call(found, "replay", record=first))["match"] == first


async def test_tables_are_bounded_and_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "MOST_TABLES", 1)
    one = {"game": "fox", "opponents": ["sample/thumb"]}
    async with client(tmp_path) as found:
        view = await call(found, "sit_down", **one)
        assert referees()
        assert "1 tables are open" in await refused(found, "sit_down", **one)
        wrong = {"table": view["table"], "decision": 7, "choice": 1}
        assert "decision 1 is open" in await refused(found, "choose", **wrong)
        wrong |= {"decision": 1, "choice": "nonsense"}
        assert "will do" in await refused(found, "choose", **wrong)
        await call(found, "leave", table=view["table"])
        assert "was closed" in await refused(found, "look", table=view["table"])
        # An agent that is gone without a word leaves a table that ends by itself.
        monkeypatch.setattr(open_table, "_ABANDONED", 0.2)
        await found.call_tool("sit_down", one)
        await asyncio.to_thread(until, lambda: not referees())
        # The process is gone a moment before its table counts as closed.
        monkeypatch.setattr(open_tables, "MOST_TABLES", 2)
        monkeypatch.setattr(open_table, "_ABANDONED", 1800.0)
        # This one is open when the server ends.
        await call(found, "sit_down", **one)
    until(lambda: not referees())


async def test_a_bot_that_cannot_be_built_is_told(tmp_path: Path) -> None:
    write_bot(tmp_path / "ill", build='"false"')
    async with client(tmp_path) as found:
        told = await refused(found, "sit_down", game="fox", opponents=["ill"])
        assert "cannot be built" in told
