"""Figures of uniformly random play, against those of an independent implementation."""

from math import sqrt
from random import Random
from typing import NamedTuple

import pytest

from referee.deals import Deal, derive
from referee.games.korist import Variant
from referee.testing import play_randomly
from tests.games.korist_positions import korist
from tests.games.statistics import Mean, mean

PUBLISHED_GAMES = 4000
SCORES: dict[Variant, tuple[float, ...]] = {
    "base": (29.5, 15.1, 0.9, -6.1),
    "advanced": (23.8, 12.1, 10.3, 2.3),
    "expert": (24.0, 12.3, 10.0, 1.3),
}
"""Points of a player, by the number of players from 2 to 5."""
BEST = (33.1, 20.7, 7.9, 1.0)
"""Points of the winner of a base game."""
DECISIONS = (146, 197, 161, 123)
"""Decisions of a base game, forced ones included."""
LONGEST = 367


class _Figures(NamedTuple):
    scores: list[float]
    best: list[float]
    decisions: list[float]


def _measure(players: int, variant: Variant, games: int) -> _Figures:
    figures = _Figures([], [], [])
    game = korist(players, variant)
    for number in range(games):
        deal = Deal(derive("figures", variant, str(players), str(number)))
        played = play_randomly(game, deal, Random(f"{players} {variant} {number}"))
        points = played.outcome.points
        figures.scores.append(sum(points) / players)
        figures.best.append(max(points))
        figures.decisions.append(len(played.actions))
    return figures


def _assert_near(measured: Mean, published: float, games: int, rounding: float) -> None:
    """Within five standard errors of the difference; both sides are samples."""
    error = measured.error * sqrt(1 + games / PUBLISHED_GAMES)
    assert abs(measured.value - published) < 5 * error + rounding, (measured, published)


def _assert_published(players: int, variant: Variant, games: int) -> None:
    figures = _measure(players, variant, games)
    _assert_near(mean(figures.scores), SCORES[variant][players - 2], games, 0.05)
    assert max(figures.decisions) < LONGEST + 100
    if variant == "base":
        _assert_near(mean(figures.best), BEST[players - 2], games, 0.05)
        _assert_near(mean(figures.decisions), DECISIONS[players - 2], games, 0.5)


@pytest.mark.parametrize("variant", ["base", "advanced", "expert"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_play(players: int, variant: Variant) -> None:
    _assert_published(players, variant, 120)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["base", "advanced", "expert"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_play_at_length(players: int, variant: Variant) -> None:
    _assert_published(players, variant, 4000)
