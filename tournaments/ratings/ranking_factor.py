"""The messages of a ranking to the performances in it: of neighbours, one wins or they tie.

This is the inner part of TrueSkill's factor graph (Herbrich, Minka and Graepel 2007), with the
formulas of the `trueskill` package: messages go from each pair of neighbours to the next, down the
ranking and up again, until none moves. The last messages are kept, so that little is left to do the
next time; that is what makes this quicker than the package, which builds its graph anew
(docs/performance.md, Ratings and tables).

It is compiled for wheels, and the bits are the same: schedules rest on them.
"""

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

import trueskill

SATURATION: Final = 30.0
"""The greatest difference of two performances that counts, in standard deviations of the
difference. From 37.6 on densities underflow and nothing is left to divide by; the margin of a draw,
at most 1.7 of these deviations, comes on top of the difference."""

_STILL: Final = 1e-6
"""Rounds end when no difference moves by more, in standard deviations of the difference."""
# Messages that go to and fro would never be still. The sweeps of propagation.py go on from there.
_MOST_ROUNDS: Final = 100

Natural: TypeAlias = tuple[float, float]
"""A normal distribution, or a message about one: precision, and precision times mean."""
Normal: TypeAlias = tuple[float, float]
"""The same as mean and variance."""

_ROOT_2: Final = math.sqrt(2)
_PEAK: Final = 1 / math.sqrt(2 * math.pi)


class Engine:
    """The package's constants: how far a performance is off, and what difference is a draw."""

    def __init__(self, draw_probability: float) -> None:
        self._environment = trueskill.TrueSkill(tau=0.0, draw_probability=draw_probability)
        self.noise: float = self._environment.beta**2
        """The variance of a performance around the skill."""
        self._margins: dict[int, float] = {}

    def margin(self, team_size: int) -> float:
        """The greatest difference of two teams of this size that is a draw."""
        if team_size not in self._margins:
            own = self._environment
            margin = trueskill.calc_draw_margin(own.draw_probability, 2 * team_size, own)
            self._margins[team_size] = margin
        return self._margins[team_size]


class _Team:
    """A team: the belief about its performance, and the messages of the pairs that it is in."""

    def __init__(self) -> None:
        self.prior: Normal = (0.0, 1.0)
        self.above: Natural = (0.0, 0.0)
        """Of the pair with the team before it; `below`: of the pair with the next one."""
        self.below: Natural = (0.0, 0.0)


class _Pair:
    """A team and the next one: the last message about the difference of their performances."""

    def __init__(self, upper: _Team, lower: _Team, *, tied: bool) -> None:
        self.upper, self.lower, self.tied = upper, lower, tied
        self.message: Natural = (0.0, 0.0)

    def tell_upper(self) -> None:
        """Tell the better team what follows for it."""
        lower = _posterior(self.lower.prior, self.lower.below)
        self.upper.below = _to_minuend(self.message, lower)

    def tell_both(self, margin: float) -> float:
        """Compute the message anew from what both teams heard from others, and tell both.

        Returns by how much it moved, in standard deviations of the difference.
        """
        upper = _posterior(self.upper.prior, self.upper.above)
        lower = _posterior(self.lower.prior, self.lower.below)
        # A truncated normal by its two moments, as in the paper: v shifts the mean, w narrows it.
        difference, variance = upper[0] - lower[0], upper[1] + lower[1]
        apart = math.sqrt(variance)
        lead = max(-SATURATION, min(SATURATION, difference / apart))
        v, w = _tied(lead, margin / apart) if self.tied else _won(lead, margin / apart)
        left = 1 - w
        pi = w / (left * variance)
        tau = pi * difference + v / (left * apart)
        before = self.message
        self.message = pi, tau
        self.lower.above = _to_subtrahend(self.message, upper)
        self.upper.below = _to_minuend(self.message, lower)
        return max(abs(pi - before[0]) * variance, abs(tau - before[1]) * apart)


