"""A table counts whole blocks: what each entrant played and won, and what adds up."""

import json
import math
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.played_matches import TRIO, by_name, play, season, seated, table_of_a_duel
from tests.tournaments.rated import rating_of
from tournaments.core.fixtures import Block, make_fixture
from tournaments.core.results import PlayedMatch
from tournaments.ratings.pairs import HeadToHead
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import MU, rate
from tournaments.ratings.standings import StandingsTable, as_json
from tournaments.ratings.tabulate import tabulate


@pytest.fixture
def duel() -> StandingsTable:
    return table_of_a_duel()


def test_only_whole_blocks_count(duel: StandingsTable) -> None:
    assert (duel.blocks, duel.partial_blocks, duel.matches) == (2, 1, 4)
    expected = rate(
        ["ann", "bob"],
        [BlockResult.of(("ann", "bob"), (1, 2)), BlockResult.of(("ann", "bob"), (2, 1))],
    )
    assert duel.draw_probability == expected.draw_probability
    assert {s.entrant: s.rating for s in duel.standings} == expected.by_entrant


def test_a_line_says_what_was_played(duel: StandingsTable) -> None:
    ann, bob = by_name(duel)["ann"], by_name(duel)["bob"]
    assert (ann.matches, ann.wins, ann.draws, ann.losses) == (4, 2, 1, 1)
    assert (bob.matches, bob.wins, bob.draws, bob.losses) == (4, 1, 1, 2)
    assert (ann.points_share, bob.points_share) == (2.5 / 4, 1.5 / 4)
    assert (ann.mean_points, bob.mean_points) == ((21 + 7 + 6 + 8) / 4, (10 + 5 + 9 + 8) / 4)
    assert ann.low == rating_of(ann).mu - 3 * rating_of(ann).sigma
    assert (ann.withdrawn, bob.withdrawn) == (False, True)


def test_shares_are_told_without_the_matches_that_somebody_lost_by_a_fault(
    duel: StandingsTable,
) -> None:
    assert by_name(duel)["ann"].points_share == 0.625
    assert by_name(duel)["ann"].fair_share == 0.5
    assert by_name(duel)["bob"].fair_share == 0.5


def test_there_is_no_fair_share_without_forfeits_and_of_forfeits_alone() -> None:
    pair = ("ann", "bob")
    clean = [play(seated(1, pair, seating=each), 5, 7) for each in range(2)]
    assert [each.fair_share for each in tabulate(pair, clean).standings] == [None, None]
    all_lost = [
        play(seated(1, pair, seating=each), 5, 7, faults=(("bob", "late"),)) for each in range(2)
    ]
    assert [each.fair_share for each in tabulate(pair, all_lost).standings] == [None, None]


def test_faults_of_partial_blocks_are_shown_too(duel: StandingsTable) -> None:
    assert by_name(duel)["ann"].faults == {"crashed": 1, "illegal": 1}
    assert by_name(duel)["bob"].faults == {"late": 2}


def test_cross_table_and_seats(duel: StandingsTable) -> None:
    assert duel.cross == {
        ("ann", "bob"): HeadToHead(4, 2, 1, 1, 2.5 / 4, (0.0, 1.0), 42 / 4, (0, 1, 0, 0, 1)),
        ("bob", "ann"): HeadToHead(4, 1, 1, 2, 1.5 / 4, (0.0, 1.0), 32 / 4, (1, 0, 0, 1, 0)),
    }
    assert duel.seats == (1.5 / 4, 2.5 / 4)


def test_three_at_the_table() -> None:
    scores = [(5, 3, 3), (0, 9, 2), (4, 4, 4)]  # by seat, in seatings abc, bca, cab
    played = [play(seated(1, TRIO, seating=s), *points) for s, points in enumerate(scores)]
    made = tabulate(TRIO, played)
    lines = by_name(made)
    # rank points: ann 2 + 1 + 1, bob 1/2 + 0 + 1, cid 1/2 + 2 + 1
    assert [lines[name].points_share for name in TRIO] == [4 / 6, 1.5 / 6, 3.5 / 6]
    assert [standing.entrant for standing in made.standings] == ["ann", "cid", "bob"]
    ann = lines["ann"]
    assert (ann.matches, ann.wins, ann.draws, ann.losses) == (3, 1, 1, 1)
    assert (lines["bob"].wins, lines["bob"].draws, lines["bob"].losses) == (0, 1, 2)
    assert made.cross[("bob", "cid")] == HeadToHead(3, 0, 2, 1, 1 / 3, None, (3 + 0 + 4) / 3, ())
    assert made.seats == (3 / 6, 3.5 / 6, 2.5 / 6)
    expected = rate(TRIO, [BlockResult.of(TRIO, (1, 3, 2))])
    assert {s.entrant: s.rating for s in made.standings} == expected.by_entrant


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(
    st.integers(2, 3),
    st.integers(0, 10**6),
    st.floats(0, 1),
    st.randoms(use_true_random=False),
)
def test_no_order_matters_to_the_last_bit(
    seats: int, seed: int, share: float, chance: Random
) -> None:
    names = ["ann", "bob", "cid", "dora"]
    played = [match for match in season(names, seats, 3, seed) if chance.random() <= share]
    again = played + chance.sample(played, len(played) // 2)
    chance.shuffle(again)
    one, other = tabulate(names, played), tabulate(names[::-1], iter(again))
    assert one == other
    assert json.dumps(as_json(one)) == json.dumps(as_json(other))


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(st.integers(2, 4), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_what_must_add_up_adds_up(seats: int, seed: int, chance: Random) -> None:
    names = ["ann", "bob", "cid", "dora"]
    everything = season(names, seats, 2, seed)
    played = chance.sample(everything, len(everything) - 1)
    made = tabulate(names, played)
    assert made.partial_blocks == 1
    assert made.matches == made.blocks * seats == len(everything) - seats
    lines = made.standings
    assert sum(s.matches for s in lines) == made.matches * seats
    assert all(s.wins + s.draws + s.losses == s.matches for s in lines)
    assert sum(s.wins for s in lines) <= made.matches
    shares = math.fsum((s.points_share or 0) * s.matches for s in lines)
    assert shares == pytest.approx(made.matches * seats / 2)
    assert math.fsum(made.seats) == pytest.approx(seats / 2 if made.matches else 0)
    for (row, column), cell in made.cross.items():
        mirror = made.cross[(column, row)]
        assert (cell.wins, cell.draws, cell.losses) == (mirror.losses, mirror.draws, mirror.wins)
        assert cell.points_share + mirror.points_share == pytest.approx(1)
    for standing in lines:
        low, high = standing.share_interval or (0.0, 1.0)
        assert 0 <= low <= (standing.points_share or low) <= high <= 1
    assert sum(sum(s.faults.values()) for s in lines) == sum(len(p.result.faults) for p in played)


@pytest.mark.slow
@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10**6), st.integers(0, 1))
def test_half_a_block_changes_nothing_but_its_own_count(seed: int, seating: int) -> None:
    played = season(TRIO, 2, 2, seed)
    half = play(seated(3, ("ann", "bob"), seating=seating), 30, 0)
    one, other = tabulate(TRIO, played), tabulate(TRIO, [*played, half])
    assert other == replace(one, partial_blocks=1)
    assert one.partial_blocks == 0


