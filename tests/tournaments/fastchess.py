"""The yardstick of the duel: the sequential test of fastchess with pentanomial counts.

Its definition (Van den Bergh, Comments on Normalized Elo, proposition 1.1), with model=logistic: a
block has one of five scores, a score that never came counts a thousandth of a block, and each
hypothesis stands for the likeliest distribution with its mean. The test ends when the log
likelihood ratio reaches a bound, and looks after every block. Many duels are simulated at once.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
_NEVER = 1e-3
_HALVINGS = 20

Floats = NDArray[np.float64]


def ratios(counts: NDArray[np.int64], margin: float) -> Floats:
    """The log likelihood ratio of 0.5 + margin against 0.5, for each row of counts by score."""
    held = np.where(counts == 0, _NEVER, counts)
    found = _likeliest(held, 0.5 + margin) - _likeliest(held, 0.5)
    return np.asarray((held * found).sum(axis=1))


def _likeliest(held: Floats, mean: float) -> Floats:
    """By score: the log of its part of the likeliest distribution with that mean, plus the same."""
    off = SCORES - mean
    low = np.full(len(held), -1 / off[-1])
    high = np.full(len(held), -1 / off[0])
    for _ in range(_HALVINGS):
        tilt = (low + high) / 2
        rising = (held * off / (1 + tilt[:, None] * off)).sum(axis=1) > 0
        low, high = np.where(rising, tilt, low), np.where(rising, high, tilt)
    return np.asarray(-np.log1p(((low + high) / 2)[:, None] * off))


def duels(
    weights: Sequence[float], margin: float, error: float, times: int, chance: np.random.Generator
) -> list[tuple[bool, int]]:
    """Of so many duels: whether the new one is called better, and after how many blocks."""
    bound = np.log((1 - error) / error)
    counts = np.zeros((times, len(SCORES)), dtype=np.int64)
    ends = list[tuple[bool, int]]()
    blocks = 0
    while len(counts):
        drawn = chance.choice(len(SCORES), size=len(counts), p=weights)
        counts[np.arange(len(counts)), drawn] += 1
        blocks += 1
        ratio = ratios(counts, margin)
        over = np.abs(ratio) >= bound
        ends += [(bool(each > 0), blocks) for each in ratio[over]]
        counts = counts[~over]
    return ends
