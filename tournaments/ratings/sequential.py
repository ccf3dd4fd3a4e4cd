"""Sequential tests: how sure it is by now, valid however often one looks (docs/ratings.md)."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

# Which stake is best depends on how much better the one is, which nobody knows: so many bettors,
# from cautious to bold, share the wealth. A stake of 1 could lose everything.
_BETS: Final = tuple(step / 20 for step in range(1, 20))
_REGULAR: Final = 0.05
"""Blocks added at every quarter of the scale: else what has not been seen yet is held all but
impossible, and a few blocks that are alike decide too early."""
_REGULAR_BEFORE: Final = 1e-3
_QUARTERS: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
_BET: Final = 0.02
"""The part of the evidence that is a bet: small, since it only matters where a duel is hopeless."""
# Usually three steps or four are enough; each gains twice the digits of the one before.
_STEPS: Final = 60
_NEAR: Final = 1e-9


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
    every_block: bool = True
    """Whether it looks after every block, and the first time that a bound is reached decides.

    Duels that were begun without look at the end of each stage alone, and add fewer blocks.
    """

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
        weights = self.weights(counts, reach)
        return _Likeliest(self.lead).log(weights) - _Likeliest(0.0).log(weights)

    def weights(self, counts: Mapping[float, int], reach: int) -> dict[float, float]:
        """The blocks by their mean leads, with those that are added."""
        added = _REGULAR if self.every_block else _REGULAR_BEFORE
        weights = {quarter * reach: added for quarter in _QUARTERS}
        for lead, times in counts.items():
            weights[lead] = weights.get(lead, 0.0) + times
        return weights


class BlockTest:
    """A test under way, which is told of all blocks in the order of play."""

    def __init__(self, sprt: Sprt) -> None:
        self._sprt = sprt
        self._reach = sprt.least_reach
        self._counts = Counter[float]()
        self._level, self._by_margin = _Likeliest(0.0), _Likeliest(sprt.lead)
        self._better, self._worse = Wealth(), Wealth()
        self._evidence: float | None = 0.0

    @property
    def blocks(self) -> int:
        """How many blocks the evidence is of."""
        return self._counts.total()

    def take(self, lead: Lead) -> None:
        """Take the next block into account, unless the test looks at every one and is decided."""
        if self._sprt.every_block and self.is_decided:
            return
        self._evidence = None
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
        if self._evidence is None:
            self._evidence = self._weighed()
        return self._evidence

    def _weighed(self) -> float:
        weights = self._sprt.weights(self._counts, self._reach)
        ratio = self._by_margin.log(weights) - self._level.log(weights)
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


class _Likeliest:
    """The likeliest distribution of leads with a mean, found from where it was the last time.

    It gives each lead its weight over 1 + tilt * (lead - mean) (empirical likelihood, Owen 1988).
    """

    def __init__(self, mean: float) -> None:
        self._mean = mean
        self._tilt = 0.0

    def log(self, weights: Mapping[float, float]) -> float:
        """Its log likelihood, less that of the likeliest distribution with any mean."""
        offs = [(lead - self._mean, weight) for lead, weight in weights.items()]
        tilt = self._tilt = _tilt(offs, self._tilt)
        return -math.fsum(weight * math.log1p(tilt * off) for off, weight in offs)


def _tilt(offs: Sequence[tuple[float, float]], tilt: float) -> float:
    """Where the sum of weight * off / (1 + tilt * off) is 0, by Newton's steps from that tilt."""
    # Between these every lead has a positive weight, and the sum only falls.
    low, high = -1 / max(offs)[0], -1 / min(offs)[0]
    if not low < tilt < high:
        tilt = (low + high) / 2
    for _ in range(_STEPS):
        pull = slope = 0.0
        for off, weight in offs:
            part = off / (1 + tilt * off)
            pull += weight * part
            slope += weight * part * part
        low, high = (tilt, high) if pull > 0 else (low, tilt)
        before, tilt = tilt, tilt + pull / slope
        if not low < tilt < high:
            tilt = (low + high) / 2
        elif abs(tilt - before) < _NEAR * (1 + abs(tilt)):
            break
    return tilt
