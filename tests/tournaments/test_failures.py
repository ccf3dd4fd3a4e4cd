"""A bot that failed in more than half of the matches that the table counts is named."""

from types import SimpleNamespace
from typing import Any, cast

from tournaments.core.fixtures import Block, block_fixtures
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.present.faults import FaultGroup, failures
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.tabulate import tabulate


def _sentences(counted: int, at_fault: set[str]) -> list[str]:
    """What is said if the first `counted` of the matches m0, m1 ... count, and `ann` sits in all.

    `at_fault` has the ids of the matches that it failed in.
    """
    lines: list[Any] = [SimpleNamespace(entrant="ann")]
    table: Any = SimpleNamespace(standings=lines)
    block, result = SimpleNamespace(teams=False), SimpleNamespace(faults=())
    matches = [
        SimpleNamespace(
            fixture=SimpleNamespace(id=f"m{n}", seats=("ann", "bob"), block=block), result=result
        )
        for n in range(counted)
    ]
    late = FaultGroup("ann", "late", "too slow", first="m0", times=1, matches=at_fault)
    found = failures(cast("StandingsTable", table), cast("list[PlayedMatch]", matches), [late])
    return [each.sentence() for each in found]


def test_failures_in_more_than_half_of_the_counted_matches_are_told() -> None:
    assert _sentences(3, {"m0", "m2"}) == [
        "ann failed in 2 of 3 matches, mostly so: late, too slow"
    ]
    assert _sentences(4, {"m0", "m2"}) == []


def test_matches_of_unfinished_blocks_do_not_count() -> None:
    assert _sentences(2, {"m1", "m2", "m3"}) == []
    told = _sentences(2, {"m0", "m1", "m2"})
    assert told == ["ann failed in 2 of 2 matches, mostly so: late, too slow"]


def test_a_match_counts_once_for_an_entrant_in_several_seats() -> None:
    """In a duel of three seats the table counts each seat; every match here was lost by a crash."""
    names = ("new", "old")
    lineups = (("new", "old", "old"), ("new", "new", "old"))
    block = Block(1, names, lineups)
    matches = [
        PlayedMatch(fixture, MatchResult((3, 1, 1), (0, 0, 0), (("new", "crashed"),)))
        for fixture in block_fixtures("duel", block)
    ]
    ids = {match.fixture.id for match in matches}
    crashed = FaultGroup("new", "crashed", "exited", first=min(ids), times=2, matches=ids)
    [failure] = failures(tabulate(names, matches), matches, [crashed])
    assert failure.sentence() == "new failed in 2 of 2 matches, mostly so: crashed, exited"


def test_matches_lost_by_a_partner_do_not_count() -> None:
    """The first fault ends a match of a team, so nothing is known of the partner."""
    names = ("ann", "bob", "cyril", "dora")
    block = Block(1, names, (("ann", "bob"), ("cyril", "dora")), teams=True)
    fixtures = block_fixtures("teams", block)
    results = (
        MatchResult((1, 1), (0, 0), (("bob", "late"),)),
        MatchResult((1, 1), (5, 5)),
    )
    matches = [PlayedMatch(*each) for each in zip(fixtures, results, strict=True)]
    lost = matches[0].fixture.id
    late = FaultGroup("bob", "late", "too slow", first=lost, times=1, matches={lost})
    [failure] = failures(tabulate(names, matches), matches, [late])
    assert (failure.entrant, failure.failed, failure.matches) == ("bob", 1, 1)
