"""Computes the messages of one ranking of teams to the performances of the players in it.

Of two neighbours in a ranking, the upper has won or both have tied. This is the inner part of
TrueSkill's factor graph (Herbrich, Minka and Graepel 2007), with the formulas of the `trueskill`
package. Messages go from each pair of neighbours to the next, down the ranking and up again, until
no message changes by more than a millionth, or a hundred times. A factor starts from its last
messages, so later visits need few rounds. The package is slower, since it builds its graph anew for
each visit (docs/performance.md, Ratings and tables).

Builds that compile the rules compile this module too (hatch_build.py). Compiled or not, results are
the same to the last bit: schedules depend on ratings.
"""

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

import trueskill

SATURATION: Final = 30.0
"""The bound of the lead: the mean difference of two performances, divided by the standard deviation
of the belief about the difference. Formulas take densities and tail probabilities at the lead plus
or minus the margin of a draw, which is at most 1.7 of these deviations. From 37.6 on, both lose
digits and at last become 0, and the tail probabilities are divisors."""

_STILL: Final = 1e-6
"""Rounds end when no message moves by more; `_Pair.update` returns the moves."""
# Messages that oscillate would never settle. The next sweep of propagation.py goes on from them.
_MOST_ROUNDS: Final = 100

Natural: TypeAlias = tuple[float, float]
"""A normal distribution, or a message of that form: precision, and precision times mean."""
Normal: TypeAlias = tuple[float, float]
"""A normal distribution as mean and variance."""

_ROOT_2: Final = math.sqrt(2)
_PEAK: Final = 1 / math.sqrt(2 * math.pi)


class Constants:
    """Numbers from the `trueskill` package that all rankings of a pool share."""

    def __init__(self, draw_probability: float) -> None:
        self._environment = trueskill.TrueSkill(tau=0.0, draw_probability=draw_probability)
        self.noise: float = self._environment.beta**2
        """The variance of a performance around the skill."""
        self._margins: dict[int, float] = {}

    def margin(self, team_size: int) -> float:
        """The greatest difference of the performances of two teams of this size that is a draw."""
        if team_size not in self._margins:
            settings = self._environment
            margin = trueskill.calc_draw_margin(settings.draw_probability, 2 * team_size, settings)
            self._margins[team_size] = margin
        return self._margins[team_size]


class _Team:
    """A team: the belief about its performance, and the messages of the pairs that it is in.

    `above` is the message of the pair with the team before, `below` of the pair with the next team.
    """

    def __init__(self) -> None:
        self.prior: Normal = (0.0, 1.0)
        self.above: Natural = (0.0, 0.0)
        self.below: Natural = (0.0, 0.0)


class _Pair:
    """Two neighbouring teams, and the last message about the difference of their performances."""

    def __init__(self, upper: _Team, lower: _Team, *, tied: bool) -> None:
        self.upper, self.lower, self.tied = upper, lower, tied
        self.message: Natural = (0.0, 0.0)

    def send_to_upper(self) -> None:
        """Send the message to the upper team, given the belief about the lower team."""
        lower = _posterior(self.lower.prior, self.lower.below)
        self.upper.below = _to_minuend(self.message, lower)

    def update(self, margin: float) -> float:
        """Compute the message anew, given the other messages to both teams, and send it to both.

        Returns by how much the message moved. The precision is measured in units of that of the
        belief about the difference, and precision times mean in units of its square root.
        """
        upper = _posterior(self.upper.prior, self.upper.above)
        lower = _posterior(self.lower.prior, self.lower.below)
        # The first two moments of a truncated normal, as in the paper: v shifts the mean, and w
        # reduces the variance.
        difference, variance = upper[0] - lower[0], upper[1] + lower[1]
        deviation = math.sqrt(variance)
        lead = max(-SATURATION, min(SATURATION, difference / deviation))
        v, w = _tied(lead, margin / deviation) if self.tied else _won(lead, margin / deviation)
        remaining = 1 - w
        pi = w / (remaining * variance)
        tau = pi * difference + v / (remaining * deviation)
        before = self.message
        self.message = pi, tau
        self.lower.above = _to_subtrahend(self.message, upper)
        self.upper.below = _to_minuend(self.message, lower)
        return max(abs(pi - before[0]) * variance, abs(tau - before[1]) * deviation)


