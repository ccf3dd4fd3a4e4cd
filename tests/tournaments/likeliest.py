"""The likeliest distributions with a mean, of many duels at once."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_STEPS = 60
_NEAR = 1e-3
"""How much a step may still gain: the next would gain about the square of it."""


class Likeliest:
    """Finds, for each duel, the likeliest distribution that has the mean (empirical likelihood).

    Its probability of a score is proportional to the score's weight / (1 + tilt * (score - mean)).
    The tilt is found by Newton's steps, which begin at the tilt that was found last.
    """

    def __init__(self, scores: Floats, mean: float, duels: int) -> None:
        """`scores` ascend, and the mean lies between the first and the last of them."""
        self._off = (scores - mean)[:, None]
        self._tilt = np.zeros(duels)

    def keep(self, chosen: NDArray[np.bool_]) -> None:
        """Go on with these duels alone."""
        self._tilt = self._tilt[chosen]

    def log(self, weights: Floats) -> Floats:
        """For each duel the log likelihood, less that of the likeliest distribution of any mean.

        `weights` has a row for each score and a column for each duel.
        """
        self._tilt = self._found(weights)
        return np.asarray(-(weights * np.log1p(self._tilt * self._off)).sum(axis=0))

    def _found(self, weights: Floats) -> Floats:
        off, found, left = self._off, self._tilt.copy(), np.arange(len(self._tilt))
        # A root lies between these, which only close in.
        low, high = np.full(len(left), -1 / off[-1, 0]), np.full(len(left), -1 / off[0, 0])
        for _ in range(_STEPS):
            tilt = found[left]
            part = off / (1 + tilt * off)
            pulls = weights * part
            pull, slope = pulls.sum(axis=0), (pulls * part).sum(axis=0)
            low, high = np.where(pull > 0, tilt, low), np.where(pull > 0, high, tilt)
            step = tilt + pull / slope
            out = (step <= low) | (step >= high)
            found[left] = np.where(out, (low + high) / 2, step)
            far = out | (pull * pull > _NEAR * slope)
            if not far.any():
                break
            left, weights, low, high = left[far], weights[:, far], low[far], high[far]
        return found