def test_nothing_played_is_a_table_too() -> None:
    made = tabulate(TRIO, [])
    assert [(s.rank, s.entrant, s.mu) for s in made.standings] == [(1, n, MU) for n in TRIO]
    assert (made.matches, made.blocks, made.seats, dict(made.cross)) == (0, 0, (), {})
    assert [s.rank_range for s in made.standings] == [(1, 3)] * 3
    assert made.duplicates is None
    assert not made.connected


PAIR = ("ann", "bob")
GOOD = play(seated(1, PAIR, seating=0), 2, 1)


def changed(**values: Any) -> PlayedMatch:
    return replace(GOOD, result=replace(GOOD.result, **values))


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        ([GOOD, changed(points=(3, 1))], r"two matches under one id: .*points=\(3, 1\)"),
        ([GOOD, replace(GOOD, fixture=replace(GOOD.fixture, id="0" * 16))], "block in one seating"),
        ([changed(places=(1,))], r"a place and points for each seat, not .*places=\(1,\)"),
        ([changed(points=(1, 2, 3))], "a place and points for each seat"),
        ([changed(faults=(("cid", "late"),))], r"can be at fault, not \['cid'\]"),
        ([replace(GOOD, fixture=replace(GOOD.fixture, seating=2))], "from 0 to 1, not"),
        ([replace(GOOD, fixture=replace(GOOD.fixture, seats=("ann", "cid")))], "block's seating"),
        ([replace(GOOD, fixture=replace(GOOD.fixture, seats=("ann", "zoe")))], r"\['zoe'\]"),
        ([GOOD, play(seated(1, TRIO, seating=0), 1, 2, 3)], r"number of seats, not \[2, 3\]"),
    ],
)
def test_bad_matches_are_refused(bad: list[PlayedMatch], message: str) -> None:
    tabulate(TRIO, [GOOD])
    with pytest.raises(ValueError, match=message):
        tabulate(TRIO, bad)


def test_only_entrants_can_be_withdrawn() -> None:
    with pytest.raises(ValueError, match=r"only an entrant can be withdrawn, not \['zoe'\]"):
        tabulate(TRIO, [GOOD], ["zoe"])


def test_a_duel_of_three_seats_compares_nobody_with_itself() -> None:
    """One holds two seats of each match, in all ways: six matches make a block."""
    lineups = tuple(
        tuple(one if seat == own else other for seat in range(3))
        for one, other in (("ann", "bob"), ("bob", "ann"))
        for own in range(3)
    )
    played = []
    for board in (1, 2, 3):
        block = Block(board, ("ann", "bob"), lineups)
        for seating in range(block.seatings):
            fixture = make_fixture("spring", block, seating)
            played.append(play(fixture, *(2 if name == "ann" else 1 for name in fixture.seats)))
    made = tabulate(["ann", "bob"], played)
    assert set(made.cross) == {("ann", "bob"), ("bob", "ann")}
    assert made.cross["ann", "bob"].points_share == 1
    assert (made.blocks, made.matches) == (3, 18)
    assert rating_of(by_name(made)["ann"]).mu > rating_of(by_name(made)["bob"]).mu


def test_of_forfeits_alone_there_are_no_ratings_and_one_match_that_was_played_is_enough() -> None:
    pair = ("ann", "bob")
    lost = (("bob", "crashed"),)
    forfeited = [play(seated(1, pair, seating=turn), 0, 0, faults=lost) for turn in range(2)]
    made = tabulate(pair, forfeited)
    assert made.forfeits_only
    for line in as_json(made)["standings"]:  # type: ignore[attr-defined]
        assert {key for key, value in line.items() if value is None} >= {"mu", "sigma", "rank"}
        assert line["matches"] == 2
    played = [forfeited[0], play(seated(1, pair, seating=1), 3, 1)]
    assert not tabulate(pair, played).forfeits_only
    trio = [
        play(seated(1, TRIO, seating=turn), 2, 1, 0, faults=(("bob", "crashed"),))
        for turn in range(3)
    ]
    assert not tabulate(TRIO, trio).forfeits_only, "two of them played it to its end"
    assert not tabulate(pair, []).forfeits_only
