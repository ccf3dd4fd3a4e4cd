"""Figures of uniformly random play, against those of an independent implementation."""

from collections import Counter
from math import sqrt
from random import Random
from typing import NamedTuple

import pytest

from referee.deals import Deal, derive
from referee.games.events import unpack
from referee.games.fox.actions import Happening
from referee.testing import play_randomly
from tests.games.fox_positions import fox
from tests.games.statistics import Mean, mean

PUBLISHED_GAMES = 4000
PUBLISHED = {16: (2.95, 91, 2.9), 21: (3.83, 118, 2.9), 35: (6.36, 195, 1.6)}
"""By target: rounds and decisions a game, equal totals in %."""
POINTS = 5.15
"""A player and round."""
TRICKS = (0.03, 0.29, 1.5, 4.5, 9.3, 15.4, 19.1, 19.1, 15.0, 9.6, 4.5, 1.5, 0.3, 0.04)
"""Tricks of one seat a round, 0 to 13, in %."""


class _Figures(NamedTuple):
    rounds: list[float]
    decisions: list[float]
    equal: list[float]
    points: list[float]
    tricks: Counter[int]


def _measure(target: int, games: int) -> _Figures:
    figures = _Figures([], [], [], [], Counter())
    for number in range(games):
        deal = Deal(derive("figures", str(target), str(number)))
        played = play_randomly(fox(target), deal, Random(f"{target} {number}"))
        happened = [unpack(event) for event in played.events]
        scores = [event for event in happened if event.kind == Happening.SCORE]
        figures.rounds.append(len(scores))
        figures.decisions.append(len(played.actions))
        figures.equal.append(100.0 * (played.outcome.points[0] == played.outcome.points[1]))
        figures.points.extend((event.a + event.b) / 2 for event in scores)
        taken = 0
        for event in happened:
            taken += event.kind == Happening.TRICK and event.seat == 0
            if event.kind == Happening.SCORE:
                figures.tricks[taken] += 1
                taken = 0
    return figures


def _assert_near(measured: Mean, published: float, games: int, rounding: float) -> None:
    """Within five standard errors of the difference; both sides are samples."""
    error = measured.error * sqrt(1 + games / PUBLISHED_GAMES)
    assert abs(measured.value - published) < 5 * error + rounding, (measured, published)


def _assert_published(target: int, games: int) -> None:
    figures = _measure(target, games)
    rounds, decisions, equal = PUBLISHED[target]
    _assert_near(mean(figures.rounds), rounds, games, 0.005)
    _assert_near(mean(figures.decisions), decisions, games, 0.5)
    _assert_near(mean(figures.equal), equal, games, 0.05)
    _assert_near(mean(figures.points), POINTS, games, 0.005)
    total = figures.tricks.total()
    for number, percent in enumerate(TRICKS):
        share = percent / 100
        error = sqrt(share / total * (1 + games / PUBLISHED_GAMES))
        assert abs(figures.tricks[number] / total - share) < 5 * error + 0.0005, number


def test_random_play_to_21() -> None:
    _assert_published(21, 1500)


@pytest.mark.slow
@pytest.mark.parametrize("target", sorted(PUBLISHED))
def test_random_play_at_length(target: int) -> None:
    _assert_published(target, 6000)
