"""Intervals by the percentile bootstrap (Efron 1979) of whole pieces of evidence.

A piece is a block, or the blocks that repeat one another. As many pieces as there are get drawn
with replacement, over and over; 95 % of what such samples come to is the interval. So whatever
binds the matches of a block together is accounted for.

Half a piece of the worst there can be is added to the pieces, and half a piece of the best. Without
them two pieces that agree would leave no doubt at all; with them an interval is honest from two
pieces on (docs/ratings.md, Intervals), and beyond some fifty they make no difference.

The draws come from a fixed seed, over the distinct pieces in order: the same evidence gives the
same interval in any order.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000
FEWEST = 2
"""With fewer pieces there is no interval."""
# Any fixed number will do. To change it would change every table in its last digits.
_SEED = 20
_TAIL = RESAMPLES // 40
"""Samples left out on either side: 2.5 %."""
_DENSE, _MANY = 8, 5000
"""With so many pieces for each distinct one, or so many in all, a sample is drawn as the number of
times that each distinct piece comes: quicker, and less memory, than to draw piece by piece."""
_KEPT = 500
"""Draws of up to so many pieces stay for the next interval; they take 8 MB."""

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
    ratios = np.sort(_ratios(times, worst, best))
    return float(ratios[_TAIL]), float(ratios[-1 - _TAIL])


def _ratios(times: Sequence[tuple[Piece, int]], worst: Piece, best: Piece) -> NDArray[np.float64]:
    number = sum(n for _, n in times)
    # Everything is counted twice, so that a half is a whole number.
    halves = Counter({piece: 2 * n for piece, n in times})
    halves.update((worst, best))
    # Sorted, so that the same seed draws the same pieces whatever order they came in.
    distinct = sorted(halves)
    sums = _resampled(np.array(distinct), np.array([halves[each] for each in distinct]), number)
    with np.errstate(divide="ignore"):
        return np.asarray(sums[:, 0] / sums[:, 1])


def _resampled(distinct: _Sums, weights: _Sums, number: int) -> _Sums:
    """The sums of so many pieces drawn by weight, a row a sample: whole numbers, so exact."""
    if number > min(_DENSE * len(distinct), _MANY):
        counts = _chance().multinomial(number, weights / weights.sum(), size=RESAMPLES)
        return np.asarray(counts @ distinct)
    draw = _kept_draw if number <= _KEPT else _draw
    drawn = draw(number, int(weights.sum()))
    # By column: numpy adds up the rows of a flat table several times as fast.
    columns = [np.repeat(column, weights)[drawn].sum(axis=1) for column in distinct.T]
    return np.stack(columns, axis=1)


def _draw(number: int, of: int) -> _Sums:
    """Which of so many each sample draws, a row a sample."""
    return np.asarray(_chance().randint(0, of, size=(RESAMPLES, number)))


# The entrants and pairs of a table have mostly as many pieces, and so the same draws.
_kept_draw = lru_cache(maxsize=2)(_draw)


def _chance() -> np.random.RandomState:
    # The legacy generator, because its streams are the same in every version of numpy.
    return np.random.RandomState(_SEED)
