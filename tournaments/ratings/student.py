"""Student's t: how much wider an interval is if its variance is estimated from few pieces.

A piece is a piece of evidence, as in tournaments.ratings.sandwich.
"""

from typing import Final

import numpy as np

from tournaments.ratings.conditioning import Floats

# Below 3 degrees of freedom the quantile bends so much that the table needs values between the
# integers.
_DEGREES_OF_FREEDOM: Final = (
    *(1, 1.05, 1.1, 1.15, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.25, 2.5),
    *(3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 60, np.inf),
)
_QUANTILES: Final = (
    *(12.7062, 11.36191, 10.2768, 9.38749, 8.64883, 7.50053, 6.657, 6.01666, 5.51725, 4.79488),
    *(4.30265, 3.87548, 3.57465),
    *(3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.30600, 2.26216, 2.22814),
    *(2.17881, 2.13145, 2.08596, 2.04227, 2.00030, 1.95996),
)
"""The 97.5 % quantiles of Student's t with these degrees of freedom."""


def widening(freedom: Floats) -> Floats:
    """The 97.5 % quantile of Student's t over that of the normal, for each degrees of freedom.

    `freedom` is a vector of degrees of freedom, which need not be integers; less than 1 counts as
    1. Values between those of the table are interpolated linearly in the reciprocal of the degrees
    of freedom: they are too wide, by less than 0.4 %.
    """
    inverse = [1 / each for each in reversed(_DEGREES_OF_FREEDOM)]
    quantiles = np.interp(1 / np.maximum(freedom, 1.0), inverse, _QUANTILES[::-1])
    return np.asarray(quantiles / _QUANTILES[-1])
