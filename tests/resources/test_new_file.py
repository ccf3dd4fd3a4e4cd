"""`stych new tournament`: it makes a file like the example, which can be played as it is."""

import tomllib
from pathlib import Path

import pytest

from referee.errors import UserError
from referee.games.registry import make_game
from tests.e2e.command import BOTS, call, write_bot
from tournaments.config import competition
from tournaments.config.new_file import new_file, usual_bots, usual_formats

OURS = ("fox", "the-game", "nase-hra", "korist")
WITH_HERO = ("duel", "gauntlet")


@pytest.mark.parametrize("game", OURS)
def test_it_holds_what_was_chosen_in_every_format_of_every_game(tmp_path: Path, game: str) -> None:
    path = tmp_path / "cup.toml"
    for form in usual_formats(game):
        bots = usual_bots(game)[: 2 if form == "duel" else None]
        path.write_text(new_file(path, game, bots, form, 7), "utf-8")
        [made] = competition.read(path).tournaments
        assert (made.name, made.game, made.boards, made.format) == ("cup", game, 7, form)
        assert [each.bot for each in made.entrants] == bots
        assert made.make_game().options == make_game(game, {}).options
        assert made.hero == (made.entrants[0].name if form in WITH_HERO else None)
        assert made.null_pair is None


def test_it_has_the_keys_and_the_tables_of_the_example(tmp_path: Path) -> None:
    example = tomllib.loads(competition.located(Path("example")).read_text("utf-8"))
    made = tomllib.loads(new_file(tmp_path / "cup.toml", "fox", ["sample/first"] * 2, "swiss", 10))
    assert {key: made[key] for key in made if isinstance(made[key], dict)} == {
        key: example[key] for key in example if isinstance(example[key], dict)
    }
    assert {*example} - {*made} == {"null_pair"}


def test_folders_are_named_as_the_file_sees_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_bot(tmp_path / "ann")
    (tmp_path / "cups").mkdir()
    path = Path("cups", "cup.toml")
    text = new_file(path, "fox", ["ann", "sample/random"], "round-robin", 1)
    assert [each["bot"] for each in tomllib.loads(text)["entrants"]] == ["../ann", "sample/random"]


@pytest.mark.parametrize("name", ["🂡", "č", 'a"b\\c', "del\x7f"])
def test_a_folder_of_any_name_is_written_as_toml_reads_it(tmp_path: Path, name: str) -> None:
    bot = tmp_path / name
    write_bot(tmp_path / "ann").rename(bot)
    text = new_file(tmp_path / "cup.toml", "fox", [str(bot), "sample/random"], "round-robin", 1)
    assert tomllib.loads(text)["entrants"][0]["bot"] == name


@pytest.mark.slow
def test_the_command_makes_it_and_another_one_plays_it(tmp_path: Path) -> None:
    path, data = tmp_path / "cup.toml", tmp_path / "data"
    done = call("new", "tournament", path, "--bot", "sample/first", "--bot", BOTS / "random")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(f"To play it: stych run {path}\n")
    text = (
        path.read_text().replace("target = 21", "target = 1").replace("boards = 10", "boards = 1")
    )
    path.write_text(text)
    assert call("--data", data, "run", path).code == 0
    assert len(call("--data", data, "records", path).out.splitlines()) == 2


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (("tournament", "cup.toml", "--game", "whist"), "the games are "),
        (("tournament", "cup.toml", "--format", "cup"), "the formats of fox are round-robin, "),
        (("tournament", "cup.toml", "--bot", "nobody"), "there is no such folder"),
        (("tournament", "play.toml"), "`stych play` keeps its matches under this name"),
        (("tournament", "x" * 300), "name must be 1 to 40 small letters"),
        (("tournament", "Cup.toml"), "name must be 1 to 40 small letters"),
        (("tournament", "cup.toml", "--name", "cup"), "a tournament has its file's name"),
        (("python", "ann", "--boards", "3"), "are for: stych new tournament FILE"),
        (("tournament", "."), "is there already"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence_and_nothing_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = call("new", *line)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert len(done.err.splitlines()) == 1
    assert not [*tmp_path.iterdir()]


def test_a_game_that_is_not_there_has_no_usual_bots() -> None:
    with pytest.raises(UserError, match="the games are "):
        usual_bots("whist")
