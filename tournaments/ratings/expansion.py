"""The quantiles of the bootstrap of many pieces, by the Cornish-Fisher expansion instead of draws.

A piece has an amount and a size, as in tournaments.ratings.bootstrap. The quantiles are those of
the sum of the amounts over the sum of the sizes of many pieces, drawn with replacement. This ratio
is nearly normal. The expansion corrects the normal quantiles for the skewness and the kurtosis of
the pieces (Cornish and Fisher 1938). From a few hundred pieces on, the result is nearer to the
limit of infinitely many resamples than 2,000 resamples are.
"""

import math
from statistics import NormalDist
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

_Z: Final = NormalDist().inv_cdf(0.975)
_FARTHEST: Final = 0.4
"""The most that a single piece may move the sum of amount - ratio * size, in standard deviations of
this sum. Beyond that, as where almost all pieces agree, sums take few distinct values, and the
smooth expansion fails."""
_MOST_STEPS: Final = 50
_STILL: Final = 1e-13
"""The iteration ends when the ratio changes by no more than this share of it."""

_Integers: TypeAlias = NDArray[np.int64]
_Numbers: TypeAlias = NDArray[np.float64]


def expanded(distinct: _Integers, weights: _Integers, number: int) -> tuple[float, float] | None:
    """The 2.5 and 97.5 percentiles of the ratio for `number` pieces that are drawn by weight.

    `distinct` has a row for each distinct piece: its amount and its size. They must not all have
    the same ratio. None if a single piece moves the sum by more than `_FARTHEST`, or if all sizes
    are 0.
    """
    amounts, sizes = distinct.T.astype(float)
    parts = weights / weights.sum()
    amount, size = float(parts @ amounts), float(parts @ sizes)
    if not size:
        return None
    deviations = amounts - amount / size * sizes
    if np.abs(deviations).max() > _FARTHEST * math.sqrt(number * float(parts @ deviations**2)):
        return None
    low, high = (_quantile(z, amounts, sizes, parts, number) for z in (-_Z, _Z))
    return low, high


def _quantile(z: float, amounts: _Numbers, sizes: _Numbers, parts: _Numbers, number: int) -> float:
    """The quantile of the resampled ratios at the probability at which `z` is the normal one."""
    amount, size = float(parts @ amounts), float(parts @ sizes)
    ratio = amount / size
    # The ratio of a resample is below r if its sum of amount - r * size is below 0. The moments of
    # that sum depend on r, but little, so r is found by a few steps of fixed-point iteration.
    for _ in range(_MOST_STEPS):
        deviations = amounts - ratio * sizes - (amount - ratio * size)
        squares = deviations * deviations
        variance = float(parts @ squares)
        skewness = float(parts @ (squares * deviations)) / variance**1.5 / math.sqrt(number)
        kurtosis = (float(parts @ (squares * squares)) / variance**2 - 3) / number
        quantile = z + skewness * (z**2 - 1) / 6 + kurtosis * (z**3 - 3 * z) / 24
        quantile -= skewness**2 * (2 * z**3 - 5 * z) / 36
        before, ratio = ratio, (amount + quantile * math.sqrt(variance / number)) / size
        if abs(ratio - before) <= _STILL * abs(before):
            break
    return ratio
