"""Self-play: its figures are what they are called, and their errors are what sampling leaves."""

import json
import os
import re
import signal
from collections.abc import Sequence
from math import isnan, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from referee.deals import Deal, derive
from referee.games.registry import GAMES, make_game
from referee.sharing import deal_path
from referee.testing import play_randomly
from stych_devtools.selfplay.screen import as_json
from stych_devtools.selfplay.series import SelfPlay
from stych_devtools.selfplay.tally import Distribution, Tally
from tests.e2e.command import Done, call
from tests.root import ROOT


def _tally(games: Sequence[Sequence[int]]) -> Tally:
    tally = Tally()
    for values in games:
        tally.add(values)
    return tally


def test_one_number_a_game_is_an_ordinary_sample() -> None:
    random = Random(1)
    numbers = [random.randrange(-20, 20) for _ in range(50)]
    tally = _tally([[number] for number in numbers])
    assert (tally.games, tally.values) == (50, 50)
    assert (tally.least, tally.most) == (min(numbers), max(numbers))
    assert tally.mean == pytest.approx(fmean(numbers))
    assert tally.spread == pytest.approx(stdev(numbers))
    assert tally.error == pytest.approx(stdev(numbers) / sqrt(50))


def test_numbers_of_one_game_that_are_alike_count_once() -> None:
    random = Random(2)
    numbers = [random.randrange(100) for _ in range(50)]
    once, fourfold = _tally([[n] for n in numbers]), _tally([[n] * 4 for n in numbers])
    assert fourfold.values == 200
    assert fourfold.error == pytest.approx(once.error)
    assert once.error > 0


def test_the_error_is_that_of_many_samples() -> None:
    """Games of different lengths, with numbers that are correlated within a game."""
    random = Random(3)

    def sample() -> Tally:
        games = []
        for _ in range(60):
            level = random.randrange(10)
            games.append([level + random.randrange(5) for _ in range(1 + level)])
        return _tally(games)

    samples = [sample() for _ in range(400)]
    means = stdev([each.mean for each in samples])
    assert means == pytest.approx(fmean([each.error for each in samples]), rel=0.1)


def test_facts_are_told_as_numbers() -> None:
    for game in sorted(GAMES):
        played = SelfPlay(make_game(game, {}), "s")
        played.play(2)
        shown = json.loads(as_json(played, "random"))
        assert any(figure["share"] for figure in shown["figures"])
        for figure in shown["figures"]:
            ends = figure["least"], figure["most"]
            assert all(type(end) is int for end in ends), (game, figure)


def test_too_few_games_have_no_error() -> None:
    assert isnan(Tally().mean)
    assert isnan(_tally([[1, 2]]).error)
    assert isnan(_tally([[1]]).spread)
    assert isnan(_tally([[], []]).error)


def test_a_distribution_counts_every_value() -> None:
    spread = Distribution(range(3))
    spread.add([0, 2, 2])
    spread.add([2])
    assert [share.total for share in spread.shares] == [1, 0, 3]
    assert [share.mean for share in spread.shares] == [0.25, 0, 0.75]


FIGURES = {
    "fox": {"rounds a game", "points a player and round", "equal totals", "points of the winner"},
    "korist": {"points of a player", "points of the winner"},
    "nase-hra": {"points a player and game", "points of the winner"},
    "the-game": {"cards left", "games beaten", "games lost by fire", "points of the team"},
}
"""What the pages of the games have figures of, besides decisions."""


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_figures_of_a_games_page_are_there(game: str) -> None:
    played = SelfPlay(make_game(game, {}), "s")
    played.play(2)
    expected = FIGURES[game] | {"decisions a game", "decisions asked for"}
    assert expected <= set(played.figures)
    assert ("tricks of one seat a round" in played.distributions) == (game == "fox")
    asked, all_ = (played.figures[name] for name in ("decisions asked for", "decisions a game"))
    assert 0 < asked.mean < all_.mean
    assert all(figure.games == 2 for figure in played.figures.values())


def test_the_games_have_the_deals_that_all_matches_on_a_board_share() -> None:
    played = SelfPlay(make_game("korist", {"players": 3}), "cup")
    played.play(3)
    points: list[int] = []
    for board in (1, 2, 3):
        path = deal_path("cup", played.game, board)
        points += play_randomly(
            played.game, Deal(derive(*path)), Random("/".join(path))
        ).outcome.points
    tally = played.figures["points of a player"]
    assert (tally.total, tally.values, tally.least) == (sum(points), 9, min(points))


