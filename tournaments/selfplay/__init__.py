"""Games of one program against itself, and the figures that they come to."""

from tournaments.selfplay.series import SelfPlay
from tournaments.selfplay.tally import Distribution, Tally

__all__ = ["Distribution", "SelfPlay", "Tally"]
