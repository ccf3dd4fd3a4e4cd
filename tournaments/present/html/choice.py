"""Chooses the matches that a report replays: first those with faults, then some of every pair."""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult

_FAULT_SHARE = 2
"""More matches with the same faults are chosen only up to 1 / 2 of all matches to be shown."""


def choose(
    fixtures: Sequence[Fixture],
    results: Mapping[str, MatchResult],
    secret: Collection[int],
    most: int,
) -> list[Fixture]:
    """At most `most` of the fixtures, in their order, without those on `secret` boards.

    Among the secret boards must be those of all fixtures without a result. First a match is chosen
    for every kind of fault of every entrant. Up to half of `most`, further matches with faults
    follow. The other places go to pairs (or groups) of entrants, a few matches of each. A match
    that was lost by withdrawal is chosen only as the first one with this fault.
    """
    shown = [each for each in fixtures if each.block.board not in secret]
    chosen = _with_faults(shown, results, most)
    lively = [each for each in shown if not _idle(results[each.id])]
    for fixture in _balanced(_first_of_pairs(lively, most, chosen), most - len(chosen)):
        chosen[fixture.id] = fixture
    return [each for each in shown if each.id in chosen]


def _with_faults(
    fixtures: Sequence[Fixture], results: Mapping[str, MatchResult], most: int
) -> dict[str, Fixture]:
    """The chosen matches with faults, by id."""
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
    """Whether an entrant was withdrawn before the match, so that there is little to see."""
    return any(kind == "withdrawn" for _, kind in result.faults)


def _first_of_pairs(
    fixtures: Sequence[Fixture], most: int, chosen: Mapping[str, Fixture]
) -> list[Fixture]:
    """The first matches of every group that are not chosen yet, as many as may be needed of it."""
    # `_balanced` goes through all remaining fixtures for each one that it takes. With all matches
    # of a large tournament that would take too long.
    groups = Counter(_group(each) for each in fixtures)
    limit = math.ceil(most / max(1, len(groups))) + 1
    taken: Counter[tuple[str, ...]] = Counter()
    first = []
    for fixture in fixtures:
        if fixture.id not in chosen and taken[_group(fixture)] < limit:
            taken[_group(fixture)] += 1
            first.append(fixture)
    return first


def _balanced(fixtures: list[Fixture], most: int) -> Iterator[Fixture]:
    """Up to `most` of the fixtures, each from a group that was taken least so far.

    Of several it is one whose entrants were taken least, and of several of these the first.
    """
    groups: Counter[tuple[str, ...]] = Counter()
    entrants: Counter[str] = Counter()
    left = dict(enumerate(fixtures))
    for _ in range(min(most, len(fixtures))):
        best = min(
            left,
            key=lambda i: (
                groups[_group(left[i])],
                sum(entrants[name] for name in _group(left[i])),
                i,
            ),
        )
        fixture = left.pop(best)
        groups[_group(fixture)] += 1
        entrants.update(_group(fixture))
        yield fixture


def _group(fixture: Fixture) -> tuple[str, ...]:
    """The entrants of the match, each once, in order of names: a pair in a game of two seats."""
    return tuple(sorted(set(fixture.seats)))
