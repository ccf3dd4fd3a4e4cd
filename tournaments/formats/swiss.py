"""The Swiss system: in every round entrants of like score meet, if possible for the first time."""

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
    """The stages of a Swiss tournament: its rounds, each of which depends on the scores so far.

    Every group of a round plays `field.boards` boards; no two rounds have a board in common. The
    score of an entrant in a round is its share of the rank points, and 0.5 if it sits out. Of the
    entrants that have sat out least, those with the lowest scores sit out. There are `field.rounds`
    rounds, or `usual_rounds`; more only add to the end. Raises ValueError as `checked_names` does.
    """
    names = checked_names(field.names, field.seats, field.boards)
    score = dict.fromkeys(names, 0.0)
    sat_out: Counter[str] = Counter()
    met: Counter[Pair] = Counter()
    for number in range(field.rounds or usual_rounds(len(names), field.seats)):
        resting = sorted(names, key=lambda name: (sat_out[name], score[name], name))
        resting = resting[: len(names) % field.seats]
        # Ties are ordered by name, so that a tournament that goes on has the same pairs again.
        order = sorted(set(names).difference(resting), key=lambda name: (-score[name], name))
        groups = _paired(order, met) if field.seats == 2 else _grouped(order, field.seats, met)
        first = number * field.boards + 1
        played = yield [
            fixture
            for board in range(first, first + field.boards)
            for group in groups
            for fixture in block_fixtures(field.tournament, Block(board, group), board)
        ]
        sat_out.update(resting)
        met.update(pair for group in groups for pair in combinations(group, 2))
        for name in names:
            score[name] += 0.5 if name in resting else _share(name, played)


def usual_rounds(entrants: int, seats: int) -> int:
    """The usual number of rounds: one more than a knock-out needs to find the best entrant."""
    # For some powers, such as 125 entrants and 5 seats, rounding of the logarithm gives one more.
    # It stays so: the rounds of stored tournaments are computed again by this.
    return math.ceil(math.log(entrants, seats)) + 1


def _share(name: str, played: Sequence[PlayedMatch]) -> float:
    """The rank points of the entrant, as a share from 0 to 1 of the most that it could have."""
    own_matches = by_block(match for match in played if name in match.fixture.seats)
    blocks = [contests(block, matches) for block, matches in own_matches.items()]
    # In halves, as `totals` counts rank points.
    most = sum(2 * (len(contest) - 1) for block in blocks for contest in block)
    return sum(totals(block)[name,] for block in blocks) / most


def _paired(order: Sequence[str], met: Meetings) -> list[tuple[str, ...]]:
    """The pairs with the fewest repeated meetings, and then the smallest distances in the order."""
    # Imported here, since it takes longer to load than most commands take to run.
    import networkx as nx

    graph: nx.Graph[str] = nx.Graph()
    # More than the sum of all squared distances, so that avoiding one repeated meeting is worth any
    # distance.
    repeat = len(order) ** 3
    for (i, one), (k, other) in combinations(enumerate(order), 2):
        graph.add_edge(one, other, weight=(k - i) ** 2 + repeat * times_met(met, one, other))
    return sorted(tuple(sorted(pair)) for pair in nx.min_weight_matching(graph))


def _grouped(order: Sequence[str], size: int, met: Meetings) -> list[tuple[str, ...]]:
    """Groups from the best entrant on. Each is filled with those whom its members met least.

    Of entrants that they met equally often, the next one in the order is taken.
    """
    # Greedy, since the best partition into groups of three or more is NP-hard to find.
    waiting, groups = list(order), list[tuple[str, ...]]()
    while waiting:
        group = [waiting.pop(0)]
        while len(group) < size:
            meetings = [sum(times_met(met, name, each) for each in group) for name in waiting]
            group.append(waiting.pop(meetings.index(min(meetings))))
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
