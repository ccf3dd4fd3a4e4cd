"""The messages of a ranking to the performances in it: of neighbours, one wins or they tie.

This is the inner part of TrueSkill's factor graph (Herbrich, Minka and Graepel 2007), with the
functions of the `trueskill` package: messages go from each pair of neighbours to the next, down the
ranking and up again, until none moves. The last messages are kept, so that little is left to do the
next time; that is what makes this quicker than the package, which builds its graph anew
(docs/performance.md, Ratings and tables).
"""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

import trueskill

SATURATION: Final = 30.0
"""The greatest difference of two performances that counts, in standard deviations of the
difference. From 37.6 on densities underflow and the package's functions raise FloatingPointError;
the margin of a draw, at most 1.7 of these deviations, comes on top of the difference."""

_STILL: Final = 1e-6
"""Rounds end when no difference moves by more, in standard deviations of the difference."""
# Messages that go to and fro would never be still. The sweeps of propagation.py go on from there.
_MOST_ROUNDS: Final = 100

Natural: TypeAlias = tuple[float, float]
"""A normal distribution, or a message about one: precision, and precision times mean."""
Normal: TypeAlias = tuple[float, float]
"""The same as mean and variance."""

_NOTHING: Final = (0.0, 0.0)
_ROOT_2: Final = math.sqrt(2)
_PEAK: Final = 1 / math.sqrt(2 * math.pi)


def engine(draw_probability: float) -> trueskill.TrueSkill:
    """The package's environment, with functions that never raise FloatingPointError.

    What happens beyond SATURATION is rated as it would be at SATURATION. The package's own
    distribution function is slow, so it gets another one.
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


class RankingFactor:
    """The factor of one ranking: its teams, best first, and the last message of each pair.

    A pair is a team and the next one; it has the number of its better team.
    """

    def __init__(
        self, ranks: Sequence[int], team_size: int, environment: trueskill.TrueSkill
    ) -> None:
        """`ranks` has one for each team, best first; each team has `team_size` players."""
        self._ranks, self._team_size = ranks, team_size
        win = (environment.v_win, environment.w_win)
        tie = (environment.v_draw, environment.w_draw)
        self._corrections: list[tuple[_Correction, _Correction]] = [
            tie if one == other else win for one, other in pairwise(ranks)
        ]
        self._margin: float = trueskill.calc_draw_margin(
            environment.draw_probability, 2 * team_size, environment
        )
        self._messages: list[Natural] = [_NOTHING] * len(self._corrections)

    @property
    def messages(self) -> list[Natural]:
        """By pair: the last message about the difference between its two performances."""
        return self._messages

    def under(self, environment: trueskill.TrueSkill) -> "RankingFactor":
        """The same ranking in another environment, which begins with the messages of this one."""
        made = RankingFactor(self._ranks, self._team_size, environment)
        made._messages = list(self._messages)
        return made

    def settle(self, players: Sequence[Normal]) -> list[Natural]:
        """Return the message to each player's performance, given the beliefs about all of them.

        Players are in the order of the teams, in both lists.
        """
        # The usual case, in which a player's performance is the team's.
        if self._team_size == 1:
            return self._settle(players)
        starts = range(0, len(players), self._team_size)
        teams = [players[start : start + self._team_size] for start in starts]
        sums = [(math.fsum(m for m, _ in team), math.fsum(v for _, v in team)) for team in teams]
        said = zip(teams, sums, self._settle(sums), strict=True)
        return [
            _to_summand(told, (all_[0] - mean, all_[1] - variance))
            for team, all_, told in said
            for mean, variance in team
        ]

    def _settle(self, teams: Sequence[Normal]) -> list[Natural]:
        last = len(self._messages) - 1
        below = [_NOTHING] * len(teams)
        """By team: the message of the pair with the next one; `above`: of the pair before."""
        above = below[:]
        # What is still known from the last time goes up first, so that the first way down has it.
        for pair in range(last, 0, -1):
            lower = _posterior(teams[pair + 1], below[pair + 1])
            below[pair] = _to_minuend(self._messages[pair], lower)
        there_and_back = [*range(last + 1), *range(last - 1, -1, -1)]
        for _ in range(_MOST_ROUNDS):
            moved = 0.0
            for pair in there_and_back:
                upper = _posterior(teams[pair], above[pair])
                lower = _posterior(teams[pair + 1], below[pair + 1])
                moved = max(moved, self._compare(pair, upper, lower))
                above[pair + 1] = _to_subtrahend(self._messages[pair], upper)
                below[pair] = _to_minuend(self._messages[pair], lower)
            # A single pair hears from nobody else, so it is done at once.
            if not last or moved <= _STILL:
                break
        return [(a[0] + b[0], a[1] + b[1]) for a, b in zip(above, below, strict=True)]

    def _compare(self, pair: int, upper: Normal, lower: Normal) -> float:
        """Compute the pair's message anew.

        Returns by how much it moved, in standard deviations of the difference.
        """
        # A truncated normal by its two moments, as in the paper: v shifts the mean, w narrows it.
        difference, variance = upper[0] - lower[0], upper[1] + lower[1]
        apart = math.sqrt(variance)
        lead, margin = difference / apart, self._margin / apart
        shift, shrink = self._corrections[pair]
        w = shrink(lead, margin)
        left = 1 - w
        pi = w / (left * variance)
        tau = pi * difference + shift(lead, margin) / (left * apart)
        before = self._messages[pair]
        self._messages[pair] = (pi, tau)
        return max(abs(pi - before[0]) * variance, abs(tau - before[1]) * apart)


def _posterior(prior: Normal, message: Natural) -> Normal:
    """The belief after the message: the product of the prior and the message."""
    narrower = 1 + message[0] * prior[1]
    return (prior[0] + message[1] * prior[1]) / narrower, prior[1] / narrower


def _to_summand(message: Natural, other: Normal) -> Natural:
    """The message to x that follows from the message to x + other, given the belief about other."""
    wider = 1 + message[0] * other[1]
    return message[0] / wider, (message[1] - message[0] * other[0]) / wider


def _to_minuend(message: Natural, other: Normal) -> Natural:
    """The message to x that follows from the message to x - other, given the belief about other."""
    wider = 1 + message[0] * other[1]
    return message[0] / wider, (message[1] + message[0] * other[0]) / wider


def _to_subtrahend(message: Natural, other: Normal) -> Natural:
    """The message to x that follows from the message to other - x, given the belief about other."""
    wider = 1 + message[0] * other[1]
    return message[0] / wider, (message[0] * other[0] - message[1]) / wider
