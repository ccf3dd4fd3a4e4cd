"""Whatever a tool is called with, it refuses in a sentence, and reads and writes its folder alone.

The tools and their arguments are those that the server lists, so that a new one is among them.
"""

import asyncio
import json
import os
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, chdir
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import CallToolResult, TextContent, Tool

from referee.errors import UserError
from referee.sandbox.probe import Mode
from tests.agents.strange import plain, strange
from tests.e2e.command import LONG, write_bot
from tests.e2e.command import call as command
from tests.report.cups import definition, hold
from tournaments.commands.agents import caller
from tournaments.commands.agents.caller import CalledCommand, CommandCaller, HandedFile
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.agents.seat import AgentSeat
from tournaments.commands.agents.server import AgentServer, agent_server
from tournaments.person.open_table import OpenTable

pytestmark = [pytest.mark.slow, pytest.mark.unconfined, pytest.mark.minutes(1.0)]

SECRET = "what-nobody-may-read"
LONGEST = 2000
"""The most characters of a line of a refusal, which cuts what was received."""
FOREIGN = ("Traceback", "Error executing", "Error:", "pydantic", "NoneType")
_ENTRANTS = "".join(f'[[entrants]]\nname = "{name}"\nbot = "{name}"\n' for name in ("ann", "bob"))
_CUP = 'name = "{name}"\ngame = "fox"\nboards = 1\n' + _ENTRANTS


@pytest.fixture
def folder(tmp_path: Path) -> AgentFolder:
    """A folder with everything in it that a path may name; beside it is `outside`, for no tool."""
    root, outside = (tmp_path / "root").resolve(), tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    place = AgentFolder(root, root / "stych-data")
    records = hold(place.data, definition(["ann", "bob"], boards=1))
    write_bot(root / "bot")
    write_bot(outside / "bot", name=f'"{SECRET}"')
    (root / "cup.toml").write_text(_CUP.format(name="cup"))
    (outside / "cup.toml").write_text(_CUP.format(name=SECRET))
    (outside / "record.json").write_text(next(iter(records.values())).to_json())
    shutil.make_archive(str(outside / "bot"), "zip", outside / "bot")
    for name, to in (("link", "../outside"), ("zero", "/dev/zero"), ("data-link", "stych-data")):
        (root / name).symlink_to(to)
    (root / "loop").symlink_to("loop")
    for name in ("fifo", "fifo.zip"):
        os.mkfifo(root / name)
    # By its name alone, as the path of a socket must be short.
    with socket.socket(socket.AF_UNIX) as made, chdir(root):
        made.bind("socket")
    return place


class InProcess(CommandCaller):
    """Calls commands in this process: quick, and an error that nobody foresaw ends the test."""

    async def call(
        self, *words: str | HandedFile, tell: Any = None, seconds: float | None = None
    ) -> CalledCommand:
        del tell, seconds
        line = [each.word if isinstance(each, HandedFile) else each for each in words]
        data, root = self._folder.data, Path("/")
        # Not in a thread: some handle signals, which threads must not.
        done = command("--data", data, *line, folder=root, STYCH_FOR_AGENTS="1")
        assert isinstance(done.code, int | None), (line, done)
        return CalledCommand(done.code or 0, done.out, done.err)


async def _not_played(table: OpenTable[AgentSeat]) -> None:
    """In place of `OpenTable.run`: what was asked for has been checked, and nothing is started."""
    table.problem = UserError("nothing is played in this test")
    for event in (table.begun, table.seat.changed, table.done):
        event.set()


@asynccontextmanager
async def called(
    folder: AgentFolder, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[AgentServer, Client]]:
    monkeypatch.setattr("tournaments.commands.agents.server.CommandCaller", InProcess)
    monkeypatch.setattr(OpenTable, "run", _not_played)
    async with agent_server(folder, Mode.OFF) as server, Client(server) as found:
        yield server, found


def usual(tool: Tool, record: str) -> dict[str, Any]:
    """The required arguments of the tool; there is no table, and no bot or folder, called nix."""
    known = {
        **{"game": "fox", "table": "nix", "opponents": ["sample/thumb"], "tournament": "cup.toml"},
        **{"record": record, "match": record, "language": "lua", "path": "bot", "bot": "nix"},
        **{"old": "nix", "new": "nix", "decision": 1, "choice": 1},
    }
    required, properties = tool.input_schema.get("required", []), tool.input_schema["properties"]
    return {name: known.get(name, plain(properties[name])) for name in required}


def seen(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All files below the folder, with the times at which they were changed, and their contents."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_mtime_ns, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


async def said(
    there: tuple[AgentServer, Client], tool: str, arguments: dict[str, Any], *, sent: bool = True
) -> str:
    """What the tool says, with "refused: " before a refusal.

    With `sent` a client sends the call, otherwise the server's own method is called.
    """
    server, found = there
    # A client of the package cannot send half of a surrogate pair; other clients may.
    each = found if sent and "\\ud800" not in json.dumps(arguments) else server
    async with asyncio.timeout(LONG):
        result = await each.call_tool(tool, arguments)
    assert isinstance(result, CallToolResult)
    [text] = result.content
    assert isinstance(text, TextContent)
    return f"refused: {text.text}" if result.is_error else f"{text.text}{result.structured_content}"


def wrong(told: str) -> str:
    """What is wrong with what a tool says; "" for nothing."""
    if SECRET in told:
        return "it tells what is outside of the folder"
    if not told.startswith("refused: "):
        return ""
    lines = told.split("\n")
    # Each problem of a tournament file has a line of its own.
    if len(lines) > 1 and not all(".toml:" in line for line in lines):
        return f"it is no single sentence: {told[:300]}"
    if any(not len("refused: ") < len(line) <= LONGEST for line in lines):
        return f"it says nothing, or does not end: {told[:300]}"
    found = [word for word in FOREIGN if word in told]
    return f"these are not our words: {told[:300]}" if found else ""


async def test_every_argument_of_every_tool(
    folder: AgentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = folder.root.parent / "outside"
    before, names = seen(outside), sorted(folder.root.parent.iterdir())
    cup = definition(["ann", "bob"], boards=1)
    record = next(iter(await asyncio.to_thread(hold, folder.data, cup)))
    problems, there_before = list[str](), set(folder.root.iterdir())
    async with called(folder, monkeypatch) as there:
        for tool in await there[0].list_tools():
            own, properties = usual(tool, record), tool.input_schema["properties"]
            calls: list[dict[str, Any]] = [{**own, "--data": "/x"}]
            calls += (
                {**own, name: each} for name in properties for each in strange(properties[name])
            )
            for name in tool.input_schema.get("required", []):
                without = {key: value for key, value in own.items() if key != name}
                assert name in await said(there, tool.name, without)
            for number, arguments in enumerate(calls):
                # A client treats all calls alike, and adds a third to the time.
                sent = number % 8 == 0
                if problem := wrong(await said(there, tool.name, arguments, sent=sent)):
                    problems.append(f"{tool.name} {str(arguments)[:300]}: {problem}")
            # Tools may have made folders with unusual names: the next tool must not find them.
            for path in set(folder.root.iterdir()) - there_before:
                shutil.rmtree(path)
    assert not problems, "\n".join(problems)
    assert seen(outside) == before
    assert sorted(folder.root.parent.iterdir()) == names


def test_a_value_is_one_word_with_its_option() -> None:
    """So it cannot be taken for another option."""
    assert caller.option("seat", "--data=/x") == ("--seat=--data=/x",)
    assert caller.option("seat", None) == ()
