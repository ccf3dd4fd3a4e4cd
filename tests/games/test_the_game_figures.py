"""Figures of random and of greedy play, against those of an independent implementation."""

from math import sqrt
from random import Random

import pytest

from referee.games.game import AnyState
from referee.games.the_game import TheGameState
from referee.testing import Program, random_action
from stych_devtools.selfplay.series import SelfPlay
from tests.games.statistics import assert_published
from tests.games.the_game_positions import greedy, the_game

pytestmark = [pytest.mark.slow, pytest.mark.statistics]

PUBLISHED_GAMES = 4000
RANDOM_LEFT = (84.8, 84.0, 84.1, 83.8, 83.8)
"""By players, from 1."""
RANDOM_DECISIONS = (16.4, 18.3)
"""The least and the most of the five."""
GREEDY_LEFT = {"base": (21.4, 15.2, 19.6, 13.9, 11.7), "expert": (26.8, 26.2, 35.3, 31.8, 28.6)}
GREEDY_WON = (1.6, 4.2, 1.6, 3.5, 4.0)
"""In %."""


def _greedy(state: AnyState, random: Random) -> int:
    if not isinstance(state, TheGameState):
        raise TypeError(type(state).__name__)
    return greedy(state)


def _played(games: int, program: Program, players: int, variant: str = "base") -> SelfPlay:
    played = SelfPlay(the_game(players, variant=variant), "figures", program)
    played.play(games)
    return played


def _assert_random(players: int, games: int) -> None:
    figures = _played(games, random_action, players).figures
    assert_published(figures["cards left"], RANDOM_LEFT[players - 1], PUBLISHED_GAMES, 0.05)
    least, most = RANDOM_DECISIONS
    decisions = figures["decisions a game"]
    margin = 4 * decisions.error
    assert least - margin < decisions.mean < most + margin


def _assert_greedy(players: int, variant: str, games: int) -> None:
    figures = _played(games, _greedy, players, variant).figures
    published = GREEDY_LEFT[variant][players - 1]
    assert_published(figures["cards left"], published, PUBLISHED_GAMES, 0.05)
    if variant == "base":
        share = GREEDY_WON[players - 1] / 100
        error = sqrt(share * (1 - share) * (1 / games + 1 / PUBLISHED_GAMES))
        assert abs(figures["games beaten"].mean - share) < 4 * error + 0.0005


@pytest.mark.parametrize("players", range(1, 6))
def test_random_play(players: int) -> None:
    _assert_random(players, 1250)


@pytest.mark.parametrize("variant", ["base", "expert"])
@pytest.mark.parametrize("players", range(1, 6))
def test_greedy_play(players: int, variant: str) -> None:
    _assert_greedy(players, variant, 750)
