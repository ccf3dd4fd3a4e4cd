"""Contests: which sides are compared, with which places, and the results of blocks to be rated.

A contest has sides with places. In most games a contest is a match, and every seat is a side. In a
cooperative game a contest is a block, and every team is a side: the match of the team is compared
with the matches of the other teams on the same board. A side has a rank point for each side that
has a worse place, and half a rank point for each other side with the same place. Rank points are
counted in halves: sums of integers do not depend on the order of adding.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from referee.games.game import places as places_by_points
from tournaments.core.fixtures import Block
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.ratings.rankings import BlockResult


class Side:
    """One side of a contest: an entrant, or a team. Sides are never changed."""

    # No dataclass, which takes three times as long to make: a table makes hundreds of thousands.
    __slots__ = ("names", "place", "points", "spared")

    def __init__(
        self, names: tuple[str, ...], place: int, points: int, spared: frozenset[str] = frozenset()
    ) -> None:
        self.names = names
        """The name of the entrant, or the sorted names of the members of the team, each once."""
        self.place = place
        """From 1, the best; tied sides have the same place."""
        self.points = points
        """The game's own points."""
        self.spared = spared
        """The members who are not judged by the contest: a fault of a partner lost the match."""

    @property
    def judged(self) -> Sequence[str]:
        """The names of the members who are judged by the contest."""
        if not self.spared:
            return self.names
        return [name for name in self.names if name not in self.spared]


Contest: TypeAlias = tuple[Side, ...]


def checked(
    entrants: Sequence[str], played: Iterable[PlayedMatch], withdrawn: Collection[str]
) -> list[PlayedMatch]:
    """The matches in the order of their ids, each once.

    Raises ValueError for a match that does not fit its block or the entrants, that has no place and
    points for each seat, or that has a fault of a name without a seat; for two different matches
    under one id; for matches of different numbers of seats; and for a withdrawn name that is not an
    entrant.
    """
    names, by_id = set(entrants), dict[str, PlayedMatch]()
    if strangers := sorted(set(withdrawn) - names):
        raise ValueError(f"only an entrant can be withdrawn, not {strangers}")
    for match in played:
        _check(match, names)
        # The same match twice is harmless. Of two different matches under one id, the order would
        # decide which one counts.
        first = by_id.setdefault(match.fixture.id, match)
        if first is not match and first != match:
            raise ValueError(f"two matches under one id: {first} and {match}")
    matches = [by_id[key] for key in sorted(by_id)]
    if len(sizes := sorted({len(match.result.places) for match in matches})) > 1:
        raise ValueError(f"all matches of a table have the same number of seats, not {sizes}")
    return matches


def _check(match: PlayedMatch, entrants: set[str]) -> None:
    fixture = match.fixture
    if not entrants.issuperset(fixture.seats):
        strangers = sorted(set(fixture.seats) - entrants)
        raise ValueError(f"a match has names that are not entrants: {strangers}")
    if not 0 <= fixture.seating < fixture.block.seatings:
        raise ValueError(f"seatings go from 0 to {fixture.block.seatings - 1}, not {fixture}")
    if fixture.seats != fixture.block.seats(fixture.seating):
        raise ValueError(f"the seats of a fixture are those of its block's seating, not {fixture}")
    if not len(match.result.places) == len(match.result.points) == len(fixture.seats):
        raise ValueError(f"a match has a place and points for each seat, not {match}")
    if not match.result.faults:
        return
    if strangers := sorted({name for name, _ in match.result.faults if name not in fixture.seats}):
        raise ValueError(f"only a name with a seat in the match can be at fault, not {strangers}")


def by_block(matches: Iterable[PlayedMatch]) -> dict[Block, list[PlayedMatch]]:
    """The matches of each block that has at least one match, each once, in the order given.

    Raises ValueError for two different matches of one block in one seating.
    """
    blocks: dict[Block, list[PlayedMatch]] = {}
    # Hashing a block is slow, and matches of one block mostly share one object.
    by_object: dict[int, list[PlayedMatch]] = {}
    seated: dict[tuple[int, int], PlayedMatch] = {}
    # As a list, all blocks stay alive, so no two of them have the same id.
    for match in list(matches):
        fixture = match.fixture
        group = by_object.get(id(fixture.block))
        if group is None:
            group = by_object[id(fixture.block)] = blocks.setdefault(fixture.block, [])
        place = id(group), fixture.seating
        first = seated.get(place)
        if first is None:
            seated[place] = match
            group.append(match)
        elif first is not match and first != match:
            raise ValueError(f"two matches of one block in one seating, such as {match}")
    return blocks


def contests(block: Block, matches: Sequence[PlayedMatch]) -> list[Contest]:
    """The contests of a block: a single one of its teams, or one for each of the matches."""
    if block.teams:
        return [_among_teams(matches)]
    return [_of_seats(match.fixture.seats, match.result) for match in matches]


