"""What the bootstrap of many pieces comes to without a draw: the expansion of its quantiles.

The mean of many pieces that are drawn with replacement is nearly normal. By how much their skewness
and kurtosis move its quantiles is known (Cornish and Fisher 1938). From some hundred pieces on that
is nearer to what endless draws come to than 2,000 draws are.
"""

import math
from statistics import NormalDist
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

_Z: Final = NormalDist().inv_cdf(0.975)
_FARTHEST: Final = 0.4
"""The most that a single piece may move a sum, in the sum's standard deviations. Where one moves it
by more, as where almost all pieces agree, sums come in steps, which only draws have."""
_MOST_STEPS: Final = 50
_STILL: Final = 1e-13

_Sums: TypeAlias = NDArray[np.int64]
_Numbers: TypeAlias = NDArray[np.float64]


def expanded(distinct: _Sums, weights: _Sums, number: int) -> tuple[float, float] | None:
    """What 95 % of the ratios lie between when so many pieces are drawn by their weights.

    `distinct` has a row for each piece: its amount and its size. None where one counts too much.
    """
    amounts, sizes = distinct.T.astype(float)
    parts = weights / weights.sum()
    amount, size = float(parts @ amounts), float(parts @ sizes)
    if not size:
        return None
    off = amounts - amount / size * sizes
    if np.abs(off).max() > _FARTHEST * math.sqrt(number * float(parts @ off**2)):
        return None
    low, high = (_quantile(z, amounts, sizes, parts, number) for z in (-_Z, _Z))
    return low, high


def _quantile(z: float, amounts: _Numbers, sizes: _Numbers, parts: _Numbers, number: int) -> float:
    """The ratio below which samples are as often as normal ones are below `z`."""
    amount, size = float(parts @ amounts), float(parts @ sizes)
    ratio = amount / size
    # A sample's ratio is below r where its sum of amount - r * size is below 0. How far these are
    # spread depends on r, but little.
    for _ in range(_MOST_STEPS):
        off = amounts - ratio * sizes - (amount - ratio * size)
        squares = off * off
        variance = float(parts @ squares)
        skewness = float(parts @ (squares * off)) / variance**1.5 / math.sqrt(number)
        kurtosis = (float(parts @ (squares * squares)) / variance**2 - 3) / number
        at = z + skewness * (z**2 - 1) / 6 + kurtosis * (z**3 - 3 * z) / 24
        at -= skewness**2 * (2 * z**3 - 5 * z) / 36
        before, ratio = ratio, (amount + at * math.sqrt(variance / number)) / size
        if abs(ratio - before) <= _STILL * abs(before):
            break
    return ratio
