"""Who was compared with whom, and how it came out: matches, whole blocks and their totals.

A contest has sides with places. In most games it is a match and every seat is a side. In a
cooperative game it is a block and every team is a side: its match, compared with those of the other
teams on the same board. A rank point is one side left behind in a contest; a tie is half of one.
They are counted in halves: sums of whole numbers, in which no order can change a bit.
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
    """One side of a contest: an entrant, or a team. It is never changed."""

    # By hand, as a table makes hundreds of thousands: a dataclass takes three times as long.
    __slots__ = ("names", "place", "points", "spared")

    def __init__(
        self, names: tuple[str, ...], place: int, points: int, spared: frozenset[str] = frozenset()
    ) -> None:
        self.names = names
        """In order; one entrant, or those of a mixed team."""
        self.place = place
        """From 1, which is best; ties share a place."""
        self.points = points
        """The game's own points."""
        self.spared = spared
        """Those who are not judged by it: somebody else of the team lost the match by a fault."""

    @property
    def judged(self) -> Sequence[str]:
        """The names of those who are judged by it."""
        if not self.spared:
            return self.names
        return [name for name in self.names if name not in self.spared]


Contest: TypeAlias = tuple[Side, ...]


def checked(
    entrants: Sequence[str], played: Iterable[PlayedMatch], withdrawn: Collection[str]
) -> list[PlayedMatch]:
    """The matches in order of ids, each once. Raises ValueError for what does not fit together."""
    known, by_id = set(entrants), dict[str, PlayedMatch]()
    if strangers := sorted(set(withdrawn) - known):
        raise ValueError(f"only an entrant can be withdrawn, not {strangers}")
    for match in played:
        _check(match, known)
        # The same match twice is harmless; two that differ would make the table depend on order.
        known_as = by_id.setdefault(match.fixture.id, match)
        if known_as is not match and known_as != match:
            raise ValueError(f"two matches under one id: {by_id[match.fixture.id]} and {match}")
    matches = [by_id[key] for key in sorted(by_id)]
    if len(sizes := sorted({len(match.result.places) for match in matches})) > 1:
        raise ValueError(f"all matches of a table have the same number of seats, not {sizes}")
    return matches


def _check(match: PlayedMatch, known: set[str]) -> None:
    fixture = match.fixture
    if not known.issuperset(fixture.seats):
        strangers = sorted(set(fixture.seats) - known)
        raise ValueError(f"a match of some who are not entrants: {strangers}")
    if not 0 <= fixture.seating < fixture.block.seatings:
        raise ValueError(f"seatings go from 0 to {fixture.block.seatings - 1}, not {fixture}")
    if fixture.seats != fixture.block.seats(fixture.seating):
        raise ValueError(f"the seats of a fixture are those of its block's seating, not {fixture}")
    if not len(match.result.places) == len(match.result.points) == len(fixture.seats):
        raise ValueError(f"a match has a place and points for each seat, not {match}")
    if not match.result.faults:
        return
    if strangers := sorted({name for name, _ in match.result.faults if name not in fixture.seats}):
        raise ValueError(f"only who sat in the match can be at fault, not {strangers}")


def by_block(matches: Iterable[PlayedMatch]) -> dict[Block, list[PlayedMatch]]:
    """The matches of each block that was begun, in the order given.

    Raises ValueError for two different matches of one block in one seating.
    """
    blocks: dict[Block, list[PlayedMatch]] = {}
    # Hashing a block takes long, and matches of one mostly have the same object.
    by_object: dict[int, list[PlayedMatch]] = {}
    seated: dict[tuple[int, int], PlayedMatch] = {}
    for match in list(matches):
        fixture = match.fixture
        group = by_object.get(id(fixture.block))
        if group is None:
            group = by_object[id(fixture.block)] = blocks.setdefault(fixture.block, [])
        place = id(group), fixture.seating
        known = seated.get(place)
        if known is None:
            seated[place] = match
            group.append(match)
        elif known is not match and known != match:
            raise ValueError(f"two matches of one block in one seating, such as {match}")
    return blocks


def contests(block: Block, matches: Sequence[PlayedMatch]) -> list[Contest]:
    """The contests of a block: one among its teams, or else one for each of these matches."""
    if block.teams:
        return [_among_teams(matches)]
    return [_of_seats(match.fixture.seats, match.result) for match in matches]


