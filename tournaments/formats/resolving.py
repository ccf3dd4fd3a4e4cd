"""Schedules boards until the ranking is resolved: after the first ones only where it is in doubt.

The test is that of docs/ratings.md, Rules that stop: bets whose wealth obeys Ville's inequality.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise, permutations
from typing import Final

from tournaments.core.fixtures import Fixture
from tournaments.formats.field import Field, Pair, Stages
from tournaments.ratings.contests import Contest, by_block, contests, result, totals
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import believed, ranked
from tournaments.ratings.sequential import Wealth

_FIRST_BOARDS: Final = 10
"""The boards of the first stage, which all entrants play."""
_GROWTH: Final = 1.2
"""The number of boards grows by this factor from stage to stage. So after the first stage less than
a sixth of the boards is played in vain, and all results are rated anew only a few dozen times."""


def resolving(field: Field, board: Callable[[int, set[Pair]], Iterator[Fixture]]) -> Stages:
    """The stages until the ranking is resolved, or until `field.boards` boards are played.

    `board(number, pairs)` gives the fixtures of the board `number` while the order of these pairs
    is in doubt.
    """
    names, results = field.names, list[BlockResult]()
    # For all ordered pairs from the first block on, since any two may become neighbours later.
    wealth: defaultdict[Pair, Wealth] = defaultdict(Wealth)
    doubted = set(combinations(names, 2))
    first, last = 1, min(_FIRST_BOARDS, field.boards)
    while doubted and first <= field.boards:
        played = yield [
            fixture for number in range(first, last + 1) for fixture in board(number, doubted)
        ]
        for block, matches in by_block(played).items():
            compared = contests(block, matches)
            results.append(result(compared))
            for pair, lead in _leads(compared):
                wealth[pair].take(lead)
        doubted = set(_doubted(field, results, wealth))
        first, last = last + 1, min(field.boards, math.ceil(_GROWTH * last))


def _leads(block: Sequence[Contest]) -> Iterator[tuple[Pair, float]]:
    """For each ordered pair, the lead of the first over the second in the block, from -1 to 1."""
    # The most rank points that a side can have, in halves as `totals` counts them.
    most = sum(2 * (len(contest) - 1) for contest in block)
    for (one, one_total), (other, other_total) in permutations(totals(block).items(), 2):
        yield (one[0], other[0]), (one_total - other_total) / most


def _doubted(
    field: Field, results: Iterable[BlockResult], wealth: defaultdict[Pair, Wealth]
) -> Iterator[Pair]:
    """The pairs of neighbours in the ranking whose order is in doubt.

    Every ordered pair has a bet that its first entrant is better, and each bet an equal part of the
    error. So the probability that any bet is ever won wrongly is at most 1 - `field.resolved`.
    """
    # The error is divided among all pairs and not among neighbours, since the same results decide
    # which entrants are neighbours.
    names = field.names
    bound = math.log(len(names) * (len(names) - 1) / (1 - field.resolved))
    order = ranked(believed(names, results).by_entrant)
    for (_, one), (_, other) in pairwise(order):
        # The order of twins would be in doubt for ever.
        are_twins = field.digests.get(one, one) == field.digests.get(other, other)
        if not are_twins and wealth[one, other].log < bound:
            yield min(one, other), max(one, other)
