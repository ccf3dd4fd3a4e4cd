"""The tool submit: which version it names, and whose fault an archive without a copy is."""

from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from referee.errors import RunError
from referee.sandbox.probe import Mode
from tests.agents.calls import call
from tests.e2e.command import write_bot
from tournaments.commands.agents import handing
from tournaments.commands.agents.caller import CalledCommand, CommandCaller
from tournaments.commands.agents.folder import AgentFolder
from tournaments.commands.agents.server import agent_server


@pytest.fixture
def folder(tmp_path: Path) -> AgentFolder:
    root = (tmp_path / "root").resolve()
    root.mkdir()
    return AgentFolder(root, tmp_path.resolve() / "data")


async def test_a_version_in_the_name_of_a_folder_is_not_the_stored_one(
    folder: AgentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bot(folder.root / "my bot@7")

    async def call_submit(*words: Any, **_: Any) -> CalledCommand:
        text = f"{words[-1].word} is there already as bot@1; nothing was changed.\n"
        return CalledCommand(0, text, "")

    monkeypatch.setattr(CommandCaller, "call", call_submit)
    async with agent_server(folder, Mode.OFF) as server, Client(server) as client:
        stored = await call(client, "submit", bot="my bot@7")
    assert stored == {"version": "bot@1", "new": False}


def test_a_copy_that_cannot_be_written_is_no_fault_of_the_archive(folder: AgentFolder) -> None:
    archive = folder.root / "bot.zip"
    archive.write_bytes(b"as it was read")
    with pytest.raises(RunError, match=r"^no copy of bot\.zip can be made: No such file"):
        handing._copy_archive(folder, archive, folder.root / "nowhere" / "bot.zip")