def _of_seats(seats: tuple[str, ...], reached: MatchResult) -> Contest:
    places, points = reached.places, reached.points
    return tuple([Side((name,), places[i], points[i]) for i, name in enumerate(seats)])


def _among_teams(matches: Sequence[PlayedMatch]) -> Contest:
    """The board as one contest: more points are better, teams at fault share the last place."""
    # Below the worst team without a fault: the points that a match had when a fault ended it are
    # not compared with those of a match that was played to its end.
    fair = [match.result.points[0] for match in matches if not match.result.faults]
    behind = min(fair, default=0) - 1
    reached = [behind if match.result.faults else match.result.points[0] for match in matches]
    return tuple(
        _team(match, place) for match, place in zip(matches, places_by_points(reached), strict=True)
    )


def _team(match: PlayedMatch, place: int) -> Side:
    names = tuple(sorted(set(match.fixture.seats)))
    at_fault = {name for name, _ in match.result.faults}
    # A bot cannot help what its partner does wrong.
    spared = frozenset(names) - at_fault if at_fault else frozenset[str]()
    return Side(names, place, match.result.points[0], spared)


def rank_points(contest: Contest) -> tuple[int, ...]:
    """Rank points by side, in halves: two for each side left behind, one for each tie."""
    return _rank_points(tuple([side.place for side in contest]))


# Asked for every match several times, and there are few different tuples of places.
@lru_cache(maxsize=1 << 12)
def _rank_points(places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(2 * (other > own) + (other == own) for other in places) - 1 for own in places)


def totals(block: Iterable[Contest]) -> dict[tuple[str, ...], int]:
    """Rank points of each side over the contests of a block, in halves."""
    total: dict[tuple[str, ...], int] = {}
    for contest in block:
        halves = rank_points(contest)
        for i, side in enumerate(contest):
            total[side.names] = total.get(side.names, 0) + halves[i]
    return total


def result(block: Sequence[Contest], weights: Mapping[str, float] | None = None) -> BlockResult:
    """What the block came to: its sides by their totals; or, if teams overlap, their members.

    The total is rated and not each match: what happens within a block is not independent
    (docs/ratings.md, What is rated). The weights are of those on whom it is less than a whole piece
    of evidence.
    """
    if teams_of_one(block) > 1:
        return _of_members(block, weights)
    # In order of sides, so that more of them are alike.
    total = dict(sorted(totals(block).items()))
    spared = [side.spared for contest in block for side in contest if side.spared]
    return _of_totals(
        tuple(total), tuple(total.values()), frozenset[str]().union(*spared), _less(weights)
    )


# Most blocks of two have come out like others, and equal results that are one are counted sooner.
@lru_cache(maxsize=1 << 14)
def _of_totals(
    teams: tuple[tuple[str, ...], ...],
    halves: tuple[int, ...],
    spared: frozenset[str],
    weights: tuple[tuple[str, float], ...],
) -> BlockResult:
    return BlockResult(teams, places_by_points(halves), spared, weights)


def teams_of_one(block: Sequence[Contest]) -> int:
    """In how many teams of a board somebody is; 1 where teams do not overlap, or there are none."""
    # Several contests are the rotations of a block of single players.
    if len(block) > 1:
        return 1
    return max(Counter(name for side in block[0] for name in side.names).values())


def _of_members(block: Sequence[Contest], weights: Mapping[str, float] | None) -> BlockResult:
    """The members one by one, by the mean rank points of their teams.

    What two have from the teams that they were in together is alike for both; and one result of
    many teams that overlap would take each for another piece of evidence.
    """
    halves: defaultdict[str, list[int]] = defaultdict(list)
    for contest in block:
        for side, own in zip(contest, rank_points(contest), strict=True):
            for name in side.judged:
                halves[name].append(own)
    # Those with spared teams have fewer. Means are compared as whole numbers over a common
    # denominator, so that ties are exact.
    whole = math.lcm(*(len(own) for own in halves.values()))
    means = [sum(own) * (whole // len(own)) for own in halves.values()]
    return BlockResult(
        tuple((name,) for name in halves), places_by_points(means), weights=_less(weights)
    )


def _less(weights: Mapping[str, float] | None) -> tuple[tuple[str, float], ...]:
    if not weights:
        return ()
    return tuple(sorted([(name, part) for name, part in weights.items() if part < 1]))
