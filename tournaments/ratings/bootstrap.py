"""Intervals by the percentile bootstrap (Efron 1979) of whole pieces of evidence.

A piece is a block, or several blocks that repeat one another. Each resample draws as many pieces as
there are, with replacement. The interval holds the middle 95 % of the resamples' ratios. Matches of
one piece are always drawn together, so their dependence is accounted for.

Half a piece with the worst possible ratio and half a piece with the best are added to the pieces.
Without them, the interval of two pieces that agree would have no width. With them, intervals are
honest from two pieces on (docs/ratings.md, Intervals); beyond about fifty pieces they make no
difference.

The draws use a fixed seed and the sorted distinct pieces, so the same pieces give the same interval
in any order. For many pieces, tournaments.ratings.expansion computes the quantiles without draws.
"""

import math
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.expansion import expanded

RESAMPLES = 2000
"""The number of bootstrap resamples."""
_FEWEST_PIECES = 2
"""With fewer pieces there is no interval."""
EXPANDED_FROM = 400
"""From this many pieces on, quantiles are computed without draws, unless one piece dominates."""
# Any fixed number will do. Another one would change the last digits of most tables.
_SEED = 20
_TAIL = RESAMPLES // 40
"""The number of resamples left out at either end: 2.5 %."""
_DENSE, _MANY = 8, 5000
"""With more than `_DENSE` pieces for each distinct piece, or more than `_MANY` pieces, the count of
each distinct piece is drawn. That is faster and takes less memory than to draw piece by piece."""
_CACHED_PIECES = 1000
"""The draws are cached for up to this many pieces; each cached array takes at most 8 MB."""

Piece: TypeAlias = tuple[int, int]
"""An amount and its size, such as rank points and the most that they could be."""
_Integers: TypeAlias = NDArray[np.int64]


def interval(pieces: Iterable[Piece], worst: Piece, best: Piece) -> tuple[float, float] | None:
    """The 95 % interval of the ratio of all amounts to all sizes; None for fewer than 2 pieces.

    `worst` and `best` are pieces with the least and the greatest possible ratio. The ratio of an
    amount above 0 to a size of 0 is infinite. The interval includes the ratio of the pieces.
    """
    times = Counter(pieces)
    if times.total() < _FEWEST_PIECES:
        return None
    # A sorted tuple can be a key of the cache: many pairs of a table have equal results.
    low, high = _ends(tuple(sorted(times.items())), worst, best)
    amount = sum(amount * number for (amount, _), number in times.items())
    size = sum(size * number for (_, size), number in times.items())
    ratio = amount / size if size else math.inf
    # The added half pieces pull the resamples towards the middle, so an extreme ratio can lie
    # outside of their quantiles.
    return min(low, ratio), max(high, ratio)


@lru_cache(maxsize=1 << 12)
def _ends(times: tuple[tuple[Piece, int], ...], worst: Piece, best: Piece) -> tuple[float, float]:
    """The 2.5 and 97.5 percentiles of the resampled ratios, from each piece and its count."""
    number = sum(n for _, n in times)
    # All counts are doubled, so that half a piece counts as 1.
    halves = Counter({piece: 2 * n for piece, n in times})
    halves.update((worst, best))
    # Sorted, so that the same seed draws the same pieces whatever order they came in.
    distinct = sorted(halves)
    pieces, weights = np.array(distinct), np.array([halves[each] for each in distinct])
    if number >= EXPANDED_FROM and (ends := expanded(pieces, weights, number)):
        return ends
    sums = _resampled(pieces, weights, number)
    with np.errstate(divide="ignore"):
        ratios = np.sort(sums[:, 0] / sums[:, 1])
    return float(ratios[_TAIL]), float(ratios[-1 - _TAIL])


def _resampled(distinct: _Integers, weights: _Integers, number: int) -> _Integers:
    """By resample (a row): the sums of amounts and of sizes of `number` pieces, drawn by weight.

    Sums of integers are exact, so they do not depend on the order of adding.
    """
    if number > min(_DENSE * len(distinct), _MANY):
        counts = _chance().multinomial(number, weights / weights.sum(), size=RESAMPLES)
        return np.asarray(counts @ distinct)
    if number <= _CACHED_PIECES:
        below = _cumulative_counts(number, int(weights.sum()))[np.cumsum(weights) - 1]
        return np.asarray(np.diff(below, axis=0, prepend=np.int16(0)).T @ distinct)
    drawn = _draw(number, int(weights.sum()))
    # Amounts and sizes separately: numpy sums the rows of a 2-d array several times as fast.
    columns = [np.repeat(column, weights)[drawn].sum(axis=1) for column in distinct.T]
    return np.stack(columns, axis=1)


def _draw(number: int, size: int) -> _Integers:
    """By resample (a row), `number` random indices from 0 to `size` - 1."""
    return np.asarray(_chance().randint(0, size, size=(RESAMPLES, number)))


# Most entrants, and most pairs, of a table have the same number of pieces, and so the same draws.
@lru_cache(maxsize=2)
def _cumulative_counts(number: int, size: int) -> NDArray[np.int16]:
    """Row i holds, by resample, how many of its `number` drawn indices are at most i."""
    cells = _draw(number, size) + size * np.arange(RESAMPLES)[:, None]
    times = np.bincount(cells.ravel(), minlength=size * RESAMPLES).reshape(RESAMPLES, size)
    return np.ascontiguousarray(np.cumsum(times, axis=1, dtype=np.int16).T)


def _chance() -> np.random.RandomState:
    # The legacy generator, because its streams are the same in every version of numpy.
    return np.random.RandomState(_SEED)
