"""Sentences about a duel: its score, its blocks, and what the test has decided."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean, stdev

from tournaments.config.definition import Definition
from tournaments.ratings.rating import NORMAL_95


def verdict(definition: Definition, scores: Sequence[float]) -> Iterator[str]:
    """Sentences about the scores of the counted blocks, each the hero's share from 0 to 1."""
    hero, seats = definition.hero, definition.seats
    if not scores:
        yield "Nothing is known of the duel yet."
        return
    mean = fmean(scores)
    reach = NORMAL_95 * stdev(scores) / math.sqrt(len(scores)) if len(scores) > 1 else math.nan
    # Elo is defined for games of two.
    elo = f" ({_elo(mean)} Elo, {_elo(mean - reach)} to {_elo(mean + reach)})" if seats == 2 else ""
    known = "" if math.isnan(reach) else f" ± {100 * reach:.1f}"
    yield f"{hero} has {100 * mean:.1f}{known} % of the points over {len(scores)} blocks{elo}."
    counts = Counter(scores)
    told = ", ".join(f"{score:.3g}: {counts[score]}" for score in sorted(counts))
    yield f"Blocks by its share of them: {told}."
    sprt = definition.sprt
    if sprt is None:
        return
    ratio = sprt.ratio(counts)
    better = f"better than its opponent by {100 * sprt.margin:g} % of the points or more"
    answer = "not decided whether it is"
    if abs(ratio) >= sprt.bound:
        answer = "decided: it is" if ratio > 0 else "decided: it is not"
    yield (
        f"Log likelihood ratio {ratio:.2f}, the bounds being -{sprt.bound:.2f} and"
        f" {sprt.bound:.2f}; {answer} {better} (error {100 * sprt.error:g} %)."
    )


def _elo(share: float) -> str:
    # The logistic curve of Elo: a share of 0 or 1 lies infinitely far off.
    if not 0 < share < 1:
        return "-inf" if share <= 0 else "+inf"
    return f"{-400 * math.log10(1 / share - 1):+.1f}"
