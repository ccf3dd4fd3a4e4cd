"""Intervals by the percentile bootstrap (Efron 1979) of whole pieces of evidence.

A piece is a block, or the blocks that repeat one another. As many pieces as there are get drawn
with replacement, over and over; 95 % of what such samples come to is the interval. So whatever
binds the matches of a block together is accounted for.

Half a piece of the worst there can be is added to the pieces, and half a piece of the best. Without
them two pieces that agree would leave no doubt at all; with them an interval is honest from two
pieces on (docs/ratings.md, Intervals), and beyond some fifty they make no difference.

The draws come from a fixed seed, over the distinct pieces in order: the same evidence gives the
same interval in any order. What many pieces come to is known without draws
(tournaments.ratings.expansion).
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
FEWEST = 2
"""With fewer pieces there is no interval."""
UNDRAWN = 400
"""From so many pieces on nothing is drawn, unless one of them counts for too much."""
# Any fixed number will do. To change it would change every table in its last digits.
_SEED = 20
_TAIL = RESAMPLES // 40
"""Samples left out on either side: 2.5 %."""
_DENSE, _MANY = 8, 5000
"""With so many pieces for each distinct one, or so many in all, a sample is drawn as the number of
times that each distinct piece comes: quicker, and less memory, than to draw piece by piece."""
_KEPT = 1000
"""Draws of up to so many pieces stay for the next interval, and take up to 8 MB."""

Piece: TypeAlias = tuple[int, int]
"""An amount and its size, such as rank points and the most that they could be."""
_Sums: TypeAlias = NDArray[np.int64]


def interval(pieces: Iterable[Piece], worst: Piece, best: Piece) -> tuple[float, float] | None:
    """95 % of the pieces' amounts over their sizes; None for fewer than 2 pieces.

    `worst` and `best` are the pieces of the least and the greatest ratio there can be. An amount
    above 0 over a size of 0 is infinite. The interval includes the ratio itself.
    """
    times = Counter(pieces)
    if times.total() < FEWEST:
        return None
    # Many pairs of a table have come to the same.
    low, high = _ends(tuple(sorted(times.items())), worst, best)
    amount = sum(amount * number for (amount, _), number in times.items())
    size = sum(size * number for (_, size), number in times.items())
    ratio = amount / size if size else math.inf
    # The added halves draw samples towards the middle, so an extreme ratio can lie outside of them.
    return min(low, ratio), max(high, ratio)


@lru_cache(maxsize=1 << 12)
def _ends(times: tuple[tuple[Piece, int], ...], worst: Piece, best: Piece) -> tuple[float, float]:
    """What 95 % of the samples lie between."""
    number = sum(n for _, n in times)
    # Everything is counted twice, so that a half is a whole number.
    halves = Counter({piece: 2 * n for piece, n in times})
    halves.update((worst, best))
    # Sorted, so that the same seed draws the same pieces whatever order they came in.
    distinct = sorted(halves)
    pieces, weights = np.array(distinct), np.array([halves[each] for each in distinct])
    if number >= UNDRAWN and (known := expanded(pieces, weights, number)):
        return known
    sums = _resampled(pieces, weights, number)
    with np.errstate(divide="ignore"):
        ratios = np.sort(sums[:, 0] / sums[:, 1])
    return float(ratios[_TAIL]), float(ratios[-1 - _TAIL])


def _resampled(distinct: _Sums, weights: _Sums, number: int) -> _Sums:
    """The sums of so many pieces drawn by weight, a row a sample: whole numbers, so exact."""
    if number > min(_DENSE * len(distinct), _MANY):
        counts = _chance().multinomial(number, weights / weights.sum(), size=RESAMPLES)
        return np.asarray(counts @ distinct)
    if number <= _KEPT:
        below = _kept_below(number, int(weights.sum()))[np.cumsum(weights) - 1]
        return np.asarray(np.diff(below, axis=0, prepend=np.int16(0)).T @ distinct)
    drawn = _draw(number, int(weights.sum()))
    # By column: numpy adds up the rows of a flat table several times as fast.
    columns = [np.repeat(column, weights)[drawn].sum(axis=1) for column in distinct.T]
    return np.stack(columns, axis=1)


def _draw(number: int, of: int) -> _Sums:
    """Which of so many each sample draws, a row a sample."""
    return np.asarray(_chance().randint(0, of, size=(RESAMPLES, number)))


# The entrants and pairs of a table have mostly as many pieces, and so the same draws.
@lru_cache(maxsize=2)
def _kept_below(number: int, of: int) -> NDArray[np.int16]:
    """How often each sample draws the first of so many or those up to any other; a row each."""
    at = _draw(number, of) + of * np.arange(RESAMPLES)[:, None]
    times = np.bincount(at.ravel(), minlength=of * RESAMPLES).reshape(RESAMPLES, of)
    return np.ascontiguousarray(np.cumsum(times, axis=1, dtype=np.int16).T)


def _chance() -> np.random.RandomState:
    # The legacy generator, because its streams are the same in every version of numpy.
    return np.random.RandomState(_SEED)
