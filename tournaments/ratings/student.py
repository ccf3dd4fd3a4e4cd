"""How much wider an interval has to be where its own width rests on few pieces of evidence."""

from typing import Final

import numpy as np

from tournaments.ratings.conditioning import Matrix

_FREEDOM: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 60, np.inf)
_REACH: Final = (
    *(12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.30600),
    *(2.26216, 2.22814, 2.17881, 2.13145, 2.08596, 2.04227, 2.00030, 1.95996),
)
"""Of Student's t with so many degrees of freedom, what 95 % are within."""


def widening(freedom: Matrix) -> Matrix:
    """By how much 1.96 standard deviations are too few, by degrees of freedom; 1 or more are meant.

    Between those of the table the reach is very nearly linear in one over them.
    """
    inverse = [1 / each for each in reversed(_FREEDOM)]
    reach = np.interp(1 / np.maximum(freedom, 1.0), inverse, _REACH[::-1])
    return np.asarray(reach / _REACH[-1])
