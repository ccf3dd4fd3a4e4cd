"""Sequential tests, whose answers are valid after every block (docs/ratings.md, Rules that stop).

`Sprt` and `BlockTest` are for duels. `Wealth` is used for a resolved ranking as well.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

# The best stake depends on how much better one side is, which is unknown. So the wealth is divided
# among bettors with different stakes. A stake of 1 could lose everything.
_STAKES: Final = tuple(step / 20 for step in range(1, 20))
_PSEUDO_COUNT: Final = 0.05
"""The part of a block that is added at each of `_QUARTERS`. Without the parts, leads that have not
occurred yet would count as nearly impossible, and a few equal blocks would decide too early."""
_EARLIER_PSEUDO_COUNT: Final = 1e-3
"""The same for duels that were begun by earlier versions."""
_QUARTERS: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""The mean leads at which parts of blocks are added, as multiples of the reach."""
_BET: Final = 0.02
"""The weight of the bet in the evidence: small, since it only matters in hopeless duels."""
# Three or four of Newton's steps are usually enough: each doubles the number of correct digits.
_MOST_STEPS: Final = 60
_NEAR: Final = 1e-9
"""The search ends when the tilt changes by less, relative to 1 plus its size."""


class ScoredBy(StrEnum):
    """What a comparison of two sides counts: the better place, or the lead in game points."""

    PLACES = "places"
    POINTS = "points"


class Wealth:
    """The wealth of a bettor that begins with 1 and bets that numbers from -1 to 1 have a mean > 0.

    If the mean is 0 or less, the wealth is a supermartingale: by Ville's inequality the probability
    that it ever reaches 1 / error is at most error. It is the mean wealth of several bettors, each
    of which always stakes the same share of its wealth.
    """

    def __init__(self) -> None:
        self._logs = [0.0] * len(_STAKES)

    def take(self, number: float) -> None:
        """Bet on the next number, from -1 to 1."""
        # Logarithms, since the wealth itself soon overflows a float.
        for i, stake in enumerate(_STAKES):
            self._logs[i] += math.log1p(stake * number)

    @property
    def log(self) -> float:
        """The natural logarithm of the wealth."""
        # The greatest logarithm is subtracted first, so that no exponential overflows.
        most = max(self._logs)
        return most + math.log(math.fsum(math.exp(log - most) for log in self._logs) / len(_STAKES))


