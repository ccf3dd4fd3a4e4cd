"""What there is to say of each entrant before anything is rated: counts, sums and an interval.

Sums are of whole numbers, so that no order of anything can change a bit.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournaments.contests import Contest, Played, totals

_NORMAL_95 = 1.959963984540054


@dataclass(slots=True)
class Tally:
    """Matches won, drawn and lost, and the game's own points in them."""

    matches: int = 0
    wins: int = 0
    draws: int = 0
    points: int = 0

    def add(self, *, lost: bool, tied: bool, points: int) -> None:
        """Take note of a match."""
        self.matches += 1
        self.wins += not lost and not tied
        self.draws += tied and not lost
        self.points += points

    @property
    def losses(self) -> int:
        """What is neither won nor drawn."""
        return self.matches - self.wins - self.draws


@dataclass(slots=True)
class Evidence(Tally):
    """What there is to say of one entrant."""

    totals: list[int] = field(default_factory=list)
    """Rank points of each block, in halves."""
    most: int = 0
    """What these blocks could have given, in halves."""
    faults: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float | None:
        """Of all rank points there were; None if there were none to have."""
        return sum(self.totals) / self.most if self.most else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """95 % of the share, from the variance over blocks; None for fewer than two."""
        n, total = len(self.totals), sum(self.totals)
        if n < 2 or not self.most:
            return None
        spread = n * sum(each * each for each in self.totals) - total * total
        reach = _NORMAL_95 * math.sqrt(spread / (n - 1)) / self.most
        mean = total / self.most
        return max(0.0, mean - reach), min(1.0, mean + reach)


def gather(
    entrants: Iterable[str], matches: Iterable[Played], blocks: Iterable[Sequence[Contest]]
) -> dict[str, Evidence]:
    """The evidence on every entrant: faults from all matches, all else from whole blocks."""
    evidence = {name: Evidence() for name in entrants}
    for match in matches:
        for name, kind in match.faults:
            evidence[name].faults[kind] += 1
    for block in blocks:
        for contest in block:
            _count(contest, evidence)
        _add_up(block, evidence)
    return evidence


def _count(contest: Contest, evidence: dict[str, Evidence]) -> None:
    best = min(side.place for side in contest)
    shared = sum(side.place == best for side in contest) > 1
    for side in contest:
        for name in side.judged:
            evidence[name].add(lost=side.place > best, tied=shared, points=side.points)


def _add_up(block: Sequence[Contest], evidence: dict[str, Evidence]) -> None:
    """A block's rank points, for those whom it judges."""
    spared = {name for contest in block for side in contest for name in side.spared}
    for names, halves in totals(block).items():
        for name in names:
            if name not in spared:
                evidence[name].totals.append(halves)
                evidence[name].most += sum(2 * (len(contest) - 1) for contest in block)
