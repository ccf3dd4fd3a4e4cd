"""The yardstick of the duel: the sequential test of fastchess with pentanomial counts.

Its definition (Van den Bergh, Comments on Normalized Elo, proposition 1.1), with model=logistic: a
block has one of five scores, a score that never came counts a thousandth of a block, and each
hypothesis stands for the likeliest distribution with its mean. The test ends when the log
likelihood ratio reaches a bound, and looks after every block. Many duels are tested at once.
"""

import numpy as np
from numpy.typing import NDArray

from tests.tournaments.likeliest import Floats, Likeliest

SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
_NEVER = 1e-3


class Fastchess:
    """Its evidence in so many duels."""

    def __init__(self, margin: float, duels: int) -> None:
        self._better = Likeliest(SCORES, 0.5 + margin, duels)
        self._level = Likeliest(SCORES, 0.5, duels)

    def keep(self, chosen: NDArray[np.bool_]) -> None:
        """Go on with these duels alone."""
        self._better.keep(chosen)
        self._level.keep(chosen)

    def evidence(self, counts: Floats) -> Floats:
        """The log likelihood ratios of 0.5 + margin against 0.5, by duel.

        `counts` has a row for each score and a column for each duel.
        """
        held = np.where(counts == 0, _NEVER, counts)
        return np.asarray(self._better.log(held) - self._level.log(held))
