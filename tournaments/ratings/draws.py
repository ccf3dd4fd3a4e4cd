"""The probability of a draw between neighbours in the ranking of a block, and its estimate."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.ratings.propagation import Ranking, in_order

DRAW_PROBABILITIES: Final = (0.001, 0.9)
"""The least and the greatest probability that is used. Far below the least, the formulas for a tie
lose their digits: sigma would be wrong, without an error."""


@dataclass(frozen=True, slots=True)
class Draws:
    """The probability of a draw, and the weighted counts from which it is estimated."""

    probability: float
    ties: float
    """How many pairs of neighbours are tied; each counts by the weight of its ranking."""
    pairs: float
    """How many pairs of neighbours the rankings have, weighted alike."""
    given: bool
    """Whether the probability was given, and so does not depend on the results."""

    @classmethod
    def of(cls, rankings: Mapping[Ranking, int], given: float | None) -> "Draws":
        """The given probability, or the estimate (ties + 0.5) / (pairs of neighbours + 1).

        The estimate is limited to DRAW_PROBABILITIES. `rankings` says how often each ranking
        occurred. Raises ValueError for a given probability outside DRAW_PROBABILITIES.
        """
        # A ranking counts by the least weight in it, so that repeated games do not dominate the
        # rate of ties. The 0.5 and the 1 keep the estimate off 0 and 1 where there are few results.
        order = in_order(rankings)
        times = [rankings[each] * least_weight(each) for each in order]
        pairs = _dot(times, [neighbours(each) for each in order])
        ties = _dot(times, [tied_neighbours(each) for each in order])
        if given is None:
            return cls(_estimate(ties, pairs), ties, pairs, given=False)
        least, greatest = DRAW_PROBABILITIES
        if not least <= given <= greatest:
            raise ValueError(f"a draw probability is from {least} to {greatest}, not {given}")
        return cls(given, ties, pairs, given=True)

    def shift(self, ties: float, pairs: float) -> float:
        """How much higher the estimate is than it would be without these counts; 0 if given.

        `ties` and `pairs` are parts of `self.ties` and `self.pairs`.
        """
        if self.given:
            return 0.0
        return self.probability - _estimate(self.ties - ties, self.pairs - pairs)


def least_weight(ranking: Ranking) -> float:
    """The least weight above 0 in the ranking: players of weight 0 are not judged by it."""
    return min(filter(None, ranking.weights), default=1.0)


def neighbours(ranking: Ranking) -> int:
    """How many pairs of neighbours the ranking has."""
    return len(ranking.ranks) - 1


def tied_neighbours(ranking: Ranking) -> int:
    """How many pairs of neighbours in the ranking are tied."""
    # Ranks count up from 0, by one at each pair that is not tied.
    return len(ranking.ranks) - 1 - ranking.ranks[-1]


def _estimate(ties: float, pairs: float) -> float:
    least, greatest = DRAW_PROBABILITIES
    return min(greatest, max(least, (ties + 0.5) / (pairs + 1)))


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return math.fsum(a * b for a, b in zip(one, other, strict=True))
