"""Chooses the matches that a report replays: some with every fault, then every pair in turn."""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult

_FAULT_SHARE = 2
"""One in so many of the matches may be there for a fault that was shown already."""


def choose(
    fixtures: Sequence[Fixture],
    results: Mapping[str, MatchResult],
    secret: Collection[int],
    most: int,
) -> list[Fixture]:
    """At most so many matches of boards that are over, in the order of play.

    `secret` are the boards that are not, all of the fixtures without a result among them.
    First every kind of fault of every entrant, then up to half of them for further faults, then
    those whose entrants are shown least so far: a few matches of every pair. Of matches against an
    entrant that was withdrawn one is enough.
    """
    open_ = [each for each in fixtures if each.block.board not in secret]
    chosen = _with_faults(open_, results, most)
    lively = [each for each in open_ if not _idle(results[each.id])]
    for fixture in _balanced(_first_of_pairs(lively, most, chosen), most - len(chosen)):
        chosen[fixture.id] = fixture
    return [each for each in open_ if each.id in chosen]


def _with_faults(
    fixtures: Sequence[Fixture], results: Mapping[str, MatchResult], most: int
) -> dict[str, Fixture]:
    faulty = [each for each in fixtures if results[each.id].faults]
    seen: set[tuple[str, str]] = set()
    first: dict[str, Fixture] = {}
    for fixture in faulty:
        if not seen.issuperset(results[fixture.id].faults) and len(first) < most:
            first[fixture.id] = fixture
        seen.update(results[fixture.id].faults)
    room = max(0, most // _FAULT_SHARE - len(first))
    more = [each for each in faulty if each.id not in first and not _idle(results[each.id])]
    return first | {each.id: each for each in more[:room]}


def _idle(result: MatchResult) -> bool:
    """Whether somebody was withdrawn before the match, so that there is little to see."""
    return any(kind == "withdrawn" for _, kind in result.faults)


def _first_of_pairs(
    fixtures: Sequence[Fixture], most: int, without: Mapping[str, Fixture]
) -> list[Fixture]:
    """The first matches of every pair or group, as many as might be needed of it."""
    # _balanced looks at all that are left for each that it takes, so they must not be all matches
    # of a large tournament.
    groups = Counter(_group(each) for each in fixtures)
    each_has = math.ceil(most / max(1, len(groups))) + 1
    taken: Counter[tuple[str, ...]] = Counter()
    found = []
    for fixture in fixtures:
        if fixture.id not in without and taken[_group(fixture)] < each_has:
            taken[_group(fixture)] += 1
            found.append(fixture)
    return found


def _balanced(fixtures: list[Fixture], most: int) -> Iterator[Fixture]:
    """The fixtures in the order in which groups, and then entrants, were taken least so far."""
    groups: Counter[tuple[str, ...]] = Counter()
    entrants: Counter[str] = Counter()
    left = dict(enumerate(fixtures))
    for _ in range(min(most, len(fixtures))):
        best = min(
            left,
            key=lambda at: (
                groups[_group(left[at])],
                sum(entrants[name] for name in _group(left[at])),
                at,
            ),
        )
        fixture = left.pop(best)
        groups[_group(fixture)] += 1
        entrants.update(_group(fixture))
        yield fixture


def _group(fixture: Fixture) -> tuple[str, ...]:
    return tuple(sorted(set(fixture.seats)))