class RankingFactor:
    """The factor of one ranking: its teams, best first, and the last message of each pair."""

    def __init__(self, ranks: Sequence[int], team_size: int, engine: Engine) -> None:
        """`ranks` has one for each team, best first; each team has `team_size` players."""
        self._ranks, self._team_size = ranks, team_size
        self._margin = engine.margin(team_size)
        self._teams = teams = [_Team() for _ in ranks]
        self._pairs = [
            _Pair(teams[i - 1], teams[i], tied=ranks[i - 1] == ranks[i])
            for i in range(1, len(teams))
        ]
        self._beliefs: list[Normal] = [(0.0, 1.0)] * (len(ranks) * team_size)
        """About each player's performance; not kept where a player is a team."""

    @property
    def messages(self) -> list[Natural]:
        """By pair, best first: the last message about the difference of its two performances."""
        return [pair.message for pair in self._pairs]

    def under(self, engine: Engine) -> "RankingFactor":
        """The same ranking under other constants, which begins with the messages of this one."""
        made = RankingFactor(self._ranks, self._team_size, engine)
        for pair, own in zip(made._pairs, self._pairs, strict=True):
            pair.message = own.message
        return made

    # One call for each player and none with lists: compiled, numbers stay numbers of the machine.
    def believe(self, player: int, mean: float, variance: float) -> None:
        """Say what is believed of a player's performance; players are in the order of the teams."""
        if self._team_size == 1:
            self._teams[player].prior = (mean, variance)
        else:
            self._beliefs[player] = (mean, variance)

    def settle(self) -> None:
        """Compute all messages from what is believed of all players."""
        if self._team_size > 1:
            self._add_up()
        pairs, last = self._pairs, len(self._pairs) - 1
        for team in self._teams:
            team.above = (0.0, 0.0)
            team.below = (0.0, 0.0)
        # A single pair hears from nobody else, so it is done at once.
        if last == 0:
            pairs[0].tell_both(self._margin)
            return
        # What is still known from the last time goes up first, so that the first way down has it.
        for i in range(last, 0, -1):
            pairs[i].tell_upper()
        for _ in range(_MOST_ROUNDS):
            moved = 0.0
            for i in range(last + 1):
                moved = max(moved, pairs[i].tell_both(self._margin))
            for i in range(last - 1, -1, -1):
                moved = max(moved, pairs[i].tell_both(self._margin))
            if moved <= _STILL:
                break

    def said(self, player: int) -> Natural:
        """The message to the player's performance, as it was settled."""
        team = self._teams[player // self._team_size]
        told = (team.above[0] + team.below[0], team.above[1] + team.below[1])
        if self._team_size == 1:
            return told
        mean, variance = self._beliefs[player]
        return _to_summand(told, (team.prior[0] - mean, team.prior[1] - variance))

    def _add_up(self) -> None:
        for number, team in enumerate(self._teams):
            start = number * self._team_size
            own = self._beliefs[start : start + self._team_size]
            team.prior = (math.fsum([m for m, _ in own]), math.fsum([v for _, v in own]))


def _won(lead: float, margin: float) -> tuple[float, float]:
    """The package's v and w of a pair of which the one has won."""
    x = lead - margin
    v = _pdf(x) / _cdf(x)
    return v, v * (v + x)


def _tied(lead: float, margin: float) -> tuple[float, float]:
    """The package's v and w of a pair that has tied."""
    apart = abs(lead)
    upper, lower = margin - apart, -margin - apart
    at_upper, at_lower, between = _pdf(upper), _pdf(lower), _cdf(upper) - _cdf(lower)
    v = (at_lower - at_upper) / between
    # Not v * v, which differs in the last bit now and then.
    w = math.pow(v, 2.0) + (upper * at_upper - lower * at_lower) / between
    return (-v if lead < 0 else v), w


def _cdf(x: float) -> float:
    # The package's own distribution function is slow.
    return math.erfc(-x / _ROOT_2) / 2


def _pdf(x: float) -> float:
    return math.exp(-x * x / 2) * _PEAK


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
