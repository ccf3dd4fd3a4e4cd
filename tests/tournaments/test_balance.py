"""How evenly matches are spread is counted over whole blocks, and said in a line."""

import pytest

from tests.tournaments.test_standings_of_teams import play as play_team
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.round_robin import round_robin
from tournaments.formats.teams import all_teams, mixed_teams, self_play
from tournaments.present.sheet import spread_in_words
from tournaments.ratings.balance import Balance
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.tabulate import tabulate

NAMES = ("ann", "bob", "cid", "dan", "eve")


def alike(fixture: Fixture) -> PlayedMatch:
    return PlayedMatch(fixture, MatchResult((1,) * len(fixture.seats), (0,) * len(fixture.seats)))


def told(made: StandingsTable) -> str:
    return " ".join(spread_in_words(made))


def test_in_a_round_robin_everything_is_even() -> None:
    made = tabulate(NAMES, map(alike, round_robin("spring", NAMES, 2, 3)))
    assert made.balance == Balance((3, 3), (12, 12))
    assert told(made) == "Every two met in 3 blocks; everybody held every seat 12 times."


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_with_more_seats_everything_is_even_as_well(seats: int) -> None:
    made = tabulate(NAMES, map(alike, round_robin("spring", NAMES, seats, 2)))
    assert made.balance is not None
    assert made.balance.met[0] == made.balance.met[1] > 1
    assert made.balance.held[0] == made.balance.held[1] > 1


def test_what_is_not_whole_does_not_count() -> None:
    """Bob met both others on the only board; of ann and cid only one match was played."""
    fixtures = list(round_robin("spring", NAMES[:3], 2, 1))
    made = tabulate(NAMES[:3], map(alike, fixtures[:5]))
    assert made.balance == Balance((0, 1), (1, 2))
    assert told(made) == "Every two met in 0 to 1 block; everybody held every seat 1 to 2 times."


def test_of_teams_it_counts_partners() -> None:
    made = tabulate(NAMES, [play_team(each, -1) for each in all_teams("spring", NAMES, 2, 4)])
    assert made.balance == Balance((4, 4), (8, 8))
    assert told(made) == "Every two met in 4 teams; everybody held every seat 8 times."
    mixed = mixed_teams("spring", dict.fromkeys(NAMES, 1), 2, 7)
    drawn = tabulate(NAMES, [play_team(each, -1) for each in mixed])
    assert drawn.balance is not None
    assert sum(drawn.balance.met) > 0


def test_who_sits_alone_has_met_nobody() -> None:
    made = tabulate(NAMES, [play_team(each, -1) for each in self_play("spring", NAMES, 2, 3)])
    assert (made.balance, told(made)) == (None, "")
