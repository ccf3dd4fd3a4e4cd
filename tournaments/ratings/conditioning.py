"""The inverse of a precision matrix, with the mean of each connected part held fixed."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
"""A vector, a matrix, or a stack of matrices."""


def conditioned(precision: Floats, parts: Sequence[Sequence[int]]) -> Floats:
    """The inverse of the precision matrix on the changes that leave the mean of every part fixed.

    `parts` divides the indices of the players into disjoint groups. The matrix need not be
    symmetric. Rows and columns of the result add up to 0 within each part.
    """
    free = without_means(len(precision), parts)
    # `fixed` makes the matrix invertible in the directions of the means. Any positive multiple of
    # `fixed` would do, since the outer projections remove these directions again.
    fixed = np.eye(len(precision)) - free
    return np.asarray(free @ np.linalg.inv(free @ precision @ free + fixed) @ free)


def without_means(players: int, parts: Sequence[Sequence[int]]) -> Floats:
    """The projection that subtracts, from each player's value, the mean of the player's part."""
    free = np.eye(players)
    for part in parts:
        free[np.ix_(part, part)] -= 1 / len(part)
    return free
