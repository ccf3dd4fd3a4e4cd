"""Sample bots are named sample/NAME, wherever Štych is installed."""

from pathlib import Path

import pytest

from referee.errors import UserError
from referee.games.registry import GAMES
from referee.rpc.manifest import read_manifest
from tests.e2e.command import BOTS, call, write_bot
from tournaments.config.entrants import bot_folder
from tournaments.resources.samples import sample, samples

OURS = ("fox", "the-game", "nase-hra", "korist")


@pytest.mark.parametrize("game", OURS)
def test_every_game_has_its_own_and_those_that_play_all(game: str) -> None:
    assert samples(game)[0] == "sample/thumb"
    assert {"sample/random", "sample/first", "sample/search"} <= {*samples(game)}
    for name in samples(game):
        folder = sample(name, game)
        assert folder is not None
        assert game in read_manifest(folder).games
    own = sample("sample/thumb", game)
    assert own == sample(f"sample/{GAMES[game].sample_bot}", game) == BOTS / GAMES[game].sample_bot


@pytest.mark.parametrize("name", ["none", "", "..", "../random", "random/bot.py"])
def test_what_is_no_sample_is_told_with_those_that_there_are(name: str) -> None:
    with pytest.raises(UserError) as told:
        sample(f"sample/{name}", "korist")
    assert str(told.value).startswith(
        "the sample bots that play korist: sample/thumb, sample/first, sample/random,"
        f" sample/search; received 'sample/{name}'"
    )


def test_another_text_is_a_path() -> None:
    assert sample("samples/random", "fox") is None
    assert sample("random", "fox") is None


def test_a_path_that_cannot_be_looked_at_is_no_sample(tmp_path: Path) -> None:
    assert bot_folder("x" * 300, tmp_path, "fox") == tmp_path / ("x" * 300)


def test_a_folder_of_the_users_goes_before_a_sample(tmp_path: Path) -> None:
    assert bot_folder("sample/random", tmp_path, "fox") == BOTS / "random"
    own = write_bot(tmp_path / "sample" / "random")
    assert bot_folder("sample/random", tmp_path, "fox") == own


@pytest.mark.slow
def test_two_samples_play(tmp_path: Path) -> None:
    line = ("play", "fox", "sample/thumb", "sample/random", "--boards", 1, "--option", "target=1")
    done = call("--data", tmp_path / "data", *line)
    assert done.code == 0, done.err
    assert "2 of 2 matches in 1 whole block." in done.out
    assert "fault" not in done.out
