"""The Swiss system: in every round those of like score meet, if they have not met yet."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from tournaments.core.fixtures import Block, block_fixtures, checked_names
from tournaments.core.results import PlayedMatch
from tournaments.formats.field import Field, Meetings, Pair, Stages, times_met
from tournaments.formats.format import Format, Newcomers
from tournaments.ratings.contests import by_block, contests, totals


def swiss(field: Field) -> Stages:
    """The rounds of a Swiss tournament, each of which depends on the scores before it.

    Every pairing plays as many boards as the field has; no two rounds have a board in common. The
    score of a round is the share of rank points in it; an entrant that sits out (of those that have
    done so least, the last) has half. Rounds, when not given, are the usual ones; more only add to
    the end. Raises ValueError as `checked_names` does.
    """
    names = checked_names(field.names, field.seats, field.boards)
    score = dict.fromkeys(names, 0.0)
    out: Counter[str] = Counter()
    met: Counter[Pair] = Counter()
    for number in range(field.rounds or usual_rounds(len(names), field.seats)):
        resting = sorted(names, key=lambda name: (out[name], score[name], name))
        resting = resting[: len(names) % field.seats]
        # Ties by name, so that a tournament that is taken up again pairs as it did.
        order = sorted(set(names).difference(resting), key=lambda name: (-score[name], name))
        groups = _paired(order, met) if field.seats == 2 else _grouped(order, field.seats, met)
        first = number * field.boards + 1
        played = yield [
            fixture
            for board in range(first, first + field.boards)
            for group in groups
            for fixture in block_fixtures(field.tournament, Block(board, group), board)
        ]
        out.update(resting)
        met.update(pair for group in groups for pair in combinations(group, 2))
        for name in names:
            score[name] += 0.5 if name in resting else _share(name, played)


def usual_rounds(entrants: int, seats: int) -> int:
    """One round more than a knock-out would need to find the best."""
    return math.ceil(math.log(entrants, seats)) + 1


def _share(name: str, played: Sequence[PlayedMatch]) -> float:
    """The share of rank points that the entrant has of those it could have had, 0 to 1."""
    own = by_block(match for match in played if name in match.fixture.seats)
    blocks = [contests(block, matches) for block, matches in own.items()]
    most = sum(2 * (len(contest) - 1) for block in blocks for contest in block)
    return sum(totals(block)[name,] for block in blocks) / most


def _paired(order: Sequence[str], met: Meetings) -> list[tuple[str, ...]]:
    """The pairs with the fewest repeated meetings, and among those the closest in the order."""
    # Imported here, since it takes longer to load than most commands do.
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    # More than all squared distances of a matching together: one repeated meeting less is worth
    # any distance.
    again = len(order) ** 3
    for (one, own), (other, its) in combinations(enumerate(order), 2):
        graph.add_edge(own, its, weight=(other - one) ** 2 + again * times_met(met, own, its))
    return sorted(tuple(sorted(pair)) for pair in nx.min_weight_matching(graph))


def _grouped(order: Sequence[str], size: int, met: Meetings) -> list[tuple[str, ...]]:
    """Groups from the best on, each filled with the nearest of those that it has met least."""
    # Greedy, since the best partition into groups of three or more is NP-hard to find.
    left, groups = list(order), list[tuple[str, ...]]()
    while left:
        group = [left.pop(0)]
        while len(group) < size:
            meetings = [sum(times_met(met, name, each) for each in group) for name in left]
            group.append(left.pop(meetings.index(min(meetings))))
        groups.append(tuple(sorted(group)))
    return groups


SWISS: Final = Format(
    "swiss",
    "in every round those meet who stand close to each other and have not met yet",
    swiss,
    boards_are=" for each pairing",
    keys=frozenset({"rounds"}),
    fixed={"boards": "the boards of a pairing"},
    adaptive=True,
    newcomers=Newcomers.NEVER,
    usual_rounds=usual_rounds,
)
