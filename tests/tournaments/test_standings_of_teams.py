"""The table of a cooperative game: teams on the same board are compared by their points."""

from random import Random

import pytest

from tests.tournaments.rated import rating_of
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.teams import all_teams, mixed_teams, self_play
from tournaments.ratings.pairs import HeadToHead
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import rate
from tournaments.ratings.standings import Standing, StandingsTable
from tournaments.ratings.tabulate import tabulate

TRIO = ("ann", "bob", "cid")
FOUR = (*TRIO, "eve")


def play(fixture: Fixture, points: int, *faulty: str) -> PlayedMatch:
    """As the referee reports it: all share first place but those at fault."""
    seats = fixture.seats
    places = tuple(len(seats) if name in faulty else 1 for name in seats)
    faults = tuple((name, "late") for name in faulty)
    return PlayedMatch(fixture, MatchResult(places, (points,) * len(seats), faults))


def by_name(of: StandingsTable) -> dict[str, Standing]:
    return {standing.entrant: standing for standing in of.standings}


def alone(*points: tuple[int, int, int], faulty: str = "") -> StandingsTable:
    """Self-play of three: a row a board, by entrant; who is at fault is so on the last board."""
    fixtures = list(self_play("spring", TRIO, 2, len(points)))
    reached = [each for board in points for each in board]
    last = 3 * (len(points) - 1)
    played = [
        play(fixture, own, *([faulty] if number >= last and faulty in fixture.seats else []))
        for number, (fixture, own) in enumerate(zip(fixtures, reached, strict=True))
    ]
    return tabulate(TRIO, played)


@pytest.mark.rule("TG-10")
def test_teams_are_compared_by_points_on_the_same_board() -> None:
    made = alone((-3, -10, -40), (0, -10, -10))
    ann, bob, cid = (by_name(made)[name] for name in TRIO)
    assert [standing.entrant for standing in made.standings] == list(TRIO)
    assert (ann.matches, ann.wins, ann.draws, ann.losses) == (2, 2, 0, 0)
    assert (bob.wins, bob.draws, bob.losses) == (0, 0, 2)
    assert (ann.points_share, bob.points_share, cid.points_share) == (1.0, 1.5 / 4, 0.5 / 4)
    assert (ann.mean_points, cid.mean_points) == (-1.5, -25.0)
    expected = rate(TRIO, [BlockResult.of(TRIO, (1, 2, 3)), BlockResult.of(TRIO, (1, 2, 2))])
    assert ann.mu == expected.by_entrant["ann"].mu
    assert made.cross[("bob", "cid")] == HeadToHead(2, 1, 1, 0, 0.75, (0.0, 1.0), -10.0, ())
    assert (made.seats, made.matches, made.blocks) == ((), 6, 2)


@pytest.mark.rule("TG-R5")
def test_a_loss_by_fire_is_behind_all_else() -> None:
    made = alone((-201, -98, -298))
    assert [standing.entrant for standing in made.standings] == ["bob", "ann", "cid"]


def test_a_team_at_fault_is_last_whatever_it_had() -> None:
    made = alone((0, -98, -298), faulty="ann")
    assert [standing.entrant for standing in made.standings] == ["bob", "cid", "ann"]
    assert by_name(made)["ann"].faults == {"late": 1}
    assert by_name(made)["ann"].losses == 1


def test_teams_that_lost_by_a_fault_are_left_out_of_the_fair_share() -> None:
    made = by_name(alone((9, 5, 0), faulty="cid"))
    assert [made[name].fair_share for name in ("ann", "bob", "cid")] == [1.0, 0.0, None]


def test_a_bot_alone_has_points_and_no_share() -> None:
    made = tabulate(["ann"], [play(fixture, -7) for fixture in self_play("spring", ["ann"], 3, 2)])
    (ann,) = made.standings
    assert (ann.mu, ann.matches, ann.mean_points) == (25.0, 2, -7.0)
    assert (ann.points_share, ann.share_interval, made.cross) == (None, None, {})


