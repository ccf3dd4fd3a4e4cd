"""How the errors of ratings go together: what the difference of any two may be off by."""

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Covariance:
    """The covariance of the errors of mu, symmetric, a row and a column for each entrant."""

    names: tuple[str, ...]
    """In order."""
    rows: tuple[tuple[float, ...], ...]

    @classmethod
    def independent(cls, sigmas: Mapping[str, float]) -> "Covariance":
        """That of errors that have nothing in common, by their standard deviations."""
        names = tuple(sorted(sigmas))
        rows = ((sigmas[one] ** 2 if one == other else 0.0 for other in names) for one in names)
        return cls(names, tuple(map(tuple, rows)))

    def between(self, one: str, other: str) -> float:
        """The covariance of two errors; of one with itself, its variance.

        Raises ValueError for a name that is none of these.
        """
        return self.rows[self.names.index(one)][self.names.index(other)]

    def apart(self, one: str, other: str) -> float:
        """The standard deviation of the error of the difference of two.

        Raises ValueError for a name that is none of these.
        """
        alone = self.between(one, one) + self.between(other, other)
        # Of two that always share their errors, rounding may leave less than nothing.
        return math.sqrt(max(0.0, alone - 2 * self.between(one, other)))
