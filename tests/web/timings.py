"""How long something took, many times."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timings:
    """What was measured, and what most of it is within."""

    each: Sequence[float]
    """In the order in which it was measured, in the unit of whoever measures."""

    @property
    def median(self) -> float:
        """Half of all took less."""
        return statistics.median(self.each)

    @property
    def most(self) -> float:
        """The 90th percentile."""
        return statistics.quantiles(self.each, n=10)[-1]
