"""Tests that may be looked at after every block: how sure it is by now, peeking allowed."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_BETS: Final = tuple(step / 20 for step in range(1, 20))
_REGULAR: Final = 1e-3
"""Blocks added at every fifth of the scale, so that no score is held impossible."""
_FIFTHS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_HALVINGS: Final = 60


class Wealth:
    """What somebody has who bets, from 1, that the mean of numbers from -1 to 1 is above 0.

    While it is not, the wealth is expected never to grow, so that by Ville's inequality it ever
    reaches 1 / error with a probability of at most error. It is the mean over bettors who stake
    fixed shares of what they have.
    """

    def __init__(self) -> None:
        self._logs = [0.0] * len(_BETS)

    def take(self, number: float) -> None:
        """The next number."""
        for at, bet in enumerate(_BETS):
            self._logs[at] += math.log1p(bet * number)

    @property
    def log(self) -> float:
        """The natural logarithm of the wealth."""
        most = max(self._logs)
        return most + math.log(math.fsum(math.exp(log - most) for log in self._logs) / len(_BETS))


@dataclass(frozen=True, slots=True)
class Sprt:
    """Is the new one better by so much, rather than no better?

    The generalised sequential probability ratio test over blocks: the mean score of a block is
    0.5 (no better) against 0.5 + margin, the distribution being the likeliest with that mean. For
    two seats the scores are the five of the pentanomial distribution; others change nothing.
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
        weights = dict.fromkeys(_FIFTHS, _REGULAR)
        for score, times in counts.items():
            weights[score] = weights.get(score, 0.0) + times
        return _log_likelihood(weights, 0.5 + self.margin) - _log_likelihood(weights, 0.5)


def _log_likelihood(weights: Mapping[float, float], mean: float) -> float:
    """Of the likeliest distribution with that mean, less that of the likeliest of all.

    It gives each score its weight over 1 + tilt * (score - mean); the tilt is found by halving.
    """
    low, high = -1 / (max(weights) - mean), 1 / (mean - min(weights))
    for _ in range(_HALVINGS):
        tilt = (low + high) / 2
        pull = math.fsum(w * (x - mean) / (1 + tilt * (x - mean)) for x, w in weights.items())
        low, high = (tilt, high) if pull > 0 else (low, tilt)
    tilt = (low + high) / 2
    return -math.fsum(w * math.log1p(tilt * (x - mean)) for x, w in weights.items())
