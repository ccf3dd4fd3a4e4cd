"""Figures of uniformly random play, against those of an independent implementation."""

from math import sqrt
from random import Random

import pytest

from referee.deals import Deal, derive
from referee.testing import play_randomly
from tests.games.nase_hra_positions import nase_hra
from tests.games.statistics import mean

PUBLISHED_GAMES = 30_000
PUBLISHED = {3: 8.28, 2: 6.5}
"""Points a player and game, by players."""
ROUNDING = {3: 0.005, 2: 0.05}
SPREAD = 5.8
"""Standard deviation of the points of one of three players."""


def _points(players: int, games: int) -> list[tuple[int, ...]]:
    return [
        play_randomly(
            nase_hra(players), Deal(derive("figures", str(number))), Random(number)
        ).outcome.points
        for number in range(games)
    ]


def _assert_published(players: int, games: int) -> None:
    """Within five standard errors of the difference; both sides are samples."""
    points = _points(players, games)
    measured = mean([sum(each) / players for each in points])
    error = measured.error * sqrt(1 + games / PUBLISHED_GAMES)
    assert abs(measured.value - PUBLISHED[players]) < 5 * error + ROUNDING[players], measured
    if players == 3:
        single = mean([float(each[0]) for each in points])
        assert abs(single.error * sqrt(games) - SPREAD) < 0.3


@pytest.mark.parametrize("players", [2, 3])
def test_random_play(players: int) -> None:
    _assert_published(players, 2000)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_random_play_at_length(players: int) -> None:
    _assert_published(players, 30_000)
