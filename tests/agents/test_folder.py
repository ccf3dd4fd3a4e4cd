"""The one folder of agents: what is not below it cannot be named."""

from pathlib import Path

import pytest

from referee.errors import UserError
from tournaments.commands.agents.folder import AgentFolder


@pytest.fixture
def folder(tmp_path: Path) -> AgentFolder:
    root = tmp_path / "root"
    (root / "bot").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (root / "link").symlink_to(tmp_path / "other")
    (root / "bot" / "up").symlink_to("../..")
    return AgentFolder(root.resolve(), root.resolve() / "stych-data")


@pytest.mark.parametrize(
    "text",
    [
        *("..", "../other", "/etc/passwd", "/", "link", "link/x", "bot/up/other", ""),
        *("bot/../../other", "a\0b", "~root/../../..", "bot\n"),
    ],
)
def test_what_is_no_path_below_the_folder_is_refused(folder: AgentFolder, text: str) -> None:
    for named in (folder.inside, folder.bot, folder.tournament):
        with pytest.raises(UserError) as found:
            named(text)
        assert str(folder.root) in str(found.value) or "no path" in str(found.value)
        assert "\n" not in str(found.value)


@pytest.mark.parametrize("text", ["stych-data", "stych-data/bots/thumb/1", "data-link/joined"])
def test_the_data_folder_cannot_be_named(folder: AgentFolder, text: str) -> None:
    (folder.root / "data-link").symlink_to("stych-data")
    for named in (folder.inside, folder.bot, folder.tournament, folder.bot_folder):
        with pytest.raises(UserError, match="by ids alone"):
            named(text)


def test_no_bot_has_the_data_folder_inside(folder: AgentFolder) -> None:
    """It could read all records and seeds in there, and its build could write them."""
    deep = AgentFolder(folder.root, folder.root / "bot" / "data")
    for place, text in ((folder, "."), (deep, "bot"), (deep, "bot/.")):
        for named in (place.bot, place.bot_folder):
            with pytest.raises(UserError, match="must not have the data folder"):
                named(text)


@pytest.mark.parametrize(
    ("text", "below"),
    [
        *(("bot", "bot"), ("./bot", "bot"), ("bot/../bot", "bot"), ("new/deep", "new/deep")),
        # The link leads out of the folder, and the path comes back.
        ("link/../root/bot", "bot"),
    ],
)
def test_a_path_below_the_folder_is_found(folder: AgentFolder, text: str, below: str) -> None:
    assert folder.inside(text) == folder.root / below


def test_names_stay_as_they_are_and_paths_become_absolute(folder: AgentFolder) -> None:
    assert folder.bot("thumb@2") == "thumb@2"
    assert folder.bot("sample/thumb") == "sample/thumb"
    assert folder.bot("bot") == str(folder.root / "bot")
    assert folder.tournament("duel") == "duel"
    assert folder.tournament("quickstart") == "quickstart"
    assert folder.tournament("cup.toml") == str(folder.root / "cup.toml")
    with pytest.raises(UserError, match="NAME@N"):
        folder.bot("thumb@two")


def test_no_language_model_can_be_named(folder: AgentFolder) -> None:
    """A file that an agent wrote could send a variable of the environment to any address."""
    (folder.root / "hidden").symlink_to("models.toml:gpt")
    for text in ("models.toml:gpt", "./models.toml:gpt", "hidden", "models.toml:gpt/"):
        with pytest.raises(UserError, match="for the operator alone"):
            folder.bot(text)


def test_a_folder_of_the_agents_goes_before_a_sample(folder: AgentFolder) -> None:
    (folder.root / "sample" / "thumb").mkdir(parents=True)
    assert folder.bot("sample/thumb") == str(folder.root / "sample" / "thumb")
