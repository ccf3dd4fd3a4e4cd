"""Tournaments of any format, played to their end by strength or by chance."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

from tournaments.core.fixtures import Block, Fixture
from tournaments.core.results import MatchResult
from tournaments.formats.field import Field
from tournaments.formats.registry import FORMATS
from tournaments.formats.staged_schedule import StagedSchedule


def names(n: int) -> list[str]:
    return [f"bot {i}" for i in range(n)]


def make(n: int, seats: int, boards: int, **more: object) -> Field:
    return Field("spring", dict.fromkeys(names(n), 1), seats, boards, **more)  # type: ignore[arg-type]


def result_of(fixture: Fixture, skilled: bool) -> MatchResult:
    """The higher number in a name wins; if not `skilled`, chance decides, by the match's id."""
    chance = Random(fixture.id)
    points = [int(name.split()[1]) if skilled else chance.randrange(4) for name in fixture.seats]
    places = tuple(1 + sum(other > own for other in points) for own in points)
    return MatchResult(places, tuple(points))


def play_all(format_: str, field: Field, *, skilled: bool = True) -> StagedSchedule:
    """To the end, stage by stage."""
    schedule, results = StagedSchedule(FORMATS[format_].stages(field)), dict[str, MatchResult]()
    while missing := schedule.advance(results):
        results |= {fixture.id: result_of(fixture, skilled) for fixture in missing}
    assert schedule.finished
    return schedule


def blocks(fixtures: Sequence[Fixture]) -> list[Block]:
    return list(dict.fromkeys(fixture.block for fixture in fixtures))


def meetings(schedule: StagedSchedule) -> Counter[tuple[str, str]]:
    return Counter(pair for b in blocks(schedule.fixtures) for pair in combinations(b.entrants, 2))
