"""Figures of uniformly random play, against those of an independent implementation."""

import pytest

from stych_devtools.selfplay.series import SelfPlay
from tests.games.nase_hra_positions import nase_hra
from tests.games.statistics import assert_published

pytestmark = [pytest.mark.slow, pytest.mark.statistics]

PUBLISHED_GAMES = 30_000
PUBLISHED = {3: 8.28, 2: 6.5}
"""Points a player and game, by players."""
ROUNDING = {3: 0.005, 2: 0.05}
SPREAD = 5.8
"""Standard deviation of the points of one of three players."""


def _assert_published(players: int, games: int, series: str = "single") -> None:
    played = SelfPlay(nase_hra(players, series), "figures")
    played.play(games)
    points = played.figures["points a player and game"]
    assert_published(points, PUBLISHED[players], PUBLISHED_GAMES, ROUNDING[players])
    if players == 3:
        assert abs(points.spread - SPREAD) < 0.3


def test_random_play_of_triples() -> None:

    _assert_published(3, 500, "triple")


@pytest.mark.parametrize("players", [2, 3])
def test_random_play(players: int) -> None:
    _assert_published(players, 9000)