class RankingFactor:
    """The factor of one ranking: its teams, best first, and the last message of each pair.

    Call `believe` for every player, then `settle`, then `message_to` for every player.
    """

    def __init__(self, ranks: Sequence[int], team_size: int, constants: Constants) -> None:
        """`ranks` has the rank of each team, best first; each team has `team_size` players."""
        self._ranks, self._team_size = ranks, team_size
        self._margin = constants.margin(team_size)
        self._teams = teams = [_Team() for _ in ranks]
        self._pairs = [
            _Pair(teams[i - 1], teams[i], tied=ranks[i - 1] == ranks[i])
            for i in range(1, len(teams))
        ]
        self._beliefs: list[Normal] = [(0.0, 1.0)] * (len(ranks) * team_size)
        """The belief about each player's performance; not used where a team is a single player."""

    @property
    def messages(self) -> list[Natural]:
        """By pair, best first: the last message about the difference of the two performances."""
        return [pair.message for pair in self._pairs]

    def with_constants(self, constants: Constants) -> "RankingFactor":
        """A copy under other constants, which starts from the messages of this factor."""
        copy = RankingFactor(self._ranks, self._team_size, constants)
        for copied, pair in zip(copy._pairs, self._pairs, strict=True):
            copied.message = pair.message
        return copy

    # One call for each player, not one with lists: compiled calls pass plain numbers unboxed.
    def believe(self, player: int, mean: float, variance: float) -> None:
        """Set the belief about a player's performance; players count from 0, team by team."""
        if self._team_size == 1:
            self._teams[player].prior = (mean, variance)
        else:
            self._beliefs[player] = (mean, variance)

    def settle(self) -> None:
        """Compute all messages from the beliefs about all players."""
        if self._team_size > 1:
            self._add_up()
        pairs, last = self._pairs, len(self._pairs) - 1
        for team in self._teams:
            team.above = (0.0, 0.0)
            team.below = (0.0, 0.0)
        # A single pair gets no message of another pair, so one computation is enough.
        if last == 0:
            pairs[0].update(self._margin)
            return
        # The messages of the last call go up first, so that the first way down starts from them.
        for i in range(last, 0, -1):
            pairs[i].send_to_upper()
        for _ in range(_MOST_ROUNDS):
            moved = 0.0
            for i in range(last + 1):
                moved = max(moved, pairs[i].update(self._margin))
            for i in range(last - 1, -1, -1):
                moved = max(moved, pairs[i].update(self._margin))
            if moved <= _STILL:
                break

    def message_to(self, player: int) -> Natural:
        """The message to the player's performance, as computed by `settle`."""
        team = self._teams[player // self._team_size]
        message = (team.above[0] + team.below[0], team.above[1] + team.below[1])
        if self._team_size == 1:
            return message
        mean, variance = self._beliefs[player]
        return _to_summand(message, (team.prior[0] - mean, team.prior[1] - variance))

    def _add_up(self) -> None:
        """Set each team's `prior`: the performance of a team is the sum of its players'."""
        for number, team in enumerate(self._teams):
            start = number * self._team_size
            beliefs = self._beliefs[start : start + self._team_size]
            team.prior = (math.fsum([m for m, _ in beliefs]), math.fsum([v for _, v in beliefs]))


def _won(lead: float, margin: float) -> tuple[float, float]:
    """The package's v and w of a pair whose upper team has won."""
    x = lead - margin
    v = _pdf(x) / _cdf(x)
    return v, v * (v + x)


def _tied(lead: float, margin: float) -> tuple[float, float]:
    """The package's v and w of a pair that has tied."""
    distance = abs(lead)
    upper, lower = margin - distance, -margin - distance
    at_upper, at_lower, between = _pdf(upper), _pdf(lower), _cdf(upper) - _cdf(lower)
    v = (at_lower - at_upper) / between
    # `v * v` sometimes differs from this in the last bit. Then ratings would change, and with them
    # the schedules of tournaments under way.
    w = math.pow(v, 2.0) + (upper * at_upper - lower * at_lower) / between
    return (-v if lead < 0 else v), w


def _cdf(x: float) -> float:
    # The package's own distribution function is slow.
    return math.erfc(-x / _ROOT_2) / 2


def _pdf(x: float) -> float:
    return math.exp(-x * x / 2) * _PEAK


def _posterior(prior: Normal, message: Natural) -> Normal:
    """The belief after the message: the product of the prior and the message."""
    divisor = 1 + message[0] * prior[1]
    return (prior[0] + message[1] * prior[1]) / divisor, prior[1] / divisor


def _to_summand(message: Natural, other: Normal) -> Natural:
    """The message to x that follows from the message to x + other, given the belief about other."""
    divisor = 1 + message[0] * other[1]
    return message[0] / divisor, (message[1] - message[0] * other[0]) / divisor


def _to_minuend(message: Natural, other: Normal) -> Natural:
    """The message to x that follows from the message to x - other, given the belief about other."""
    divisor = 1 + message[0] * other[1]
    return message[0] / divisor, (message[1] + message[0] * other[0]) / divisor


def _to_subtrahend(message: Natural, other: Normal) -> Natural:
    """The message to x that follows from the message to other - x, given the belief about other."""
    divisor = 1 + message[0] * other[1]
    return message[0] / divisor, (message[0] * other[0] - message[1]) / divisor
