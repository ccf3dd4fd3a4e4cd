"""Figures of uniformly random play, against those of an independent implementation."""

from math import sqrt

import pytest

from stych_devtools.selfplay.series import SelfPlay
from tests.games.fox_positions import fox
from tests.games.statistics import assert_published

pytestmark = [pytest.mark.slow, pytest.mark.statistics]

PUBLISHED_GAMES = 4000
PUBLISHED = {16: (2.95, 91, 2.3), 21: (3.83, 118, 2.4), 35: (6.36, 195, 2.4)}
"""By target: rounds and decisions a game, equal totals in %."""
POINTS = 5.15
"""The points of a player in a round."""
TRICKS = (0.03, 0.29, 1.5, 4.5, 9.3, 15.4, 19.1, 19.1, 15.0, 9.6, 4.5, 1.5, 0.3, 0.04)
"""Tricks of one seat a round, 0 to 13, in %."""


def _assert_published(target: int, games: int) -> None:
    played = SelfPlay(fox(target), "figures")
    played.play(games)
    rounds, decisions, equal = PUBLISHED[target]
    for figure, published, rounding in (
        ("rounds a game", rounds, 0.005),
        ("decisions a game", decisions, 0.5),
        ("equal totals", equal / 100, 0.0005),
        ("points a player and round", POINTS, 0.005),
    ):
        assert_published(played.figures[figure], published, PUBLISHED_GAMES, rounding)
    tricks = played.distributions["tricks of one seat a round"]
    for tally, percent in zip(tricks.shares, TRICKS, strict=True):
        share = percent / 100
        error = sqrt(share / tally.values * (1 + games / PUBLISHED_GAMES))
        assert abs(tally.mean - share) < 4 * error + 0.0005, (percent, tally)


@pytest.mark.parametrize("target", sorted(PUBLISHED))
def test_random_play(target: int) -> None:
    _assert_published(target, 1700)
