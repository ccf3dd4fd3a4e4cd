"""The range of ranks that an entrant may have, as the uncertainty of all ratings allows."""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.rating import Rating

_TAIL = 0.025
_STANDARD = NormalDist()
_PARTS = [(number + 0.5) / 200 for number in range(200)]
"""The probabilities at which a skill is looked at: middles of 200 parts of equal probability."""
_OWN = np.array([_STANDARD.inv_cdf(part) for part in _PARTS])
_FEW = 64
"""With more entrants the sums of chances are taken to be normal: that moves the end of a range by a
rank at most, and the time grows with their number, not with its third power (67 s for 320 entrants
before, 1.6 s so)."""
_STEPS = 1_000
"""Points between the least and the greatest skill that anybody may have, where there are many."""

_Numbers = NDArray[np.float64]


def rank_ranges(ratings: Mapping[str, Rating]) -> dict[str, tuple[int, int]]:
    """95 % of each entrant's rank if all skills are independent and normal, 1 being the best.

    Computed, not sampled, so that the table is the same to the byte: given an entrant's own skill,
    the number of those ahead of it is a sum of independent chances. Its distribution is found for
    200 skills of the entrant, and averaged.
    """
    in_order = dict(sorted(ratings.items()))
    if len(in_order) > _FEW:
        return _of_many(in_order)
    return {name: _of_few(name, in_order) for name in in_order}


def _ahead(rating: Rating, skills: _Numbers) -> _Numbers:
    """The chances that somebody with this rating is ahead of each skill."""
    apart = (skills - rating.mu) / (rating.sigma * math.sqrt(2))
    # One by one, since numpy has no erfc.
    return np.array([math.erfc(each) for each in apart.tolist()]) / 2


def _of_few(name: str, ratings: Mapping[str, Rating]) -> tuple[int, int]:
    skills = ratings[name].mu + ratings[name].sigma * _OWN
    # The Poisson binomial distribution, one entrant after another: row k is the chance of k ahead.
    numbers = np.zeros((len(ratings), len(skills)))
    numbers[0] = 1.0
    for other, rating in ratings.items():
        if other != name:
            better = _ahead(rating, skills)
            numbers[1:] = numbers[1:] * (1 - better) + numbers[:-1] * better
            numbers[0] *= 1 - better
    up_to = np.cumsum(numbers.mean(axis=1))
    return 1 + int(np.sum(up_to < _TAIL)), 1 + int(np.sum(up_to < 1 - _TAIL))


def _of_many(ratings: Mapping[str, Rating]) -> dict[str, tuple[int, int]]:
    ends = [each.mu + sign * each.sigma * _OWN[-1] for each in ratings.values() for sign in (-1, 1)]
    skills = np.linspace(min(ends), max(ends), _STEPS)
    mean, variance = np.zeros(_STEPS), np.zeros(_STEPS)
    for rating in ratings.values():
        better = _ahead(rating, skills)
        mean += better
        variance += better * (1 - better)
    ranges = {}
    for name, rating in ratings.items():
        own, parts = rating.mu + rating.sigma * _OWN, np.array(_PARTS)
        # The sums are over all entrants, and nobody is ahead of itself: its own part comes off.
        others = np.interp(own, skills, mean) - (1 - parts)
        spread = np.interp(own, skills, variance) - parts * (1 - parts)
        deviations = np.sqrt(np.maximum(spread, 1e-9))
        normals = list(zip(others.tolist(), deviations.tolist(), strict=True))
        ranges[name] = (
            _first(normals, _TAIL, len(ratings)),
            _first(normals, 1 - _TAIL, len(ratings)),
        )
    return ranges


def _first(normals: Sequence[tuple[float, float]], chance: float, most: int) -> int:
    """The first rank that is reached or bettered with this chance.

    `normals` are equally likely normal distributions, each by its mean and standard deviation, of
    how many are ahead.
    """
    # By halving, since the chance only grows with the rank.
    low, high = 1, most
    while low < high:
        rank = (low + high) // 2
        reached = math.fsum(_up_to(rank - 0.5, *each) for each in normals) / len(normals)
        low, high = (low, rank) if reached >= chance else (rank + 1, high)
    return low


def _up_to(number: float, mean: float, deviation: float) -> float:
    # The normal distribution by erfc, which keeps its digits far out, where 1 - erf loses them.
    return math.erfc((mean - number) / (deviation * math.sqrt(2))) / 2
