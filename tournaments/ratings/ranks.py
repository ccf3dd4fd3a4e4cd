"""The range of ranks that an entrant may have, as the uncertainty of all ratings allows."""

from collections.abc import Mapping

import numpy as np

from tournaments.ratings.covariance import Covariance
from tournaments.ratings.rating import Rating

_HALF = 2_000
"""So many draws of everybody's skill, and as many that are their mirror images."""
_SEED = 25
_TAIL = 2 * _HALF // 40
"""Draws left out on either side: 2.5 %."""
_JITTER = 1e-9
"""A variance that is added: errors that add up to nothing have a covariance that is no more than
just positive, and rounding may make it negative."""


def rank_ranges(
    ratings: Mapping[str, Rating], covariance: Covariance
) -> dict[str, tuple[int, int]]:
    """95 % of each entrant's rank, 1 being the best, by the ratings and all their errors together.

    The covariance is that of these entrants. Skills are drawn from their joint normal distribution,
    with a fixed seed and the entrants in order of names: the table is the same to the byte.
    """
    if not ratings:
        return {}
    names = covariance.names
    mus = np.array([ratings[name].mu for name in names])
    root = np.linalg.cholesky(np.array(covariance.rows) + _JITTER * np.eye(len(names)))
    # The legacy generator, because its streams are the same in every version of numpy.
    drawn = np.random.RandomState(_SEED).standard_normal((_HALF, len(names))) @ root.T
    skills = mus + np.concatenate([drawn, -drawn])
    ranks = 1 + np.argsort(np.argsort(-skills, axis=1), axis=1)
    ends = np.sort(ranks, axis=0)[[_TAIL, -1 - _TAIL]].T.tolist()
    return {name: (low, high) for name, (low, high) in zip(names, ends, strict=True)}
