"""The covariance of the errors of ratings, and the standard error of a difference of two."""

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Covariance:
    """The symmetric covariance matrix of the errors of mu."""

    names: tuple[str, ...]
    """The entrants, sorted: the order of rows and columns."""
    rows: tuple[tuple[float, ...], ...]
    """The matrix, row by row."""

    @classmethod
    def independent(cls, sigmas: Mapping[str, float]) -> "Covariance":
        """The diagonal matrix of independent errors with these standard deviations."""
        names = tuple(sorted(sigmas))
        rows = ((sigmas[one] ** 2 if one == other else 0.0 for other in names) for one in names)
        return cls(names, tuple(map(tuple, rows)))

    def between(self, one: str, other: str) -> float:
        """The covariance of the errors of two entrants; of one entrant with itself, the variance.

        Raises ValueError for a name that is not in `names`.
        """
        return self.rows[self.names.index(one)][self.names.index(other)]

    def apart(self, one: str, other: str) -> float:
        """The standard deviation of the error of the difference of two entrants' mu.

        Raises ValueError for a name that is not in `names`.
        """
        variances = self.between(one, one) + self.between(other, other)
        # Where two entrants always have the same error, rounding may give a variance below 0.
        return math.sqrt(max(0.0, variances - 2 * self.between(one, other)))
