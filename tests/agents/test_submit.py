"""The tool submit: whose fault it is when an archive is not copied."""

from pathlib import Path

import pytest

from referee.errors import RunError
from tournaments.commands.agents import handing
from tournaments.commands.agents.folder import AgentFolder


@pytest.fixture
def folder(tmp_path: Path) -> AgentFolder:
    root = (tmp_path / "root").resolve()
    root.mkdir()
    return AgentFolder(root, tmp_path.resolve() / "data")


def test_a_copy_that_cannot_be_written_is_no_fault_of_the_archive(folder: AgentFolder) -> None:
    archive = folder.root / "bot.zip"
    archive.write_bytes(b"as it was read")
    with pytest.raises(RunError, match=r"^no copy of bot\.zip can be made: No such file"):
        handing._copy_archive(folder, archive, folder.root / "nowhere" / "bot.zip")
