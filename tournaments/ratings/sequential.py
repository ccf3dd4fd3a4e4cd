"""Sequential tests: how sure it is by now, valid however often one looks (docs/ratings.md)."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

# Which stake is best depends on how much better the one is, which nobody knows: so many bettors,
# from cautious to bold, share the wealth. A stake of 1 could lose everything.
_BETS: Final = tuple(step / 20 for step in range(1, 20))
_REGULAR: Final = 1e-3
"""Blocks added at every quarter of the scale, so that no lead is held impossible."""
_QUARTERS: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
_BET: Final = 0.02
"""The part of the evidence that is a bet: small, since it only matters where a duel is hopeless."""
# 53 bits of a float are exhausted by then.
_HALVINGS: Final = 60


class ScoredBy(StrEnum):
    """What the comparisons of a duel count: who did better, or by how many of the game's points."""

    PLACES = "places"
    POINTS = "points"


class Wealth:
    """The wealth of a bettor who begins with 1 and bets that numbers from -1 to 1 have a mean > 0.

    If the mean is not above 0, the wealth is expected never to grow, so that by Ville's inequality
    it ever reaches 1 / error with a probability of at most error. It is the mean over bettors who
    stake fixed shares of what they have.
    """

    def __init__(self) -> None:
        self._logs = [0.0] * len(_BETS)

    def take(self, number: float) -> None:
        """Bet on the next number, from -1 to 1."""
        # Logarithms, since wealth soon is beyond what a float holds.
        for at, bet in enumerate(_BETS):
            self._logs[at] += math.log1p(bet * number)

    @property
    def log(self) -> float:
        """The natural logarithm of the wealth."""
        # The greatest is taken out first, so that no exponential overflows.
        most = max(self._logs)
        return most + math.log(math.fsum(math.exp(log - most) for log in self._logs) / len(_BETS))


@dataclass(frozen=True, slots=True)
class Lead:
    """By how much one side is ahead of the other in a block, summed over its comparisons."""

    amount: int
    size: int
    """How many comparisons there are."""
    reach: int
    """The most that a comparison can come to, by what is known when the block was played."""

    @property
    def mean(self) -> float:
        """The mean lead in one comparison."""
        return self.amount / self.size


@dataclass(frozen=True, slots=True)
class Sprt:
    """Tests whether the new one is better by a margin, rather than no better.

    The generalised sequential probability ratio test over blocks (after Wald 1945): the mean lead
    in a block is 0 (no better) against the margin, the distribution being the likeliest with that
    mean. A small part of the evidence is a bet, which ends hopeless duels early.
    """

    margin: float
    """By places in shares of the points, above 0 and below 0.5; by points in points a match."""
    error: float = 0.05
    """The probability of either wrong answer, about."""
    by: ScoredBy = ScoredBy.PLACES
    bet: float = _BET
    """The part of the evidence that is a bet. It is 0 in duels that were begun without."""

    @property
    def bound(self) -> float:
        """The evidence at which it is decided; as far below 0 on the other side."""
        return math.log((1 - self.error) / self.error)

    @property
    def lead(self) -> float:
        """The margin as the mean lead in a comparison."""
        # A share of 0.5 + margin is won more often than lost by twice the margin.
        return 2 * self.margin if self.by is ScoredBy.PLACES else self.margin

    @property
    def least_reach(self) -> int:
        """The most that a comparison can come to, before anything is known of it."""
        # Points have no bound that is known: at first twice what matters is held possible.
        return 1 if self.by is ScoredBy.PLACES else math.ceil(2 * self.margin)

    def ratio(self, counts: Mapping[float, int], reach: int = 1) -> float:
        """The log likelihood ratio of so many blocks by their mean leads, up to the reach."""
        weights = {quarter * reach: _REGULAR for quarter in _QUARTERS}
        for lead, times in counts.items():
            weights[lead] = weights.get(lead, 0.0) + times
        return _log_likelihood(weights, self.lead) - _log_likelihood(weights, 0.0)


class BlockTest:
    """A test under way, which is told of all blocks in the order of play."""

    def __init__(self, sprt: Sprt) -> None:
        self._sprt = sprt
        self._reach = sprt.least_reach
        self._counts = Counter[float]()
        self._better, self._worse = Wealth(), Wealth()

    def take(self, lead: Lead) -> None:
        """Take the next block into account."""
        mean, margin = lead.mean, self._sprt.lead
        # Leads are multiples of a fraction that is the same for all blocks, so equal ones have
        # equal floats and can be counted.
        self._counts[mean] += 1
        self._reach = max(self._reach, lead.reach)
        # The first bets that it is better, against somebody who says that it is not; the second
        # that it is not better by the margin.
        self._better.take(mean / self._reach)
        self._worse.take((margin - mean) / (self._reach + margin))

    @property
    def evidence(self) -> float:
        """For the new one if it is positive, against it if it is negative; 0 at the beginning.

        The logarithm of a likelihood ratio and a bet, mixed: each alone exceeds 1 / error with a
        probability of at most about the error, and so does the mixture.
        """
        if not self._counts:
            return 0.0
        ratio = self._sprt.ratio(self._counts, self._reach)
        better = _mixed(ratio, self._better.log, self._sprt.bet)
        worse = _mixed(-ratio, self._worse.log, self._sprt.bet)
        return better if better >= worse else -worse

    @property
    def is_decided(self) -> bool:
        """Whether the evidence has reached a bound."""
        return abs(self.evidence) >= self._sprt.bound


def _mixed(log: float, other: float, part: float) -> float:
    """The logarithm of a mean of two numbers, given by theirs, of which the other is that part."""
    if not part:
        return log
    one, two = log + math.log1p(-part), other + math.log(part)
    return max(one, two) + math.log1p(math.exp(-abs(one - two)))


def _log_likelihood(weights: Mapping[float, float], mean: float) -> float:
    """The log likelihood of the likeliest distribution with that mean, less that of any mean.

    It gives each lead its weight over 1 + tilt * (lead - mean) (empirical likelihood, Owen 1988);
    the tilt is found by halving.
    """
    # Between these every lead has a positive weight, and the sum below only falls.
    low, high = -1 / (max(weights) - mean), 1 / (mean - min(weights))
    for _ in range(_HALVINGS):
        tilt = (low + high) / 2
        pull = math.fsum(w * (x - mean) / (1 + tilt * (x - mean)) for x, w in weights.items())
        low, high = (tilt, high) if pull > 0 else (low, tilt)
    tilt = (low + high) / 2
    return -math.fsum(w * math.log1p(tilt * (x - mean)) for x, w in weights.items())
