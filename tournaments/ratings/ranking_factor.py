"""What a ranking says of the performances in it: teams in order, where neighbours win or tie.

The inner part of TrueSkill's factor graph, with the package's own functions: each pair of
neighbours says what its difference amounts to, down the ladder and up again, until nothing moves.
What was said last is kept, so that the next time little is left to say; that is what makes this
quicker than the package, which begins anew.
"""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

import trueskill

SATURATION: Final = 30.0
"""How far apart two performances count, in deviations; no more beyond that."""

_STILL: Final = 1e-6
"""All is said when no difference moves by more, in deviations."""
_MOST_ROUNDS: Final = 100

Natural: TypeAlias = tuple[float, float]
"""A normal distribution, or what is said of one: precision, and precision times mean."""
Normal: TypeAlias = tuple[float, float]
"""The same as mean and variance."""

_NOTHING: Final = (0.0, 0.0)
_ROOT_2: Final = math.sqrt(2)
_PEAK: Final = 1 / math.sqrt(2 * math.pi)


def engine(draw_probability: float) -> trueskill.TrueSkill:
    """The package, whose functions here never give up.

    It does (FloatingPointError) on two who are 38 deviations apart: what happens beyond SATURATION
    is rated as it would be at SATURATION. And its own distribution function is slow.
    """
    backend = (_cdf, _pdf, trueskill.TrueSkill().ppf)
    made = trueskill.TrueSkill(tau=0.0, draw_probability=draw_probability, backend=backend)
    for name in ("v_win", "w_win", "v_draw", "w_draw"):
        setattr(made, name, _saturated(getattr(made, name)))
    return made


def _cdf(x: float) -> float:
    return math.erfc(-x / _ROOT_2) / 2


def _pdf(x: float) -> float:
    return math.exp(-x * x / 2) * _PEAK


_Correction: TypeAlias = Callable[[float, float], float]


def _saturated(correction: _Correction) -> _Correction:
    def within(difference: float, margin: float) -> float:
        return correction(max(-SATURATION, min(SATURATION, difference)), margin)

    return within


class Ladder:
    """The teams of one ranking, by number from the best."""

    def __init__(self, ranks: Sequence[int], team: int, engine: trueskill.TrueSkill) -> None:
        """Of teams of so many players; a rank for each, best first."""
        self._team = team
        win, tie = (engine.v_win, engine.w_win), (engine.v_draw, engine.w_draw)
        self._corrections: list[tuple[_Correction, _Correction]] = [
            tie if one == other else win for one, other in pairwise(ranks)
        ]
        self._margin: float = trueskill.calc_draw_margin(engine.draw_probability, 2 * team, engine)
        self._said: list[Natural] = [_NOTHING] * len(self._corrections)
        """By pair: what the result says of its difference."""

    def settle(self, players: Sequence[Normal]) -> list[Natural]:
        """What the ranking says of each performance, which is believed to be so, team by team."""
        if self._team == 1:
            return self._settle(players)
        starts = range(0, len(players), self._team)
        teams = [players[start : start + self._team] for start in starts]
        sums = [(math.fsum(m for m, _ in team), math.fsum(v for _, v in team)) for team in teams]
        said = zip(teams, sums, self._settle(sums), strict=True)
        return [
            _less(told, (all_[0] - mean, all_[1] - variance))
            for team, all_, told in said
            for mean, variance in team
        ]

    def _settle(self, teams: Sequence[Normal]) -> list[Natural]:
        last = len(self._said) - 1
        below = [_NOTHING] * len(teams)
        """What the pair below a team says of it; `above` likewise."""
        above = below[:]
        for pair in range(last, 0, -1):
            lower = _believed(teams[pair + 1], below[pair + 1])
            below[pair] = _more(self._said[pair], lower)
        there_and_back = [*range(last + 1), *range(last - 1, -1, -1)]
        for _ in range(_MOST_ROUNDS):
            moved = 0.0
            for pair in there_and_back:
                upper = _believed(teams[pair], above[pair])
                lower = _believed(teams[pair + 1], below[pair + 1])
                moved = max(moved, self._compare(pair, upper, lower))
                above[pair + 1] = _turned(self._said[pair], upper)
                below[pair] = _more(self._said[pair], lower)
            if not last or moved <= _STILL:
                break
        return [(a[0] + b[0], a[1] + b[1]) for a, b in zip(above, below, strict=True)]

    def _compare(self, pair: int, upper: Normal, lower: Normal) -> float:
        """Let the pair say anew what it has to say; by how much that moved."""
        difference, variance = upper[0] - lower[0], upper[1] + lower[1]
        apart = math.sqrt(variance)
        lead, margin = difference / apart, self._margin / apart
        shift, shrink = self._corrections[pair]
        w = shrink(lead, margin)
        left = 1 - w
        pi = w / (left * variance)
        tau = pi * difference + shift(lead, margin) / (left * apart)
        before = self._said[pair]
        self._said[pair] = (pi, tau)
        return max(abs(pi - before[0]) * variance, abs(tau - before[1]) * apart)


def _believed(team: Normal, told: Natural) -> Normal:
    narrower = 1 + told[0] * team[1]
    return (team[0] + told[1] * team[1]) / narrower, team[1] / narrower


def _less(said: Natural, other: Normal) -> Natural:
    """What is said of x when so much is said of x + other."""
    wider = 1 + said[0] * other[1]
    return said[0] / wider, (said[1] - said[0] * other[0]) / wider


def _more(said: Natural, other: Normal) -> Natural:
    """Of x when it is said of x - other."""
    wider = 1 + said[0] * other[1]
    return said[0] / wider, (said[1] + said[0] * other[0]) / wider


def _turned(said: Natural, other: Normal) -> Natural:
    """Of x when it is said of other - x."""
    wider = 1 + said[0] * other[1]
    return said[0] / wider, (said[0] * other[0] - said[1]) / wider
