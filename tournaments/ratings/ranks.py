"""The range of ranks of each entrant: a 95 % interval, from the joint error of all ratings."""

from collections.abc import Mapping

import numpy as np

from tournaments.ratings.covariance import Covariance
from tournaments.ratings.rating import Rating

_HALF = 2_000
"""The number of random draws of all skills. Each draw is used twice, the second time mirrored at
the means, so there are twice as many samples."""
# Any fixed number will do. Another one could change ranges by a rank.
_SEED = 25
_TAIL = 2 * _HALF // 40
"""The number of samples left out at either end: 2.5 %."""
_JITTER = 1e-9
"""A variance that is added to the diagonal. Errors relative to the mean add up to 0, so their
covariance matrix is singular, and rounding may give the matrix a negative eigenvalue."""


def rank_ranges(
    ratings: Mapping[str, Rating], covariance: Covariance
) -> dict[str, tuple[int, int]]:
    """By entrant: the least and the greatest rank of its 95 % interval, where 1 is the best rank.

    The covariance must have the same entrants as the ratings. Skills are drawn from their joint
    normal distribution, with a fixed seed, so the same arguments give the same ranges.
    """
    if not ratings:
        return {}
    names = covariance.names
    mus = np.array([ratings[name].mu for name in names])
    root = np.linalg.cholesky(np.array(covariance.rows) + _JITTER * np.eye(len(names)))
    # The legacy generator, because its streams are the same in every version of numpy.
    drawn = np.random.RandomState(_SEED).standard_normal((_HALF, len(names))) @ root.T
    skills = mus + np.concatenate([drawn, -drawn])
    # The rank is the position in the descending order of skills, by a double sort.
    ranks = 1 + np.argsort(np.argsort(-skills, axis=1), axis=1)
    ends = np.sort(ranks, axis=0)[[_TAIL, -1 - _TAIL]].T.tolist()
    return {name: (low, high) for name, (low, high) in zip(names, ends, strict=True)}
