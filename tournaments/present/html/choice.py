"""Chooses the matches that a report replays: first some with faults, then some of every pair."""

from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence

from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult

_FAULTY_PART = 2
"""Matches with faults that were all seen before are added only as long as the matches with faults
are fewer than 1 / `_FAULTY_PART` of all to be shown."""


def choose(
    fixtures: Sequence[Fixture],
    results: Mapping[str, MatchResult],
    secret: Collection[int],
    most: int,
) -> list[Fixture]:
    """At most `most` of the fixtures, in their order, without those on `secret` boards.

    Among the secret boards must be those of all fixtures without a result. First a match is chosen
    for every kind of fault of every entrant, as far as there is room. Up to half of `most`, further
    matches with faults follow. The other places go to pairs (or groups) of entrants, a few matches
    of each. A match that was lost by withdrawal is chosen only as the first one with one of its
    kinds of fault.
    """
    shown = [each for each in fixtures if each.block.board not in secret]
    chosen = _with_faults(shown, results, most)
    others = [each for each in shown if each.id not in chosen and not _idle(results[each.id])]
    for fixture in _balanced(others, most - len(chosen)):
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
    room = max(0, most // _FAULTY_PART - len(first))
    more = [each for each in faulty if each.id not in first and not _idle(results[each.id])]
    return first | {each.id: each for each in more[:room]}


def _idle(result: MatchResult) -> bool:
    """Whether an entrant was withdrawn before the match, so that there is little to see."""
    return any(kind == "withdrawn" for _, kind in result.faults)


def _balanced(fixtures: Sequence[Fixture], most: int) -> Iterator[Fixture]:
    """Up to `most` of the fixtures, each from a group of which the fewest were taken so far.

    Among several groups it is the one whose entrants were taken least, and among several of these
    the one whose next fixture comes first.
    """
    # By group: its fixtures that are not taken yet, with their numbers. Only the first of each is
    # looked at, since looking at all fixtures of a large tournament each time would take too long.
    left: dict[tuple[str, ...], deque[tuple[int, Fixture]]] = {}
    for number, fixture in enumerate(fixtures):
        left.setdefault(_group(fixture), deque()).append((number, fixture))
    groups: Counter[tuple[str, ...]] = Counter()
    entrants: Counter[str] = Counter()
    for _ in range(min(most, len(fixtures))):
        best = min(
            left,
            key=lambda group: (
                groups[group],
                sum(entrants[name] for name in group),
                left[group][0][0],
            ),
        )
        _, fixture = left[best].popleft()
        if not left[best]:
            del left[best]
        groups[best] += 1
        entrants.update(best)
        yield fixture


def _group(fixture: Fixture) -> tuple[str, ...]:
    """The entrants of the match, each once, in order of names: a pair in a game of two seats."""
    return tuple(sorted(set(fixture.seats)))
