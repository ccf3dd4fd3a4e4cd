"""In which order a table has its entrants, and how sure their shares are."""

import math
from itertools import pairwise

import pytest

from tests.tournaments.played_matches import (
    TRIO,
    by_name,
    play,
    season,
    seated,
    table_of_a_duel,
    two_boards,
)
from tests.tournaments.rated import rating_of
from tournaments.ratings.posterior import FieldPosterior
from tournaments.ratings.rating import MU
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.tabulate import tabulate


@pytest.fixture
def duel() -> StandingsTable:
    return table_of_a_duel()


def test_the_interval_is_over_blocks() -> None:
    pair = ("ann", "bob")
    split = [play(seated(n, pair, seating=s), 1, 0) for n in range(1, 101) for s in (0, 1)]
    won = [play(seated(n, pair, seating=s), 1 - s, s) for n in range(101, 201) for s in (0, 1)]
    low, high = by_name(tabulate(pair, split + won))["ann"].share_interval or (0, 0)
    deviation = 0.25 / math.sqrt(200)  # of blocks that came to 1/2 or 1, half of them each
    assert (low, high) == pytest.approx(
        (0.75 - 1.96 * deviation, 0.75 + 1.96 * deviation), abs=0.01
    )


def test_two_blocks_that_agree_leave_much_in_doubt() -> None:
    pair = ("ann", "bob")
    won = [play(seated(n, pair, seating=s), 1 - s, s) for n in (1, 2) for s in (0, 1)]
    low, high = by_name(tabulate(pair, won))["ann"].share_interval or (0, 0)
    assert (low, high) == (0.0, 1.0)


def test_fewer_than_two_blocks_have_no_interval() -> None:
    pair = ("ann", "bob")
    once = tabulate([*pair, "cid"], [play(seated(1, pair, seating=s), 3, 4) for s in (0, 1)])
    assert [standing.share_interval for standing in once.standings] == [None] * 3
    idle = by_name(once)["cid"]
    assert (idle.matches, idle.points_share, idle.mean_points) == (0, None, None)
    assert by_name(once)["ann"].points_share == 0.5
    assert not once.connected


def test_standings_are_by_mu_and_each_is_held_against_the_next() -> None:
    made = tabulate(TRIO, season(TRIO, 2, 8, seed=1))
    ratings = [rating_of(standing) for standing in made.standings]
    assert len({rating.mu for rating in ratings}) == 3
    assert [rating.mu for rating in ratings] == sorted((r.mu for r in ratings), reverse=True)
    assert [standing.rank for standing in made.standings] == [1, 2, 3]
    mus = {s.entrant: own.mu for s, own in zip(made.standings, ratings, strict=True)}
    posterior = FieldPosterior(mus, made.covariance, [TRIO])
    assert [standing.better_than_next for standing in made.standings] == [
        *(posterior.better(one, other) for one, other in pairwise(mus)),
        None,
    ]


def test_equals_share_a_rank_and_stand_by_name() -> None:
    made = tabulate(
        ("dora", "cid", "bob", "ann"), [play(f, 2, 1) for f in two_boards("cid", "dora")]
    )
    assert [(s.rank, s.entrant) for s in made.standings] == [
        (1, "ann"),
        (1, "bob"),
        (1, "cid"),
        (1, "dora"),
    ]
    assert made.standings[0].mu == MU


def test_what_is_level_is_not_ranked_by_the_last_digits(duel: StandingsTable) -> None:
    # Each is better on one board. The mu of bob came out higher, but only in decimal places that
    # the sweeps of the rating do not settle.
    assert [(standing.rank, standing.entrant) for standing in duel.standings] == [
        (1, "ann"),
        (1, "bob"),
    ]
    assert duel.standings[0].better_than_next == pytest.approx(0.5, abs=1e-4)