def _of_seats(seats: tuple[str, ...], match_result: MatchResult) -> Contest:
    places, points = match_result.places, match_result.points
    return tuple([Side((name,), places[i], points[i]) for i, name in enumerate(seats)])


def _among_teams(matches: Sequence[PlayedMatch]) -> Contest:
    """The board as one contest: more points are better; teams with a fault share the last place."""
    # A team with a fault comes after the worst team without one. Its points are not compared: they
    # are of a match that was not played to its end.
    fair = [match.result.points[0] for match in matches if not match.result.faults]
    behind = min(fair, default=0) - 1
    reached = [behind if match.result.faults else match.result.points[0] for match in matches]
    return tuple(
        _team(match, place) for match, place in zip(matches, places_by_points(reached), strict=True)
    )


def _team(match: PlayedMatch, place: int) -> Side:
    names = tuple(sorted(set(match.fixture.seats)))
    at_fault = {name for name, _ in match.result.faults}
    # A bot is not judged by a fault of its partner.
    spared = frozenset(names) - at_fault if at_fault else frozenset[str]()
    return Side(names, place, match.result.points[0], spared)


def rank_points(contest: Contest) -> tuple[int, ...]:
    """By side, the rank points in halves: 2 for each side with a worse place, 1 for each tie."""
    return _rank_points(tuple([side.place for side in contest]))


# Called several times for every match, with few different tuples of places.
@lru_cache(maxsize=1 << 12)
def _rank_points(places: tuple[int, ...]) -> tuple[int, ...]:
    # Less 1, since `count` counts the side itself among the ties.
    return tuple(
        2 * sum(other > place for other in places) + places.count(place) - 1 for place in places
    )


def totals(block: Iterable[Contest]) -> dict[tuple[str, ...], int]:
    """By the names of a side: its rank points in halves, summed over the contests of a block."""
    total: dict[tuple[str, ...], int] = {}
    for contest in block:
        halves = rank_points(contest)
        for i, side in enumerate(contest):
            total[side.names] = total.get(side.names, 0) + halves[i]
    return total


def result(block: Sequence[Contest], weights: Mapping[str, float] | None = None) -> BlockResult:
    """The result of a block: its sides ranked by their totals, or their members if teams overlap.

    Totals are rated and not matches, since the matches of a block are not independent
    (docs/ratings.md, What is rated). `weights` is as `Repeats.weights` returns it; an
    entrant that it lacks has the weight 1.
    """
    if teams_per_entrant(block) > 1:
        return _of_members(block, weights)
    # Sorted by sides, so that more blocks have equal results, which are cached and pooled.
    total = dict(sorted(totals(block).items()))
    spared = [side.spared for contest in block for side in contest if side.spared]
    return _of_totals(
        tuple(total), tuple(total.values()), frozenset[str]().union(*spared), _below_one(weights)
    )


# Most blocks of two entrants have the result of an earlier block. As one object, equal results are
# counted faster (`Rankings.of`).
@lru_cache(maxsize=1 << 14)
def _of_totals(
    teams: tuple[tuple[str, ...], ...],
    halves: tuple[int, ...],
    spared: frozenset[str],
    weights: tuple[tuple[str, float], ...],
) -> BlockResult:
    return BlockResult(teams, places_by_points(halves), spared, weights)


def teams_per_entrant(block: Sequence[Contest]) -> int:
    """The number of teams of the board that an entrant is in, at most; 1 without teams."""
    # Only a block without teams has several contests: its rotations or lineups.
    if len(block) > 1:
        return 1
    return max(Counter(name for side in block[0] for name in side.names).values())


def _of_members(block: Sequence[Contest], weights: Mapping[str, float] | None) -> BlockResult:
    """The result of single members, ranked by the mean rank points of their teams.

    Two members have equal rank points from the teams that both are in, so their other teams decide.
    A result of the overlapping teams themselves would count each of them as separate evidence.
    """
    halves: defaultdict[str, list[int]] = defaultdict(list)
    for contest in block:
        for side, points in zip(contest, rank_points(contest), strict=True):
            for name in side.judged:
                halves[name].append(points)
    # A member that was spared in a team has fewer rank points to average. Means are compared as
    # integers over a common denominator, so that ties are exact.
    denominator = math.lcm(*(len(each) for each in halves.values()))
    means = [sum(each) * (denominator // len(each)) for each in halves.values()]
    return BlockResult(
        tuple((name,) for name in halves), places_by_points(means), weights=_below_one(weights)
    )


def _below_one(weights: Mapping[str, float] | None) -> tuple[tuple[str, float], ...]:
    if not weights:
        return ()
    return tuple(sorted([(name, weight) for name, weight in weights.items() if weight < 1]))
