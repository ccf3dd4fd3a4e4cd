"""What partners reach in teams, and how the blocks of two entrants are counted."""

import pytest

from tests.tournaments.played_matches import play, two_boards
from tournaments.core.fixtures import Fixture
from tournaments.core.results import PlayedMatch
from tournaments.formats.teams import mixed_teams, self_play
from tournaments.ratings.tabulate import tabulate

from .test_standings_of_teams import play as play_team

FOUR = ("ann", "bob", "cid", "eve")


def teams(points: dict[str, int], boards: int = 24, faulty: str = "") -> list[PlayedMatch]:
    """A team has the points of its members together; `faulty` is at fault on the first board."""
    fixtures = mixed_teams("spring", dict.fromkeys(FOUR, 1), 2, boards)
    return [_team(fixture, points, faulty) for fixture in fixtures]


def _team(fixture: Fixture, points: dict[str, int], faulty: str) -> PlayedMatch:
    at_fault = [faulty] if faulty in fixture.seats and fixture.block.board == 1 else []
    return play_team(fixture, sum(points[name] for name in fixture.seats), *at_fault)


def test_partners_have_the_points_of_their_teams() -> None:
    made = tabulate(FOUR, teams({"ann": 0, "bob": 0, "cid": -3, "eve": -10}), perfect_points=0)
    cell = made.partners["ann", "cid"]
    assert made.partners["cid", "ann"] == cell
    assert (cell.mean_points, cell.perfect_share) == (-3.0, 0.0)
    assert made.partners["bob", "ann"].perfect_share == 1.0
    assert set(made.partners) == {(a, b) for a in FOUR for b in FOUR if a != b}
    assert sum(each.matches for each in made.partners.values()) == 2 * made.matches
    low, high = cell.points_interval or (0, 0)
    assert -13 <= low < -3 < high <= 0


def test_the_share_of_games_won_is_of_those_with_the_best_points() -> None:
    played = teams({"ann": 0, "bob": 0, "cid": -3, "eve": -10})
    ann = next(s for s in tabulate(FOUR, played, perfect_points=0).standings if s.entrant == "ann")
    with_bob = sum({"ann", "bob"} == set(match.fixture.seats) for match in played)
    assert ann.perfect_share == with_bob / ann.matches
    low, high = ann.perfect_interval or (1, 0)
    assert low < ann.perfect_share < high
    unknown = tabulate(FOUR, played)
    assert unknown.standings[0].perfect_share is None
    assert unknown.partners["ann", "bob"].perfect_share is None


def test_a_match_that_a_partner_lost_by_a_fault_says_nothing_of_the_two() -> None:
    whole, less = teams(dict.fromkeys(FOUR, -1)), teams(dict.fromkeys(FOUR, -1), faulty="eve")
    counts = [
        sum(c.matches for c in tabulate(FOUR, each).partners.values()) for each in (whole, less)
    ]
    assert counts[0] - counts[1] == 2


def test_nobody_is_its_own_partner() -> None:
    played = [play_team(fixture, -1) for fixture in self_play("spring", FOUR, 2, 3)]
    assert tabulate(FOUR, played).partners == {}


@pytest.mark.parametrize("points", [(1, 0), (1, 1), (0, 1)])
def test_blocks_in_which_the_seat_alone_counts_are_level(points: tuple[int, int]) -> None:
    """Each of the two holds either seat once, so every block gives each of them 1 of 2 points."""
    made = tabulate(
        ("ann", "bob"), [play(fixture, *points) for fixture in two_boards("ann", "bob")]
    )
    assert made.cross["ann", "bob"].blocks == (0, 0, 2, 0, 0)