@dataclass(frozen=True, slots=True)
class Lead:
    """By how much one side is ahead of the other in a block, summed over its comparisons."""

    amount: int
    """The sum of the leads; by places a comparison has a lead of 1, 0 or -1."""
    size: int
    """The number of comparisons."""
    reach: int
    """The greatest possible lead in a comparison, as far as known up to and with this block."""

    @property
    def mean(self) -> float:
        """The mean lead in one comparison."""
        return self.amount / self.size


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test that decides whether the new version is better, or not better by the margin.

    It is the generalised sequential probability ratio test (after Wald 1945) over blocks. The two
    hypotheses are that the mean lead in a block is 0 and that it is `margin_lead`. Each is
    represented by the maximum likelihood distribution with that mean. A small part of the evidence
    is a bet, which ends hopeless duels early.
    """

    margin: float
    """The gain that matters. By places: by how much a share of the rank points exceeds 0.5; more
    than 0 and less than 0.5. By points: the mean lead in a match, in points of the game."""
    error: float = 0.05
    """The approximate probability of a wrong decision, the same for both wrong decisions."""
    by: ScoredBy = ScoredBy.PLACES
    """What the leads are counted in."""
    bet: float = _BET
    """The weight of the bet in the evidence; 0 in duels that were begun without a bet."""
    every_block: bool = True
    """Whether the test looks after every block, and the first bound that is reached decides.

    False in duels that were begun by earlier versions: they look only at the end of each stage, and
    add smaller parts of blocks (`_EARLIER_PSEUDO_COUNT`).
    """

    @property
    def bound(self) -> float:
        """The evidence that decides for the new version; the negative bound decides against it."""
        return math.log((1 - self.error) / self.error)

    @property
    def margin_lead(self) -> float:
        """The margin, as a mean lead in one comparison."""
        # With a share of 0.5 + margin, wins less losses are twice the margin.
        return 2 * self.margin if self.by is ScoredBy.PLACES else self.margin

    @property
    def least_reach(self) -> int:
        """The greatest lead that counts as possible in a comparison before the first block."""
        # No bound of a game's points is known here, so twice the margin is a first estimate.
        return 1 if self.by is ScoredBy.PLACES else math.ceil(2 * self.margin)

    def ratio(self, counts: Mapping[float, int], reach: int = 1) -> float:
        """The log likelihood ratio of blocks; `counts` is the number of blocks by mean lead.

        `reach` is the greatest lead that counts as possible. Without the bet.
        """
        weights = self.weights(counts, reach)
        return _Likeliest(self.margin_lead).log(weights) - _Likeliest(0.0).log(weights)

    def weights(self, counts: Mapping[float, int], reach: int) -> dict[float, float]:
        """The counts by mean lead, plus the parts of blocks that are added (`_QUARTERS`)."""
        added = _PSEUDO_COUNT if self.every_block else _EARLIER_PSEUDO_COUNT
        weights = {quarter * reach: added for quarter in _QUARTERS}
        for lead, times in counts.items():
            weights[lead] = weights.get(lead, 0.0) + times
        return weights


class BlockTest:
    """A test under way. Blocks must be given to `take` in the order of play."""

    def __init__(self, sprt: Sprt) -> None:
        self._sprt = sprt
        self._reach = sprt.least_reach
        self._counts = Counter[float]()
        self._level, self._by_margin = _Likeliest(0.0), _Likeliest(sprt.margin_lead)
        self._better, self._worse = Wealth(), Wealth()
        """Bets that the new version is better, and that it is not better by the margin."""
        self._evidence: float | None = 0.0
        """None until the evidence with the last block is asked for."""

    @property
    def blocks(self) -> int:
        """The number of blocks that the evidence is computed from."""
        return self._counts.total()

    def take(self, lead: Lead) -> None:
        """Add the next block. Once a test with `every_block` is decided, blocks are ignored."""
        if self._sprt.every_block and self.is_decided:
            return
        self._evidence = None
        mean, margin = lead.mean, self._sprt.margin_lead
        # A mean is the quotient of two integers, correctly rounded, so equal means are equal keys.
        self._counts[mean] += 1
        self._reach = max(self._reach, lead.reach)
        # Both arguments are from -1 to 1, as `Wealth` needs.
        self._better.take(mean / self._reach)
        self._worse.take((margin - mean) / (self._reach + margin))

    @property
    def evidence(self) -> float:
        """The evidence for the new version; evidence against it is below 0.

        It is 0 before the first block. Its size is the logarithm of a weighted mean of a likelihood
        ratio and the wealth of a bet, both against the same hypothesis. If that hypothesis is true,
        the mean exceeds 1 / error with a probability of at most about `error`, as the ratio and the
        wealth do.
        """
        if self._evidence is None:
            self._evidence = self._computed()
        return self._evidence

    def _computed(self) -> float:
        weights = self._sprt.weights(self._counts, self._reach)
        ratio = self._by_margin.log(weights) - self._level.log(weights)
        better = _mixed(ratio, self._better.log, self._sprt.bet)
        worse = _mixed(-ratio, self._worse.log, self._sprt.bet)
        return better if better >= worse else -worse

    @property
    def is_decided(self) -> bool:
        """Whether the evidence has reached a bound."""
        return abs(self.evidence) >= self._sprt.bound


def _mixed(log_a: float, log_b: float, part: float) -> float:
    """The logarithm of (1 - part) * a + part * b, given the logarithms of a and of b."""
    if not part:
        return log_a
    one, two = log_a + math.log1p(-part), log_b + math.log(part)
    return max(one, two) + math.log1p(math.exp(-abs(one - two)))


class _Likeliest:
    """The likeliest distribution of leads with a given mean (empirical likelihood, Owen 1988).

    The probability of a lead is proportional to its weight / (1 + tilt * (lead - mean)). The search
    for the tilt starts from the last result, since a single new block changes the tilt little.
    """

    def __init__(self, mean: float) -> None:
        self._mean = mean
        self._tilt = 0.0

    def log(self, weights: Mapping[float, float]) -> float:
        """The log likelihood, less that of the likeliest distribution without a given mean."""
        deviations = [(lead - self._mean, weight) for lead, weight in weights.items()]
        tilt = self._tilt = _tilt(deviations, self._tilt)
        return -math.fsum(weight * math.log1p(tilt * d) for d, weight in deviations)


def _tilt(deviations: Sequence[tuple[float, float]], tilt: float) -> float:
    """The tilt at which the sum of weight * d / (1 + tilt * d) is 0, by Newton's method.

    `deviations` are pairs of d and weight, and `tilt` is the value to start from.
    """
    # Between these bounds every probability is positive, and the sum decreases with the tilt.
    low, high = -1 / max(deviations)[0], -1 / min(deviations)[0]
    if not low < tilt < high:
        tilt = (low + high) / 2
    for _ in range(_MOST_STEPS):
        total = slope = 0.0
        for deviation, weight in deviations:
            part = deviation / (1 + tilt * deviation)
            total += weight * part
            slope += weight * part * part
        low, high = (tilt, high) if total > 0 else (low, tilt)
        before, tilt = tilt, tilt + total / slope
        # A step out of the bounds is replaced by bisection.
        if not low < tilt < high:
            tilt = (low + high) / 2
        elif abs(tilt - before) < _NEAR * (1 + abs(tilt)):
            break
    return tilt
