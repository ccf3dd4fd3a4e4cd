"""A stand-in game in a template becomes each game of a bot: in lines, in lists, in files' names."""

from pathlib import Path

import pytest

from tournaments.resources.template import Template, read_template, rendered, replacements

KNOWN = ("fox", "the-game")
SOURCE = """\
games = ["a-game"]
from a_game import AGame

case AGame:
  return aGame(A_GAME)
end
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "bot.x": SOURCE,
        "policies/a_game.x": "any action of a-game",
        "policies/the_game.x": "the best action",
        "positions/the-game.bin": "\x80\n",
        ".stych-others.toml": 'AGame = "Other"',
        "build/made": "",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "latin-1")
    return tmp_path


def made(template: Template, *games: str, **instead: str) -> dict[str, str]:
    files = rendered(template, dict.fromkeys(games, instead), KNOWN)
    return {str(path): data.decode("latin-1") for path, data in files.items()}


def test_runs_of_lines_are_repeated_for_each_game(folder: Path) -> None:
    found = made(read_template(folder, {"build"}), "fox", "the-game")
    assert found["bot.x"].splitlines() == [
        'games = ["fox", "the-game"]',
        "from fox import Fox",
        "from the_game import TheGame",
        "",
        *("case Fox:", "  return fox(FOX)", "case TheGame:", "  return theGame(THE_GAME)"),
        "end",
    ]


def test_a_game_has_its_own_files_or_the_stand_ins(folder: Path) -> None:
    template = read_template(folder, {"build"})
    assert [str(path) for path in template.files_of("the-game")] == [
        "policies/the_game.x",
        "positions/the-game.bin",
    ]
    assert template.files_of("fox") == []
    assert made(template, "fox") == {
        "bot.x": made(template, "fox")["bot.x"],
        "policies/fox.x": "any action of fox",
    }
    assert made(template, "the-game")["policies/the_game.x"] == "the best action"
    assert made(template, "the-game")["positions/the-game.bin"] == "\x80\n"


def test_what_the_protocol_has_no_messages_for_is_written_otherwise(folder: Path) -> None:
    template = read_template(folder, {"build"})
    assert replacements(template) == {"AGame": "Other"}
    assert (
        "from go_fish import Other\n"
        in made(template, "go-fish", **replacements(template))["bot.x"]
    )


def test_what_is_left_out(folder: Path) -> None:
    names = {path.name for path in read_template(folder, {"build"}).paths}
    assert names == {"bot.x", "a_game.x", "the_game.x", "the-game.bin"}
