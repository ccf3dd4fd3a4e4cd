"""No command reads or writes what an agent swaps after the server has checked it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from referee.record import Record
from referee.sandbox.probe import Mode
from tests.agents.calls import call, refused
from tests.e2e.called import fork_called
from tests.e2e.command import write_bot
from tests.report.cups import definition, hold
from tournaments.commands.agents.agent_records import readable_record
from tournaments.commands.agents.caller import CalledCommand, CommandCaller
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.agents.handing import handed_bot, handed_record, handed_tournament
from tournaments.commands.agents.server import agent_server

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]


@pytest.fixture(autouse=True)
def _forked(monkeypatch: pytest.MonkeyPatch) -> None:
    fork_called(monkeypatch)


_ENTRANTS = "".join(f'[[entrants]]\nname = "{name}"\nbot = "{name}"\n' for name in ("ann", "bob"))


@pytest.fixture
def folder(tmp_path: Path) -> AgentFolder:
    root = (tmp_path / "root").resolve()
    root.mkdir()
    (tmp_path / "outside").mkdir()
    return AgentFolder(root, tmp_path.resolve() / "data")


@pytest.fixture
def records(folder: AgentFolder) -> list[Record]:
    """Three of the four matches on two boards: board 1 is closed, and board 2 is open."""
    cup = definition(["ann", "bob"])
    return [*hold(folder.data, cup, most=3).values()]


def swap(file: Path, target: Path) -> None:
    """Put a link to the target in the place of the file or folder."""
    if file.exists() and not file.is_symlink():
        file.rename(file.with_name(f"{file.name}.gone"))
    target.parent.mkdir(exist_ok=True)
    if not file.is_symlink():
        file.symlink_to(target)


def swapping(monkeypatch: pytest.MonkeyPatch, do_swap: Callable[[], None]) -> None:
    """From here on, call `do_swap` before each call of a command, which is the last moment."""
    called = CommandCaller.call

    async def call_after(self: CommandCaller, *words: Any, **more: Any) -> CalledCommand:
        do_swap()
        return await called(self, *words, **more)

    monkeypatch.setattr(CommandCaller, "call", call_after)


async def test_a_record_that_is_swapped(
    folder: AgentFolder, records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, still_open = (next(each for each in records if each.board == n) for n in (1, 2))
    copy, other = folder.root / "copy.json", folder.root.parent / "outside" / "open.json"
    other.write_text(still_open.to_json())
    swapping(monkeypatch, lambda: swap(copy, other))
    async with agent_server(folder, Mode.OFF) as server, Client(server) as client:
        for tool, argument in (("replay", "record"), ("record_show", "record"), ("ask", "match")):
            copy.unlink(missing_ok=True)
            copy.write_text(closed.to_json())
            more = {"bot": "sample/random", "decision": 0} if tool == "ask" else {}
            found = await call(client, tool, **{argument: "copy.json"}, **more)
            assert still_open.id not in str(found)
            assert closed.id in str(found)


async def test_a_tournament_that_is_swapped(
    folder: AgentFolder, records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert records
    cup, other = folder.root / "cup.toml", folder.root.parent / "outside" / "other.toml"
    cup.write_text('name = "cup"\ngame = "fox"\nboards = 2\n' + _ENTRANTS)
    other.write_text('name = "a-secret"\ngame = "fox"\nboards = 2\n' + _ENTRANTS)
    swapping(monkeypatch, lambda: swap(cup, other))
    async with agent_server(folder, Mode.OFF) as server, Client(server) as client:
        assert (await call(client, "table", tournament="cup.toml"))["tournament"] == "cup"
        # What is a link by now is none of the folder's files.
        assert "must be below" in await refused(client, "faults", tournament="cup.toml")


async def test_messages_name_the_file_and_not_the_copy(folder: AgentFolder) -> None:
    (folder.root / "cup.toml").write_text("name = 3\n")
    async with agent_server(folder, Mode.OFF) as server, Client(server) as client:
        result = await client.call_tool("table", {"tournament": "cup.toml"})
        named, file = str(result.content), str(folder.root / "cup.toml")
        assert file in named
        assert "cup.toml" not in named.replace(file, "")
        (folder.root / "bot.zip").write_bytes(b"no archive")
        told = await refused(client, "submit", bot="bot.zip")
        assert told.startswith(f"{folder.root / 'bot.zip'} is no archive")


async def test_copies_are_private_and_do_not_stay(
    folder: AgentFolder, records: list[Record]
) -> None:
    archive, cup = folder.root / "bot.zip", folder.root / "cup.toml"
    archive.write_bytes(b"as it was read")
    cup.write_text('name = "cup"\ngame = "fox"\nboards = 2\n' + _ENTRANTS)
    closed = next(each for each in records if each.board == 1)
    async with (
        handed_bot(folder, "bot.zip") as bot,
        handed_tournament(folder, "cup.toml") as tournament,
        handed_record(await asyncio.to_thread(readable_record, folder, closed.id)) as record,
    ):
        copies = [Path(each.word) for each in (bot, tournament.file, record)]
        for copy in copies:
            assert not copy.is_relative_to(folder.root)
            assert copy.parent.stat().st_mode & 0o077 == 0
        archive.write_bytes(b"something else")
        assert copies[0].read_bytes() == b"as it was read"
        assert copies[0].name == "bot.zip"
    assert not any(copy.exists() or copy.parent.exists() for copy in copies)


@pytest.mark.parametrize("tool", ["check", "submit", "new", "ask", "duel"])
async def test_a_folder_that_is_swapped(
    folder: AgentFolder, records: list[Record], tool: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = next(each for each in records if each.board == 1)
    outside = folder.root.parent / "outside"
    write_bot(outside / "bot")
    bot, path = folder.root / "bots" / "bot", "bots/bot"
    write_bot(bot) if tool != "new" else bot.parent.mkdir()
    arguments: dict[str, dict[str, Any]] = {
        "check": {"bot": path},
        "submit": {"bot": path},
        "new": {"path": "bots/fresh", "language": "lua"},
        "ask": {"bot": path, "match": closed.id, "decision": 0},
        "duel": {"game": "fox", "old": path, "new": "sample/random"},
    }
    swapping(monkeypatch, lambda: swap(bot.parent, outside))
    async with agent_server(folder, Mode.OFF) as server, Client(server) as client:
        assert "there is a link in the path" in await refused(client, tool, **arguments[tool])
    assert [path.name for path in outside.iterdir()] == ["bot"]