def test_members_of_a_team_share_its_place() -> None:
    first, second = mixed_teams("spring", dict.fromkeys(FOUR, 1), 2, 1)
    made = tabulate(FOUR, [play(first, -1), play(second, -5)])
    expected = rate(FOUR, [BlockResult((first.seats, second.seats), (1, 2))])
    lines = by_name(made)
    for name in FOUR:
        assert lines[name].mu == expected.by_entrant[name].mu
        assert lines[name].points_share == (name in first.seats)
        assert lines[name].mean_points == (-1.0 if name in first.seats else -5.0)
    assert set(made.cross) == {
        (one, other)
        for one in FOUR
        for other in FOUR
        if (one in first.seats) != (other in first.seats)
    }


def test_nobody_is_judged_by_a_match_that_its_partner_lost_by_a_fault() -> None:
    first, second = mixed_teams("spring", dict.fromkeys(FOUR, 1), 2, 1)
    rogue, partner = first.seats
    made = tabulate(FOUR, [play(first, -1, rogue), play(second, -5)])
    lines = by_name(made)
    assert (lines[rogue].matches, lines[rogue].losses, lines[rogue].points_share) == (1, 1, 0.0)
    assert (lines[partner].matches, lines[partner].points_share) == (0, None)
    ratings = {name: rating_of(each) for name, each in lines.items()}
    winners = [ratings[name] for name in second.seats]
    assert all(each.mu > ratings[partner].mu > ratings[rogue].mu for each in winners)
    # A single board is far from enough to be surer of anybody than before.
    assert ratings[partner].sigma >= ratings[rogue].sigma
    assert all((partner, name) not in made.cross for name in FOUR)


STRENGTH = {"ann": 0, "bob": -1, "cid": -2, "eve": -10}


def everybody(*faulty: str, boards: int = 2) -> list[PlayedMatch]:
    """All teams of two; each has the points of its members, and who is at fault always is."""
    return [
        play(fixture, sum(STRENGTH[name] for name in fixture.seats), *faulty_in(fixture, faulty))
        for fixture in all_teams("spring", FOUR, 2, boards)
    ]


def faulty_in(fixture: Fixture, faulty: tuple[str, ...]) -> list[str]:
    return [name for name in fixture.seats if name in faulty]


def test_of_all_teams_the_members_are_rated_by_the_mean_of_their_teams() -> None:
    """Points -1 -2 -10, -3 -11, -12 have 5 4 2, 3 1, 0 rank points: 11, 9, 7 and 3 by member."""
    made = tabulate(FOUR, everybody())
    expected = rate(FOUR, [BlockResult.of(FOUR, (1, 2, 3, 4))] * 2)
    lines = by_name(made)
    for name, points in zip(FOUR, (11, 9, 7, 3), strict=True):
        assert lines[name].mu == expected.by_entrant[name].mu
        assert lines[name].matches == 2 * 3
        assert lines[name].points_share == pytest.approx(points / 15)
    assert (made.blocks, made.matches) == (2, 12)


def test_of_all_teams_two_are_compared_by_those_they_are_not_both_in() -> None:
    cell = tabulate(FOUR, everybody()).cross["ann", "bob"]
    assert cell == HeadToHead(8, 6, 0, 2, 0.75, cell.share_interval, -6.0, ())


def test_of_all_teams_a_fault_costs_its_partners_nothing() -> None:
    made = by_name(tabulate(FOUR, everybody("ann")))
    expected = rate(FOUR, [BlockResult.of(FOUR, (4, 1, 2, 3))] * 2)
    assert made["ann"].points_share == pytest.approx(1 / 5)
    assert (made["ann"].matches, made["bob"].matches) == (6, 4)
    for name in FOUR:
        assert made[name].mu == expected.by_entrant[name].mu


def test_a_board_counts_when_all_its_teams_have_played() -> None:
    fixtures = list(self_play("spring", TRIO, 2, 2))
    made = tabulate(TRIO, [play(fixture, -9) for fixture in fixtures[:5]])
    assert (made.blocks, made.partial_blocks, made.matches) == (1, 1, 3)


def test_no_order_matters() -> None:
    chance = Random(5)
    fixtures = list(mixed_teams("spring", {f"bot {i}": 1 for i in range(7)}, 3, 6))
    # In about one match of five the entrant in seat 0 is at fault.
    played = [
        play(fixture, -chance.randrange(20), *fixture.seats[: chance.random() < 0.2])
        for fixture in fixtures
    ]
    names = sorted({name for fixture in fixtures for name in fixture.seats})
    made = tabulate(names, played)
    for _ in range(3):
        chance.shuffle(played)
        chance.shuffle(names)
        assert tabulate(names, played) == made
