"""The probability of a draw between neighbours in the ranking of a block, from the results."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.ratings.propagation import Ranking, in_order

DRAW_PROBABILITIES: Final = (0.001, 0.9)
"""The least and the greatest. Far below the least the package computes a wrong sigma for a tie,
without an error."""


@dataclass(frozen=True, slots=True)
class Draws:
    """The probability of a draw, and the ties that it was estimated from."""

    probability: float
    ties: float
    pairs: float
    """Neighbours in the rankings, of which `ties` are level."""
    given: bool
    """Whether the probability was given, so that the results say nothing of it."""

    @classmethod
    def of(cls, rankings: Mapping[Ranking, int], given: float | None) -> "Draws":
        """The given probability, or the estimate (ties + 0.5) / (neighbours + 1).

        Raises ValueError for one outside DRAW_PROBABILITIES.
        """
        # A ranking counts by the least weight in it, so that repeated games do not fix the rate of
        # ties; the halves keep it off 0 and 1 where there are few results.
        order = in_order(rankings)
        worth = [rankings[each] * least_weight(each) for each in order]
        pairs = _dot(worth, [neighbours(each) for each in order])
        ties = _dot(worth, [level(each) for each in order])
        if given is None:
            return cls(_estimate(ties, pairs), ties, pairs, given=False)
        least, greatest = DRAW_PROBABILITIES
        if not least <= given <= greatest:
            raise ValueError(f"a draw probability is from {least} to {greatest}, not {given}")
        return cls(given, ties, pairs, given=True)

    def shift(self, ties: float, pairs: float) -> float:
        """By how much the probability is higher with these of its ties and neighbours."""
        if self.given:
            return 0.0
        return self.probability - _estimate(self.ties - ties, self.pairs - pairs)


def least_weight(ranking: Ranking) -> float:
    """The least weight in the ranking of those who are judged by it."""
    return min(filter(None, ranking.weights), default=1.0)


def neighbours(ranking: Ranking) -> int:
    """How many pairs of neighbours the ranking has."""
    return len(ranking.ranks) - 1


def level(ranking: Ranking) -> int:
    """How many of these pairs are level."""
    return len(ranking.ranks) - 1 - ranking.ranks[-1]


def _estimate(ties: float, pairs: float) -> float:
    least, greatest = DRAW_PROBABILITIES
    return min(greatest, max(least, (ties + 0.5) / (pairs + 1)))


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))
