"""The inverse of a precision that says nothing of the mean of the players."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Matrix: TypeAlias = NDArray[np.float64]


def conditioned(precision: Matrix, parts: Sequence[Sequence[int]]) -> Matrix:
    """The inverse among the changes that leave the mean of every part as it is.

    `parts` part the rows; the matrix need not be symmetric.
    """
    free = without_means(len(precision), parts)
    # Any number above 0 will do for the means: the last product takes them out again.
    fixed = np.eye(len(precision)) - free
    return np.asarray(free @ np.linalg.inv(free @ precision @ free + fixed) @ free)


def without_means(players: int, parts: Sequence[Sequence[int]]) -> Matrix:
    """The projection that takes the mean of every part out of numbers, one for each player."""
    free = np.eye(players)
    for part in parts:
        free[np.ix_(part, part)] -= 1 / len(part)
    return free
