"""How much the bench measures in a full run and in a quick one."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Effort:
    """Sizes and times of all measurements."""

    rounds: int
    """Rounds in which a measurement is repeated; the median over the rounds counts."""
    seconds: float
    """Seconds of each measurement in a round."""
    sampled: int
    """Matches whose messages the bare stream carries."""
    crowd: float
    """The factor for numbers of matches and of boards; 1 in a full run."""
    rated: int
    """Matches that are rated at once."""
    boards: int
    """Boards of the tournament that is to keep all processors busy."""
    field: float
    """The factor for the number of bots of large fields; 1 in a full run."""
    lasting: int
    """Matches over which memory is watched."""
    bots: int
    """The most bots that are started together."""
    decades: float
    """Powers of ten over which the growth of times is measured."""

    def bots_of(self, full: int, least: int) -> int:
        """The bots of a field that has `full` bots in a full run; never fewer than `least`."""
        return max(least, round(self.field * full))

    def at_once(self, full: int) -> int:
        """The number of matches under way, where `full` matches fill the batches."""
        return round(self.crowd * full)


# In the order of the fields. The full one takes some 16 minutes (docs/performance.md).
FULL: Final = Effort(7, 2.0, 64, 1.0, 100_000, 500, 1.0, 100_000, 100, 3.0)
QUICK: Final = Effort(1, 0.02, 4, 1 / 64, 1_000, 1, 1 / 4, 100, 3, 0.5)
"""Shows that everything runs; its figures mean little."""
