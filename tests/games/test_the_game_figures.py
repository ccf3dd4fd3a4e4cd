"""Figures of random and of greedy play, against those of an independent implementation."""

from math import sqrt
from random import Random
from typing import NamedTuple

import pytest

from referee.deals import Deal, derive
from referee.games.the_game import TheGame
from tests.games.statistics import Mean, mean
from tests.games.the_game_positions import greedy, over, the_game

PUBLISHED_GAMES = 4000
RANDOM_LEFT = (84.8, 84.0, 84.1, 83.8, 83.8)
"""By players, from 1."""
RANDOM_DECISIONS = (16.4, 18.3)
"""The least and the most of the five."""
GREEDY_LEFT = {"base": (21.4, 15.2, 19.6, 13.9, 11.7), "expert": (26.8, 26.2, 35.3, 31.8, 28.6)}
GREEDY_WON = (1.6, 4.2, 1.6, 3.5, 4.0)
"""In %."""


class _Figures(NamedTuple):
    left: Mean
    decisions: Mean
    won: Mean


def _measure(game: TheGame, games: int, *, by_greed: bool) -> _Figures:
    left, decisions, won = [], [], []
    for number in range(games):
        random = Random(f"figures {number}")
        state = game.new(Deal(derive("figures", str(game.seats), str(number))))
        count = 0
        while not over(state):
            state.apply(greedy(state) if by_greed else random.choice(state.legal_actions()))
            count += 1
        left.append(state.left)
        decisions.append(count)
        won.append(100.0 * (state.left == 0))
    return _Figures(mean(left), mean(decisions), mean(won))


def _assert_near(measured: Mean, published: float, games: int) -> None:
    """Within five standard errors of the difference; both sides are samples."""
    error = measured.error * sqrt(1 + games / PUBLISHED_GAMES)
    assert abs(measured.value - published) < 5 * error + 0.05, (measured, published)


def _assert_random(players: int, games: int) -> None:
    figures = _measure(the_game(players), games, by_greed=False)
    _assert_near(figures.left, RANDOM_LEFT[players - 1], games)
    least, most = RANDOM_DECISIONS
    margin = 5 * figures.decisions.error
    assert least - margin < figures.decisions.value < most + margin


def _assert_greedy(players: int, variant: str, games: int) -> None:
    figures = _measure(the_game(players, variant=variant), games, by_greed=True)
    _assert_near(figures.left, GREEDY_LEFT[variant][players - 1], games)
    if variant == "base":
        share = GREEDY_WON[players - 1] / 100
        error = 100 * sqrt(share * (1 - share) * (1 / games + 1 / PUBLISHED_GAMES))
        assert abs(figures.won.value - 100 * share) < 5 * error + 0.05


@pytest.mark.parametrize("players", range(1, 6))
def test_random_play(players: int) -> None:
    _assert_random(players, 400)


@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize("players", range(1, 6))
def test_greedy_play(players: int, variant: str) -> None:
    _assert_greedy(players, variant, 100)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(1, 6))
def test_random_play_at_length(players: int) -> None:
    _assert_random(players, 4000)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize("players", range(1, 6))
def test_greedy_play_at_length(players: int, variant: str) -> None:
    _assert_greedy(players, variant, 4000)
