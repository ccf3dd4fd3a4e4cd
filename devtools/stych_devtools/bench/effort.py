"""How much the bench measures in a full run and in a quick one."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Effort:
    """Sizes and times of all measurements."""

    rounds: int
    """Rounds in which a measurement is repeated; the median over the rounds counts."""
    seconds: float
    """Seconds of a measurement in a round, where it is limited by time; some use a part of them."""
    sampled: int
    """Matches whose messages the bare stream carries."""
    match_factor: float
    """The factor for numbers of matches and of boards; 1 in a full run."""
    rated: int
    """Matches that are rated at once."""
    boards: int
    """Boards of the tournament that is to keep two processors busy."""
    bot_factor: float
    """The factor for numbers of bots that play a tournament; 1 in a full run."""
    lasting: int
    """Matches of the tournament whose memory is measured; even."""
    bots: int
    """The most bots that are started together, 2 or more."""
    decades: float
    """Powers of ten over which the growth of times is measured."""

    def bots_of(self, full: int, least: int) -> int:
        """The bots of a tournament with `full` bots in a full run; never fewer than `least`."""
        return max(least, round(self.bot_factor * full))

    def at_once(self, full: int) -> int:
        """The number of matches under way, where `full` is the number in a full run."""
        return round(self.match_factor * full)


FULL: Final = Effort(
    rounds=7,
    seconds=2.0,
    sampled=64,
    match_factor=1.0,
    rated=100_000,
    boards=500,
    bot_factor=1.0,
    lasting=100_000,
    bots=100,
    decades=3.0,
)
"""The effort of a full run, which takes some 16 minutes (docs/performance.md)."""
QUICK: Final = Effort(
    rounds=1,
    seconds=0.02,
    sampled=4,
    match_factor=1 / 64,
    rated=1_000,
    boards=1,
    bot_factor=1 / 4,
    lasting=100,
    bots=3,
    decades=0.5,
)
"""Only shows that everything runs; its figures mean little."""
