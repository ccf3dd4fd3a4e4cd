"""Student's t: how much wider an interval is if its variance is estimated from few pieces.

A piece is a piece of evidence, as in tournaments.ratings.sandwich.
"""

from typing import Final

import numpy as np

from tournaments.ratings.conditioning import Floats

# With more values below 3 the interpolation in `widening` would be more exact, but the digits of
# every stored table of few blocks would change.
_DEGREES_OF_FREEDOM: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 60, np.inf)
_QUANTILES: Final = (
    *(12.7062, 4.30265, 3.18245, 2.77645, 2.57058, 2.44691, 2.36462, 2.30600),
    *(2.26216, 2.22814, 2.17881, 2.13145, 2.08596, 2.04227, 2.00030, 1.95996),
)
"""The 97.5 % quantiles of Student's t with these degrees of freedom."""


def widening(freedom: Floats) -> Floats:
    """The 97.5 % quantile of Student's t over that of the normal, for each degrees of freedom.

    `freedom` is a vector of degrees of freedom, which need not be integers; less than 1 counts as
    1. Values between those of the table are interpolated linearly in the reciprocal of the degrees
    of freedom. They are too wide: by up to 19 % between 1 and 2, by up to 1.6 % between 2 and 3,
    and by less than 0.4 % from 3 on.
    """
    inverse = [1 / each for each in reversed(_DEGREES_OF_FREEDOM)]
    quantiles = np.interp(1 / np.maximum(freedom, 1.0), inverse, _QUANTILES[::-1])
    return np.asarray(quantiles / _QUANTILES[-1])
