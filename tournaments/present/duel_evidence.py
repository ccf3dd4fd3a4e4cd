"""The evidence of a duel: its place between two bounds, in words and as a bar."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.ratings.sequential import ScoredBy, Sprt

_WIDEST: Final = 51
_NARROWEST: Final = 9


class DuelDecision(StrEnum):
    """What the test of a duel has decided."""

    BETTER = "better"
    NOT_BY_MARGIN = "not better by the margin"
    UNDECIDED = "undecided"
    """All boards are played, and neither was decided."""
    OPEN = "not decided yet"


@dataclass(frozen=True, slots=True)
class DuelEvidence:
    """The evidence of a duel, between the two bounds at which it is decided."""

    evidence: float
    """For the new one if it is positive."""
    sprt: Sprt
    is_over: bool = False
    """Whether all boards are played."""
    looked_at: int = 0
    """How many blocks it is of."""

    @property
    def decision(self) -> DuelDecision:
        """What is decided, or that nothing is."""
        if abs(self.evidence) >= self.sprt.bound:
            return DuelDecision.BETTER if self.evidence > 0 else DuelDecision.NOT_BY_MARGIN
        return DuelDecision.UNDECIDED if self.is_over else DuelDecision.OPEN

    @property
    def words(self) -> str:
        """What it is, and both bounds, in words."""
        bound = self.sprt.bound
        return f"evidence {self.evidence:+.2f}, and -{bound:.2f} or +{bound:.2f} decides"

    def bar(self, width: int) -> str:
        """The place of the evidence between the bounds, in one line that fits the width if it can.

        The line is filled from the middle, which is where a duel begins.
        """
        bound, margin = self.sprt.bound, short_gain(self.sprt)
        left, right = f"not by {margin} -{bound:.2f} [", f"] +{bound:.2f} better"
        now = f"  now {self.evidence:+.2f}"
        room = min(_WIDEST, width - len(left) - len(right) - len(now))
        half = max(_NARROWEST, room - 1) // 2
        # Full only when it is decided.
        share = min(1.0, abs(self.evidence) / bound)
        filled = math.floor(share * half)
        empty = "-" * (half - filled)
        sides = ["-" * half, "#" * filled + empty]
        if self.evidence < 0:
            sides = [empty + "#" * filled, "-" * half]
        return f"{left}{'|'.join(sides)}{right}{now}"


def gain(sprt: Sprt) -> str:
    """The gain that matters, such as "2 % of the points"."""
    if sprt.by is ScoredBy.PLACES:
        return f"{100 * sprt.margin:g} % of the points"
    return f"{short_gain(sprt)} of the game a match"


def short_gain(sprt: Sprt) -> str:
    """The gain that matters in a word or two, such as "2 %"."""
    if sprt.by is ScoredBy.PLACES:
        return f"{100 * sprt.margin:g} %"
    return f"{sprt.margin:g} point{'s' * (sprt.margin != 1)}"
