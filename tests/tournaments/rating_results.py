"""Results to rate: any few of them, those of a strict ladder, and those of a noisy season."""

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random

from hypothesis import strategies as st

from tournaments.ratings.propagation import SIGMA
from tournaments.ratings.rankings import BlockResult

NAMES = ("ann", "bob", "cid", "dora", "eve")


@st.composite
def result(draw: st.DrawFn) -> BlockResult:
    entrants = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True))
    places = [draw(st.integers(1, 3)) for _ in entrants]
    return BlockResult.of(tuple(entrants), tuple(places))


RESULTS = st.lists(result(), min_size=1, max_size=8)


def ladder(names: Sequence[str], times: int) -> list[BlockResult]:
    """Everybody beats everybody who comes after, so many times."""
    return [BlockResult.of(pair, (1, 2)) for pair in combinations(names, 2)] * times


def season(skills: Sequence[float], times: int, seed: int) -> tuple[list[str], list[BlockResult]]:
    """Noisy results of every pair, drawn by the model that TrueSkill assumes."""
    chance, names = Random(seed), [f"bot {i}" for i in range(len(skills))]
    results = []
    for one, other in list(combinations(range(len(skills)), 2)) * times:
        lead = chance.gauss(skills[one] - skills[other], SIGMA / 2 * math.sqrt(2))
        places = (1, 1) if abs(lead) < 0.8 else (1, 2) if lead > 0 else (2, 1)
        results.append(BlockResult.of((names[one], names[other]), places))
    return names, results
