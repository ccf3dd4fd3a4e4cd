"""Boards until the ranking is resolved: they go where it is in doubt who is better.

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

_FIRST: Final = 10
"""Boards that all play before anything is judged."""
_GROWTH: Final = 1.2
"""The factor by which the boards grow from look to look: at most a fifth of the boards is played
in vain, and the whole tournament is rated anew only a few dozen times."""


def resolving(field: Field, board: Callable[[int, set[Pair]], Iterator[Fixture]]) -> Stages:
    """The stages of a format whose boards are played by those alone of whom there is doubt.

    `board` gives the fixtures of the board of that number, for these pairs in doubt.
    """
    names, results = field.names, list[BlockResult]()
    # Kept for all pairs from the first block on, since any two may become neighbours later.
    wealth: defaultdict[Pair, Wealth] = defaultdict(Wealth)
    doubted = set(combinations(names, 2))
    first, last = 1, min(_FIRST, field.boards)
    while doubted and first <= field.boards:
        played = yield [
            fixture for number in range(first, last + 1) for fixture in board(number, doubted)
        ]
        for block, matches in by_block(played).items():
            whole = contests(block, matches)
            results.append(result(whole))
            for pair, lead in _leads(whole):
                wealth[pair].take(lead)
        doubted = set(_doubted(field, results, wealth))
        first, last = last + 1, min(field.boards, math.ceil(_GROWTH * last))


def _leads(block: Sequence[Contest]) -> Iterator[tuple[Pair, float]]:
    """By how much each side has left each other one behind in the block, from -1 to 1."""
    most = sum(2 * (len(contest) - 1) for contest in block)
    for (one, own), (other, its) in permutations(totals(block).items(), 2):
        yield (one[0], other[0]), (own - its) / most


def _doubted(
    field: Field, results: Iterable[BlockResult], wealth: defaultdict[Pair, Wealth]
) -> Iterator[Pair]:
    """Neighbours in the ranking of whom it is not sure that the one is better than the other.

    All ordered pairs are bet on from the first block on, each with an equal part of the error: so
    the chance that any such bet is ever won wrongly is at most 1 less the confidence.
    """
    # Not only neighbours share the error: who is next to whom is read from the same results.
    names = field.names
    bound = math.log(len(names) * (len(names) - 1) / (1 - field.resolved))
    order = ranked(believed(names, results).by_entrant)
    for (_, one), (_, other) in pairwise(order):
        # Twins would be in doubt for ever.
        alike = field.kinds.get(one, one) == field.kinds.get(other, other)
        if not alike and wealth[one, other].log < bound:
            yield min(one, other), max(one, other)
