"""Sentences about a duel: its score, its blocks, and what the test has decided."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Final

from tournaments.config.definition import Definition
from tournaments.formats.duel import looked_at
from tournaments.ratings.rating import NORMAL_95
from tournaments.ratings.sequential import Sprt

_WIDEST: Final = 51
_NARROWEST: Final = 9


@dataclass(frozen=True, slots=True)
class DuelEvidence:
    """The evidence of a duel, between the bound at which it is lost and that at which it is won."""

    ratio: float
    """The log likelihood ratio so far."""
    sprt: Sprt

    @property
    def is_decided(self) -> bool:
        """Whether a bound is reached."""
        return abs(self.ratio) >= self.sprt.bound

    @property
    def words(self) -> str:
        """What it is, and both bounds, in words."""
        bound = self.sprt.bound
        return f"evidence {self.ratio:+.2f}, and -{bound:.2f} or +{bound:.2f} decides"

    def bar(self, width: int) -> str:
        """The place of the evidence between the bounds, in one line that fits the width if it can.

        The line is filled from the middle, which is where a duel begins.
        """
        bound = self.sprt.bound
        left, right = f"no better -{bound:.2f} [", f"] +{bound:.2f} better"
        now = f"  now {self.ratio:+.2f}"
        room = min(_WIDEST, width - len(left) - len(right) - len(now))
        half = max(_NARROWEST, room - 1) // 2
        # Full only when it is decided.
        share = min(1.0, abs(self.ratio) / bound)
        filled = math.floor(share * half)
        empty = "-" * (half - filled)
        sides = ["-" * half, "#" * filled + empty]
        if self.ratio < 0:
            sides = [empty + "#" * filled, "-" * half]
        return f"{left}{'|'.join(sides)}{right}{now}"


def evidence(definition: Definition, scores: Sequence[float]) -> DuelEvidence | None:
    """The evidence at the last look at blocks of these scores; None for a duel of a fixed length.

    Between two looks it may pass a bound and come back, which decides nothing.
    """
    sprt = definition.sprt
    if sprt is None:
        return None
    seen = looked_at(scores, definition.boards)
    return DuelEvidence(sprt.ratio(Counter(seen)) if seen else 0.0, sprt)


def verdict(definition: Definition, scores: Sequence[float]) -> Iterator[str]:
    """Sentences about the scores of the counted blocks, each the hero's share from 0 to 1."""
    hero, seats = definition.hero, definition.seats
    if not scores:
        yield "Nothing is known of the duel yet."
        return
    found = evidence(definition, scores)
    if found:
        yield _decision(hero, found)
    mean = fmean(scores)
    reach = NORMAL_95 * stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else math.nan
    # Elo is defined for games of two.
    elo = f" ({_elo(mean)} Elo, {_elo(mean - reach)} to {_elo(mean + reach)})" if seats == 2 else ""
    known = "" if math.isnan(reach) else f" ± {100 * reach:.1f}"
    yield f"{hero} has {100 * mean:.1f}{known} % of the points over {len(scores)} blocks{elo}."
    counts = Counter(scores)
    told = ", ".join(f"{score:.3g}: {counts[score]}" for score in sorted(counts))
    yield f"Blocks by its share of them: {told}."
    if found:
        yield f"Log likelihood ratio: {found.words}."


def _decision(hero: str, found: DuelEvidence) -> str:
    better = f"better than its opponent by {100 * found.sprt.margin:g} % of the points or more"
    answer = f"It is not decided whether {hero} is"
    if found.is_decided:
        answer = f"It is decided: {hero} is" + " not" * (found.ratio < 0)
    return f"{answer} {better} (error {100 * found.sprt.error:g} %)."


def _elo(share: float) -> str:
    # The logistic curve of Elo: a share of 0 or 1 lies infinitely far off.
    if not 0 < share < 1:
        return "-inf" if share <= 0 else "+inf"
    return f"{-400 * math.log10(1 / share - 1):+.1f}"