def test_what_the_fox_counts() -> None:
    played = SelfPlay(make_game("fox", {"target": 1}), "s")
    played.play(40)
    figures = played.figures
    assert figures["rounds a game"].most == 1
    assert figures["points a player and round"].total == figures["points of a player"].total
    tricks = played.distributions["tricks of one seat a round"]
    assert sum(share.total for share in tricks.shares) == 40


def test_what_the_game_counts() -> None:
    played = SelfPlay(make_game("the-game", {"fire": True, "talk": False}), "s")
    played.play(60)
    figures = played.figures
    lost = figures["games lost by fire"].total
    assert 0 < lost < 60
    assert figures["points of the team"].total == -figures["cards left"].total - 200 * lost


def _object(*arguments: object) -> dict[str, Any]:
    done = call("selfplay", *arguments, "--json")
    assert (done.code, done.err) == (0, "")
    shown: dict[str, Any] = json.loads(done.out)
    return shown


def test_json_has_every_figure_with_its_error_and_n() -> None:
    shown = _object("fox", "--games", 5, "--option", "target=16", "--seed", "x")
    assert {key: shown[key] for key in ("game", "options", "bot", "seed", "games")} == {
        "game": "fox",
        "options": {"target": 16},
        "bot": "random",
        "seed": "x",
        "games": 5,
    }
    played = SelfPlay(make_game("fox", {"target": 16}), "x")
    played.play(5)
    stated = {f["figure"]: (f["mean"], f["error"], f["N"]) for f in shown["figures"]}
    assert stated == {
        name: (tally.mean, tally.error, tally.values) for name, tally in played.figures.items()
    }
    (tricks,) = shown["distributions"]
    assert [each["value"] for each in tricks["shares"]] == list(range(14))
    assert shown == _object("fox", "--games", 5, "--option", "target=16", "--seed", "x")
    assert shown != _object("fox", "--games", 5, "--option", "target=16")


def test_an_error_that_cannot_be_told() -> None:
    assert _object("korist", "--games", 1)["figures"][0]["error"] is None
    assert "nan" not in call("selfplay", "korist", "--games", 1).out


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_table(game: str) -> None:
    done = call("selfplay", game, "--games", 3)
    assert (done.code, done.err) == (0, "")
    assert "3 games of random in every seat" in done.out
    assert "± s.e." in done.out
    assert ("cards left" in done.out) == (game == "the-game")
    assert ("points of the winner" in done.out) == (game != "the-game")


def _interrupted_after(games: int, monkeypatch: pytest.MonkeyPatch) -> Done:
    play = SelfPlay.play

    def and_stop(self: SelfPlay, number: int = 1) -> None:
        play(self, number)
        if self.games == games:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(SelfPlay, "play", and_stop)
    return call("selfplay", "fox", "--games", 10**9)


def test_ctrl_c_shows_what_was_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    done = _interrupted_after(7, monkeypatch)
    assert (done.code, done.err) == (130, "Stopped after 7 of 1000000000 games.\n")
    assert "7 games of random in every seat" in done.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["fox", "--bot", "first"], "the program that is built in is random; received 'first'"),
        (["chess"], "the games are fox, korist, nase-hra, the-game; received 'chess'"),
        (
            ["fox", "--option", "target"],
            "an option is written KEY=VALUE, such as target=35; received 'target'",
        ),
        (["fox", "--seed", "a\0b"], "a seed is text that can be printed; received 'a\\x00b'"),
        (
            ["korist", "--option", "players=9"],
            "the option players of korist should be less than or equal to 5 (players at the table;"
            " 2 play the duel, with the shadow offer); received 9",
        ),
    ],
)
def test_what_makes_no_sense(arguments: list[str], sentence: str) -> None:
    done = call("selfplay", *arguments)
    assert (done.code, done.out, done.err) == (2, "", f"stych: {sentence}\n")


def _keys(value: object) -> set[str]:
    if isinstance(value, list):
        return {key for each in value for key in _keys(each)}
    if isinstance(value, dict):
        return set(value) | {key for each in value.values() for key in _keys(each)}
    return set()


def test_every_key_is_on_the_page() -> None:
    page = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8")
    section = page.partition("## Figures")[2].partition("\n## ")[0]
    assert _keys(_object("fox", "--games", 2)) - {"target"} <= set(re.findall(r"`(\w+)`", section))
