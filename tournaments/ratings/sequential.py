"""Sequential tests: how sure it is by now, valid however often one looks (docs/ratings.md)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

# Which stake is best depends on how much better the one is, which nobody knows: so many bettors,
# from cautious to bold, share the wealth. A stake of 1 could lose everything.
_BETS: Final = tuple(step / 20 for step in range(1, 20))
_REGULAR: Final = 1e-3
"""Blocks added at every quarter of the scale, so that no score is held impossible."""
_QUARTERS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
# 53 bits of a float are exhausted by then.
_HALVINGS: Final = 60


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
class Sprt:
    """Tests whether the new one is better by a margin, rather than no better.

    The generalised sequential probability ratio test over blocks (after Wald 1945): the mean score
    of a block is 0.5 (no better) against 0.5 + margin, the distribution being the likeliest with
    that mean. For two seats the scores are the five of the pentanomial distribution; others change
    nothing.
    """

    margin: float
    """In shares of the points, above 0 and below 0.5."""
    error: float = 0.05
    """The probability of either wrong answer, about."""

    @property
    def bound(self) -> float:
        """The log likelihood ratio at which it is decided; as far below 0 on the other side."""
        return math.log((1 - self.error) / self.error)

    def ratio(self, counts: Mapping[float, int]) -> float:
        """The log likelihood ratio of so many blocks by their scores, from 0 to 1."""
        weights = dict.fromkeys(_QUARTERS, _REGULAR)
        for score, times in counts.items():
            weights[score] = weights.get(score, 0.0) + times
        return _log_likelihood(weights, 0.5 + self.margin) - _log_likelihood(weights, 0.5)


def _log_likelihood(weights: Mapping[float, float], mean: float) -> float:
    """The log likelihood of the likeliest distribution with that mean, less that of any mean.

    It gives each score its weight over 1 + tilt * (score - mean) (empirical likelihood, Owen 1988);
    the tilt is found by halving.
    """
    # Between these every score has a positive weight, and the sum below only falls.
    low, high = -1 / (max(weights) - mean), 1 / (mean - min(weights))
    for _ in range(_HALVINGS):
        tilt = (low + high) / 2
        pull = math.fsum(w * (x - mean) / (1 + tilt * (x - mean)) for x, w in weights.items())
        low, high = (tilt, high) if pull > 0 else (low, tilt)
    tilt = (low + high) / 2
    return -math.fsum(w * math.log1p(tilt * (x - mean)) for x, w in weights.items())
