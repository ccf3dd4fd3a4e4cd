"""Where boards go and when a tournament ends: with its ranking resolved, or its duel decided."""

from collections import Counter
from random import Random

import pytest

from tests.tournaments.played_formats import blocks, make, play_all
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.duel import Scorer
from tournaments.formats.registry import FORMATS
from tournaments.formats.staged_schedule import StagedSchedule
from tournaments.ratings.sequential import ScoredBy, Sprt


@pytest.mark.parametrize(
    ("format_", "seats"), [("round-robin", 2), ("round-robin", 3), ("self-play", 2)]
)
def test_boards_go_where_the_ranking_is_in_doubt(format_: str, seats: int) -> None:
    """The best and the worst are told apart soon; the other two are of equal skill."""

    def result(fixture: Fixture) -> MatchResult:
        chance = Random(fixture.id)
        skill = {"bot 0": 0, "bot 1": 2, "bot 2": 2, "bot 3": 4}
        board = Random(f"{fixture.block.board}")  # its luck is that of all teams on it
        points = [skill[name] + chance.randrange(3) for name in fixture.seats]
        if fixture.block.teams:
            points = [points[0] + board.randrange(2)] * seats
        places = tuple(1 + sum(other > own for other in points) for own in points)
        return MatchResult(places, tuple(points))

    schedule = StagedSchedule(FORMATS[format_].stages(make(4, seats, 60, resolved=0.95)))
    results: dict[str, MatchResult] = {}
    while missing := schedule.advance(results):
        results |= {fixture.id: result(fixture) for fixture in missing}
    boards = Counter(name for block in blocks(schedule.fixtures) for name in block.entrants)
    assert boards["bot 1"] >= boards["bot 0"]
    assert boards["bot 2"] >= boards["bot 3"]
    last = blocks(schedule.fixtures)[-1]
    assert last.board == 60
    assert {"bot 1", "bot 2"} <= set(last.entrants)
    if seats == 2:
        assert last.entrants == ("bot 1", "bot 2")
    whole = play_all(format_, make(4, seats, 60))
    if format_ == "round-robin":
        assert {f.id for f in schedule.fixtures} < {f.id for f in whole.fixtures}


def test_a_resolved_ranking_ends_the_tournament_and_twins_need_not_be_told_apart() -> None:
    digests = {"bot 0": "same", "bot 1": "same", "bot 2": "other"}
    schedule = StagedSchedule(
        FORMATS["round-robin"].stages(make(3, 2, 500, resolved=0.95, digests=digests))
    )
    results: dict[str, MatchResult] = {}

    def won(fixture: Fixture) -> MatchResult:
        own = [name == "bot 2" for name in fixture.seats]
        places = (1, 1) if not any(own) else tuple(2 - each for each in own)
        return MatchResult(places, places)

    while missing := schedule.advance(results):
        results |= {fixture.id: won(fixture) for fixture in missing}
    assert 10 <= max(block.board for block in blocks(schedule.fixtures)) <= 20


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("cooperative", [True, False])
def test_a_duel_is_balanced_and_ends_when_it_is_decided(seats: int, cooperative: bool) -> None:
    field = make(2, seats, 5000, hero="bot 1", sprt=Sprt(0.1), cooperative=cooperative)
    schedule = play_all("duel", field)  # the hero wins every match
    assert 10 <= schedule.fixtures[-1].block.board <= 30
    for block in blocks(schedule.fixtures):
        for by_seat in zip(*map(block.seats, range(block.seatings)), strict=True):
            assert Counter(by_seat)["bot 0"] == Counter(by_seat)["bot 1"]
    level = play_all("duel", field, skilled=False)
    assert level.fixtures[-1].block.board < 1500


@pytest.mark.parametrize(("seats", "expected"), [(2, (1.0, 0.5, 0.0)), (3, (1.0, 0.5, 0.0))])
def test_the_score_of_a_duels_block(seats: int, expected: tuple[float, ...]) -> None:
    schedule = StagedSchedule(FORMATS["duel"].stages(make(2, seats, 1, hero="bot 0")))
    for best, score in zip(("bot 0", "", "bot 1"), expected, strict=True):
        played = []
        for fixture in schedule.fixtures:
            places = tuple(1 + (best not in ("", name)) for name in fixture.seats)
            played.append(PlayedMatch(fixture, MatchResult(places, places)))
        [lead] = Scorer("bot 0", ScoredBy.PLACES).leads(played)
        assert (lead.mean + 1) / 2 == score


@pytest.mark.parametrize(("n", "hero"), [(1, "bot 0"), (3, "bot 0"), (2, "x")])
def test_who_cannot_duel(n: int, hero: str) -> None:
    with pytest.raises(ValueError, match=r"needed; received|a duel has two entrants"):
        StagedSchedule(FORMATS["duel"].stages(make(n, 2, 1, hero=hero)))
