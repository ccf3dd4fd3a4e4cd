"""Sequential tests of a duel: their answers are valid after every block (docs/ratings.md)."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

# The best stake depends on how much better one side is, which is unknown. So the wealth is divided
# among bettors with different stakes. A stake of 1 could lose everything.
_BETS: Final = tuple(step / 20 for step in range(1, 20))
_REGULAR: Final = 0.05
"""How much of a block is added at each of `_QUARTERS`. Without it, leads that have not occurred yet
would count as nearly impossible, and a few equal blocks would decide too early."""
_REGULAR_BEFORE: Final = 1e-3
"""The same for duels that were begun by earlier versions."""
_QUARTERS: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
_BET: Final = 0.02
"""The weight of the bet in the evidence: small, since it only matters in hopeless duels."""
# Three or four of Newton's steps are usually enough: each doubles the number of correct digits.
_STEPS: Final = 60
_NEAR: Final = 1e-9


class ScoredBy(StrEnum):
    """What a comparison of a duel counts: who did better, or by how many points of the game."""

    PLACES = "places"
    POINTS = "points"


class Wealth:
    """The wealth of a bettor who begins with 1 and bets that numbers from -1 to 1 have a mean > 0.

    If the mean is 0 or less, the wealth is a supermartingale: by Ville's inequality the probability
    that it ever reaches 1 / error is at most error. It is the mean wealth of several bettors, each
    of whom stakes a fixed share of what it has.
    """

    def __init__(self) -> None:
        self._logs = [0.0] * len(_BETS)

    def take(self, number: float) -> None:
        """Bet on the next number, from -1 to 1."""
        # Logarithms, since the wealth itself soon overflows a float.
        for at, bet in enumerate(_BETS):
            self._logs[at] += math.log1p(bet * number)

    @property
    def log(self) -> float:
        """The natural logarithm of the wealth."""
        # The greatest logarithm is subtracted first, so that no exponential overflows.
        most = max(self._logs)
        return most + math.log(math.fsum(math.exp(log - most) for log in self._logs) / len(_BETS))


@dataclass(frozen=True, slots=True)
class Lead:
    """By how much one side is ahead of the other in a block, summed over its comparisons."""

    amount: int
    size: int
    """How many comparisons there are."""
    reach: int
    """The greatest lead that was known to be possible in a comparison when the block was played."""

    @property
    def mean(self) -> float:
        """The mean lead in one comparison."""
        return self.amount / self.size


@dataclass(frozen=True, slots=True)
class Sprt:
    """Tests whether the new version is better than the old one by a margin, or no better.

    It is the generalised sequential probability ratio test (after Wald 1945) over blocks. The two
    hypotheses are that the mean lead in a block is 0 and that it is the margin; each takes the
    likeliest distribution with that mean. A small part of the evidence is a bet, which ends
    hopeless duels early.
    """

    margin: float
    """By places: a share of the points, above 0 and below 0.5. By points: points in a match."""
    error: float = 0.05
    """The approximate probability of a wrong answer, the same for both wrong answers."""
    by: ScoredBy = ScoredBy.PLACES
    bet: float = _BET
    """The weight of the bet in the evidence; 0 in duels that were begun without a bet."""
    every_block: bool = True
    """Whether the test looks after every block, and the first bound that is reached decides.

    False in duels that were begun by earlier versions: they look only at the end of each stage, and
    use `_REGULAR_BEFORE`.
    """

    @property
    def bound(self) -> float:
        """The evidence that decides for the new version; the negative of it decides against it."""
        return math.log((1 - self.error) / self.error)

    @property
    def lead(self) -> float:
        """The margin, as a mean lead in one comparison."""
        # With a share of 0.5 + margin, wins less losses are twice the margin.
        return 2 * self.margin if self.by is ScoredBy.PLACES else self.margin

    @property
    def least_reach(self) -> int:
        """The greatest lead that counts as possible in a comparison before any was played."""
        # No bound of a game's points is known here, so twice the margin is a first guess.
        return 1 if self.by is ScoredBy.PLACES else math.ceil(2 * self.margin)

    def ratio(self, counts: Mapping[float, int], reach: int = 1) -> float:
        """The log likelihood ratio of blocks: `counts` says how many had each mean lead.

        `reach` is the greatest lead that counts as possible.
        """
        weights = self.weights(counts, reach)
        return _Likeliest(self.lead).log(weights) - _Likeliest(0.0).log(weights)

    def weights(self, counts: Mapping[float, int], reach: int) -> dict[float, float]:
        """The counts with the parts of blocks that are added at each quarter of the reach."""
        added = _REGULAR if self.every_block else _REGULAR_BEFORE
        weights = {quarter * reach: added for quarter in _QUARTERS}
        for lead, times in counts.items():
            weights[lead] = weights.get(lead, 0.0) + times
        return weights


class BlockTest:
    """A test under way. Its blocks must be given to `take` in the order of play."""

    def __init__(self, sprt: Sprt) -> None:
        self._sprt = sprt
        self._reach = sprt.least_reach
        self._counts = Counter[float]()
        self._level, self._by_margin = _Likeliest(0.0), _Likeliest(sprt.lead)
        self._better, self._worse = Wealth(), Wealth()
        self._evidence: float | None = 0.0

    @property
    def blocks(self) -> int:
        """How many blocks the evidence rests on."""
        return self._counts.total()

    def take(self, lead: Lead) -> None:
        """Add the next block. Once a test with `every_block` is decided, blocks are ignored."""
        if self._sprt.every_block and self.is_decided:
            return
        self._evidence = None
        mean, margin = lead.mean, self._sprt.lead
        # A mean is one integer divided by another, which a float rounds in one way only. So equal
        # means are equal keys.
        self._counts[mean] += 1
        self._reach = max(self._reach, lead.reach)
        # One bets that the new version is better, the other that it is not better by the margin.
        self._better.take(mean / self._reach)
        self._worse.take((margin - mean) / (self._reach + margin))

    @property
    def evidence(self) -> float:
        """The evidence for the new version; negative if it is against it, 0 before the first block.

        It is the logarithm of a weighted mean of a likelihood ratio and the wealth of a bet. Where
        the hypothesis is true that it speaks against, that mean exceeds 1 / error with a
        probability of at most about `error`, as the ratio and the wealth do.
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
    """The logarithm of (1 - part) * a + part * b, given the logarithms of a and of b."""
    if not part:
        return log
    one, two = log + math.log1p(-part), other + math.log(part)
    return max(one, two) + math.log1p(math.exp(-abs(one - two)))


class _Likeliest:
    """The likeliest distribution of leads with a given mean (empirical likelihood, Owen 1988).

    The probability of a lead is proportional to its weight / (1 + tilt * (lead - mean)). The search
    for the tilt begins at the last one found: a single new block moves it little.
    """

    def __init__(self, mean: float) -> None:
        self._mean = mean
        self._tilt = 0.0

    def log(self, weights: Mapping[float, float]) -> float:
        """Its log likelihood, less that of the likeliest distribution of any mean."""
        offs = [(lead - self._mean, weight) for lead, weight in weights.items()]
        tilt = self._tilt = _tilt(offs, self._tilt)
        return -math.fsum(weight * math.log1p(tilt * off) for off, weight in offs)


def _tilt(offs: Sequence[tuple[float, float]], tilt: float) -> float:
    """The tilt where the sum of weight * off / (1 + tilt * off) is 0, by Newton's method."""
    # Between these two every probability is positive, and the sum decreases with the tilt.
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
