"""Where each entrant may really stand: the distribution of ranks that the ratings leave open."""

from collections.abc import Mapping
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from tournaments.statistics.rating import Rating

_TAIL = 0.025
_GRID = [(number + 0.5) / 200 for number in range(200)]
"""Where a skill is looked at: the middles of so many parts of equal probability."""


def rank_ranges(ratings: Mapping[str, Rating]) -> dict[str, tuple[int, int]]:
    """95 % of each entrant's rank if all skills are independent and normal, 1 being the best.

    Computed, not sampled: given his own skill, the number of those ahead of him is a sum of
    independent chances. It is found for 200 of his skills, and averaged.
    """
    in_order = dict(sorted(ratings.items()))
    return {name: _range(name, in_order) for name in in_order}


def _range(name: str, ratings: Mapping[str, Rating]) -> tuple[int, int]:
    own = NormalDist(ratings[name].mu, ratings[name].sigma)
    skills = [own.inv_cdf(part) for part in _GRID]
    ahead = np.zeros((len(ratings), len(skills)))
    ahead[0] = 1.0
    for other, rating in ratings.items():
        if other != name:
            law = NormalDist(rating.mu, rating.sigma)
            better = np.array([1 - law.cdf(skill) for skill in skills])
            ahead[1:] = ahead[1:] * (1 - better) + ahead[:-1] * better
            ahead[0] *= 1 - better
    return _middle(ahead.mean(axis=1))


def _middle(chances: NDArray[np.float64]) -> tuple[int, int]:
    """The least and the greatest rank without the tails."""
    up_to = np.cumsum(chances)
    return 1 + int(np.sum(up_to < _TAIL)), 1 + int(np.sum(up_to < 1 - _TAIL))
