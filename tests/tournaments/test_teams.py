"""Teams of a cooperative game: who plays with whom on which board, and nothing twice."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.fixtures import Block, Fixture, fixture_id
from tournaments.formats.rounds import rounds
from tournaments.formats.teams import all_teams, mixed_teams, self_play

FIELDS = st.integers(2, 5).flatmap(
    lambda seats: st.tuples(st.integers(2 * seats, 2 * seats + 5), st.just(seats))
)
"""(entrants, seats)"""


def names(n: int) -> list[str]:
    return [f"bot {i}" for i in range(n)]


def mixed(n: int, seats: int, boards: int) -> list[Fixture]:
    return list(mixed_teams("spring", dict.fromkeys(names(n)[::-1], 1), seats, boards))


@pytest.mark.parametrize("seats", range(1, 6))
@pytest.mark.parametrize("n", range(1, 4))
def test_in_self_play_every_bot_holds_all_seats_of_every_board(n: int, seats: int) -> None:
    fixtures = list(self_play("spring", names(n)[::-1], seats, 3))
    assert [fixture.seats for fixture in fixtures] == [(name,) * seats for name in names(n)] * 3
    assert [fixture.block.board for fixture in fixtures] == [b for b in (1, 2, 3) for _ in range(n)]
    assert all(fixture.block.seatings == n for fixture in fixtures)
    assert len({fixture.id for fixture in fixtures}) == 3 * n


def test_another_entrant_leaves_the_matches_of_self_play_as_they_are() -> None:
    before = {fixture.id for fixture in self_play("spring", names(3), 2, 4)}
    after = {fixture.id for fixture in self_play("spring", names(4), 2, 5)}
    assert before < after
    assert len(after) == 20


@settings(deadline=None, max_examples=30)
@given(FIELDS, st.integers(1, 6))
def test_mixed_teams_are_disjoint_and_whole(field: tuple[int, int], boards: int) -> None:
    n, seats = field
    blocks = dict.fromkeys(fixture.block for fixture in mixed(n, seats, boards))
    assert [block.board for block in blocks] == list(range(1, boards + 1))
    for block in blocks:
        assert len(block.lineups) == n // seats
        assert sorted(name for team in block.lineups for name in team) == list(block.entrants)
        assert len(set(block.entrants)) == seats * (n // seats)


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(FIELDS, st.integers(1, 12))
def test_in_every_prefix_of_boards_no_two_differ_by_more_than_one_match(
    field: tuple[int, int], boards: int
) -> None:
    played = Counter(name for fixture in mixed(*field, boards) for name in fixture.seats)
    counts = [played[name] for name in names(field[0])]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize(("n", "seats", "boards"), [(6, 2, 50), (9, 3, 56), (7, 2, 70)])
def test_all_sit_together_about_equally_often(n: int, seats: int, boards: int) -> None:
    together: Counter[tuple[str, ...]] = Counter()
    for fixture in mixed(n, seats, boards):
        together.update(combinations(sorted(fixture.seats), 2))
    counts = [together[pair] for pair in combinations(names(n), 2)]
    assert max(counts) - min(counts) <= 3


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(FIELDS, st.integers(1, 30))
def test_in_mixed_teams_everybody_holds_every_seat_about_equally_often(
    field: tuple[int, int], boards: int
) -> None:
    held = Counter(place for each in mixed(*field, boards) for place in enumerate(each.seats))
    for name in names(field[0]):
        times = [held[seat, name] for seat in range(field[1])]
        # Of two partners that have both held one seat too seldom, one has to wait.
        assert max(times) - min(times) <= 3


def test_mixed_teams_without_even_seats_sit_in_the_order_drawn() -> None:
    field = dict.fromkeys(names(6), 1)
    drawn = list(mixed_teams("spring", field, 2, 9, even_seats=False))
    assert [each.groups for each in rounds("spring", field, 2, 9)] == [
        block.lineups for block in dict.fromkeys(fixture.block for fixture in drawn)
    ]
    evenly = mixed(6, 2, 9)
    assert drawn != evenly
    # Who plays with whom is the same: only the seats differ.
    assert [sorted(each.seats) for each in drawn] == [sorted(each.seats) for each in evenly]


@pytest.mark.parametrize(("n", "seats"), [(3, 2), (6, 2), (5, 3), (6, 4), (6, 5)])
def test_of_all_teams_every_one_plays_every_board_and_holds_all_seats(n: int, seats: int) -> None:
    fixtures = list(all_teams("spring", names(n)[::-1], seats, seats))
    teams = {frozenset(team) for team in combinations(names(n), seats)}
    blocks = {fixture.block.board: fixture.block for fixture in fixtures}
    assert len({fixture.id for fixture in fixtures}) == len(fixtures) == seats * len(teams)
    for block in blocks.values():
        assert {frozenset(team) for team in block.lineups} == teams
        assert block.entrants == tuple(names(n))
    for team in teams:
        turned = [lineup for b in blocks.values() for lineup in b.lineups if {*lineup} == team]
        assert all({*held} == team for held in zip(*turned, strict=True))


def test_another_entrant_leaves_the_matches_of_all_teams_as_they_are() -> None:
    before = [fixture.id for fixture in all_teams("spring", names(4), 3, 2)]
    after = [fixture.id for fixture in all_teams("spring", ["abe", *names(4)], 3, 3)]
    assert set(before) < set(after)
    assert before == [f.id for f in all_teams("spring", names(4), 3, 5)][: len(before)]


def test_more_boards_only_add_to_the_end() -> None:
    assert mixed(7, 3, 9)[: 2 * 5] == mixed(7, 3, 5)


def test_the_teams_do_not_depend_on_the_order_of_names_but_on_the_tournament() -> None:
    def teams(tournament: str, *, turned: bool) -> list[tuple[str, ...]]:
        field = names(8)[::-1] if turned else names(8)
        return [
            fixture.seats
            for fixture in islice(mixed_teams(tournament, dict.fromkeys(field, 1), 2, 5), 20)
        ]

    assert teams("spring", turned=True) == teams("spring", turned=False)
    assert teams("spring", turned=True) != teams("autumn", turned=True)


def test_the_id_of_a_team_is_that_of_board_and_seats() -> None:
    alone = Block(1, ("ann", "bob"), (("ann", "bob"),), teams=True)
    among = Block(1, ("ann", "bob", "cid", "eve"), (("cid", "eve"), ("ann", "bob")), teams=True)
    assert fixture_id("spring", alone, 0) == fixture_id("spring", among, 1) == "5c2f1cb2243e27d6"
    turned = Block(1, ("ann", "bob"), (("bob", "ann"),), teams=True)
    assert fixture_id("spring", turned, 0) != fixture_id("spring", alone, 0)
    assert fixture_id("spring", Block(1, ("ann", "bob")), 0) != fixture_id("spring", alone, 0)


@pytest.mark.parametrize(
    ("schedule", "n", "seats", "boards", "message"),
    [
        (mixed_teams, 3, 2, 1, "4 entrants or more are needed; rec"),
        (mixed_teams, 4, 1, 1, "teams of different bots need 2 seats or more, not 1"),
        (all_teams, 4, 1, 1, "teams of different bots need 2 seats or more, not 1"),
        (all_teams, 2, 2, 1, "3 entrants or more are needed; rec"),
        (mixed_teams, 4, 2, 0, "1 board or more, not 0"),
        (self_play, 0, 2, 1, r"1 entrants or more are needed; received .: \[\]"),
        (self_play, 1, 1, 0, "1 board or more, not 0"),
    ],
)
def test_what_cannot_be_scheduled(
    schedule: Callable[..., Iterator[Fixture]], n: int, seats: int, boards: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        list(schedule("spring", dict.fromkeys(names(n), 1), seats, boards))
