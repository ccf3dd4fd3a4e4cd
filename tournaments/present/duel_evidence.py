"""The evidence of a duel, between the two bounds that decide it: in words and as a bar."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.ratings.sequential import ScoredBy, Sprt

_WIDEST: Final = 51
"""The most characters of a bar between its brackets."""
_NARROWEST: Final = 9
"""The fewest characters of a bar between its brackets, even if the line gets too long then."""


class DuelDecision(StrEnum):
    """What the test of a duel has decided."""

    BETTER = "better"
    NOT_BY_MARGIN = "not better by the margin"
    UNDECIDED = "undecided"
    """All boards are played, and the evidence has reached neither bound."""
    OPEN = "not decided yet"


@dataclass(frozen=True, slots=True)
class DuelEvidence:
    """The evidence of a duel: it is decided when the evidence reaches one of two bounds."""

    evidence: float
    """Positive if it is for the new version, negative if it is against it."""
    sprt: Sprt
    is_over: bool = False
    """Whether all boards are played."""
    blocks: int = 0
    """The number of blocks on which the evidence rests."""

    @property
    def decision(self) -> DuelDecision:
        """The decision of the test, or why there is none."""
        if abs(self.evidence) >= self.sprt.bound:
            return DuelDecision.BETTER if self.evidence > 0 else DuelDecision.NOT_BY_MARGIN
        return DuelDecision.UNDECIDED if self.is_over else DuelDecision.OPEN

    @property
    def words(self) -> str:
        """The evidence and both bounds, as a clause."""
        bound = self.sprt.bound
        return f"evidence {self.evidence:+.2f}, and -{bound:.2f} or +{bound:.2f} decides"

    def bar(self, width: int) -> str:
        """The evidence between the two bounds, as one line of at most `width` characters.

        The bar is filled from the middle, where a duel begins, towards one of the bounds. The line
        is longer than `width` only if the shortest bar does not fit.
        """
        bound, margin = self.sprt.bound, short_gain(self.sprt)
        left, right = f"not by {margin} -{bound:.2f} [", f"] +{bound:.2f} better"
        now = f"  now {self.evidence:+.2f}"
        room = min(_WIDEST, width - len(left) - len(right) - len(now))
        half = max(_NARROWEST, room - 1) // 2
        # Rounded down below, so that a side is full only when the duel is decided.
        share = min(1.0, abs(self.evidence) / bound)
        filled = math.floor(share * half)
        empty = "-" * (half - filled)
        sides = ["-" * half, "#" * filled + empty]
        if self.evidence < 0:
            sides = [empty + "#" * filled, "-" * half]
        return f"{left}{'|'.join(sides)}{right}{now}"


def gain(sprt: Sprt) -> str:
    """The margin of the test, which is the gain that matters, such as "2 % of the points"."""
    if sprt.by is ScoredBy.PLACES:
        return f"{100 * sprt.margin:g} % of the points"
    return f"{short_gain(sprt)} of the game a match"


def short_gain(sprt: Sprt) -> str:
    """The margin of the test in a word or two, such as "2 %" or "3 points"."""
    if sprt.by is ScoredBy.PLACES:
        return f"{100 * sprt.margin:g} %"
    return f"{sprt.margin:g} {'point' if sprt.margin == 1 else 'points'}"
