"""A bot that failed mostly is named, by the matches that its table counts."""

from types import SimpleNamespace
from typing import Any, cast

from tournaments.core.results import PlayedMatch
from tournaments.present.faults import FaultGroup, failures
from tournaments.ratings.standings import StandingsTable


def _sentences(counted: int, at_fault: set[str]) -> list[str]:
    """Of the matches m0, m1 ... so many count, in each of which `ann` sits."""
    lines: list[Any] = [SimpleNamespace(entrant="ann", matches=counted)]
    table: Any = SimpleNamespace(standings=lines)
    matches = [SimpleNamespace(fixture=SimpleNamespace(id=f"m{n}")) for n in range(counted)]
    late = FaultGroup("ann", "late", "too slow", first="m0", times=1, matches=at_fault)
    found = failures(cast("StandingsTable", table), cast("list[PlayedMatch]", matches), [late])
    return [each.sentence() for each in found]


def test_more_than_half_of_the_counted_matches_are_told() -> None:
    assert _sentences(3, {"m0", "m2"}) == [
        "ann failed in 2 of 3 matches, mostly so: late, too slow"
    ]
    assert _sentences(4, {"m0", "m2"}) == []


def test_matches_of_unfinished_blocks_do_not_count() -> None:
    assert _sentences(2, {"m1", "m2", "m3"}) == []
    told = _sentences(2, {"m0", "m1", "m2"})
    assert told == ["ann failed in 2 of 2 matches, mostly so: late, too slow"]
