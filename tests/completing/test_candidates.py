"""What is offered at each place of a command line."""

from pathlib import Path

import pytest

from referee.games.registry import GAMES
from tests.completing.asking import offered, table
from tests.e2e.command import write_bot
from tournaments.cli import command_names
from tournaments.commands.completing.answer import candidates
from tournaments.commands.completing.shells import Question
from tournaments.formats.registry import FORMATS
from tournaments.resources.examples import examples
from tournaments.resources.pages import pages
from tournaments.resources.scaffold import languages, line_languages

OPTIONS_OF_FOX = ["target=1", "target=21", "target=999"]


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STYCH_DATA", raising=False)


def test_commands() -> None:
    assert offered("") == command_names()
    assert offered("re") == ["report", "replay", "records", "record"]
    assert offered("record ") == ["show"]
    assert offered("--data elsewhere ta") == ["table"]
    assert offered("nonsense ") == offered("nonsense fox ") == []


@pytest.mark.parametrize(
    "line",
    [
        *("play ", "rules ", "games ", "join ", "duel ", "selfplay ", "soak --game "),
        *("--data x play --boards 3 ", "play --verbose -- "),
    ],
)
def test_games(line: str) -> None:
    assert offered(line) == [*GAMES]


def test_options_of_the_game_with_values() -> None:
    assert offered("play fox --option ") == OPTIONS_OF_FOX
    assert offered("play fox --option target=2") == ["target=21"]
    assert offered("play fox --option=t") == [f"--option={each}" for each in OPTIONS_OF_FOX]
    assert offered("join --option fire=true the-game --option fire") == ["fire=false", "fire=true"]
    assert [each for each in offered("play korist --option ") if "players" in each] == [
        f"players={number}" for number in (2, 3, 4, 5)
    ]
    # Before the game is named, those of all games.
    assert {"target=21", "fire=true", "series=nine"} <= {*offered("play --option ")}


def test_a_game_that_came_later_is_asked_itself() -> None:
    known = table()
    del known["games"]["fox"]
    asked = Question(["play", "fox", "--option"], "target=")
    assert [each.word for each in candidates(asked, known)] == OPTIONS_OF_FOX


def test_flags_and_choices() -> None:
    assert offered("play fox --is") == ["--isolation"]
    assert offered("play fox --isolation auto --is") == []
    assert offered("play --isolation ") == ["auto", "require", "off"]
    assert offered("table --format j") == ["json"]
    assert offered("play fox --option target=1 --opt") == ["--option"]
    assert offered("report --no") == ["--no-seed"]
    assert offered("run -- --") == []


def test_what_comes_with_the_package() -> None:
    assert offered("new ") == [*languages(), *line_languages(), "tournament"]
    assert offered("docs ") == [*pages()]
    assert offered("run ") == examples()
    assert offered("new tournament cup.toml --format ") == [*FORMATS]
    assert "self-play" not in offered("new tournament cup.toml --game fox --format ")
    assert "sample/fox_odds" in offered("play fox sample/")
    assert "sample/fox_odds" not in offered("play korist sample/")


def test_bots_and_tournament_files_in_folders(tmp_path: Path) -> None:
    write_bot(tmp_path / "ann")
    write_bot(tmp_path / "far" / "off" / "bob")
    (tmp_path / "cup.toml").touch()
    (tmp_path / "cup.zip").touch()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "empty").mkdir()
    folders = ["ann", "empty/", "far/"]
    assert offered("check ") == folders
    assert offered("play fox ann ")[-3:] == folders
    assert offered("duel fox ann a") == ["ann"]
    assert offered("ask ")[-3:] == folders
    assert offered("submit ") == ["ann", "cup.zip", "empty/", "far/"]
    # A folder that is the only result is entered, since a shell would write a space behind it.
    assert offered("check fa") == ["far/off/bob"]
    assert offered("check em") == []
    assert offered("run c") == ["cup.toml"]
    # Files are not read, so a bot's TOML file is offered like a tournament file.
    assert offered("run ann/") == ["ann/bot.toml"]


def test_language_models_of_tournament_files(tmp_path: Path) -> None:
    entrants = '[[entrants]]\nname = "{}"\nllm.model = "x"\n[[entrants]]\nbot = "thumb"\n'
    (tmp_path / "cup.toml").write_text(entrants.format("gpt"))
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "two.toml").write_text(f"[[divisions]]\n{entrants}".format("claude"))
    (tmp_path / "broken.toml").write_text("entrants = 5")
    (tmp_path / "empty.toml").write_text("[")
    assert "cup.toml:gpt" in offered("play fox ")
    assert offered("play fox cup.toml:") == offered("duel fox c") == ["cup.toml:gpt"]
    assert offered("duel fox cup.toml:gpt far/") == ["far/two.toml:claude"]
    assert offered("play fox broken") == offered("play fox empty") == []
    assert offered("join fox c") == []


@pytest.mark.parametrize("name", ["two words", "$(reboot)", "a'b", "a;b", "a\nb", "`x`", "a\x1bb"])
def test_names_that_a_shell_would_read_otherwise_are_not_offered(tmp_path: Path, name: str) -> None:
    write_bot(tmp_path / name)
    write_bot(tmp_path / "plain")
    assert offered("check ") == ["plain"]
