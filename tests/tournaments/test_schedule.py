"""The schedule of a round robin: who meets whom on which board, and in which order."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, islice, pairwise
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.core.fixtures import Block, Fixture, fixture_id
from tournaments.formats.round_robin import round_robin

FIELDS = st.tuples(st.integers(2, 9), st.integers(2, 5)).filter(lambda field: field[0] >= field[1])
"""(entrants, seats)"""


def names(n: int) -> list[str]:
    return [f"bot {i}" for i in range(n)]


def play_all(n: int, seats: int, boards: int) -> list[Fixture]:
    return list(round_robin("spring", names(n), seats, boards))


def blocks_of(fixtures: Iterable[Fixture]) -> list[Block]:
    return list(dict.fromkeys(fixture.block for fixture in fixtures))


def spread(counts: Counter[str], n: int) -> int:
    every = [counts[name] for name in names(n)]
    return max(every) - min(every)


@pytest.mark.slow
@settings(deadline=None)
@given(FIELDS, st.integers(1, 4))
def test_every_group_plays_every_board_once(field: tuple[int, int], boards: int) -> None:
    blocks = blocks_of(play_all(*field, boards))
    expected = [
        Block(board, group)
        for board in range(1, boards + 1)
        for group in combinations(names(field[0]), field[1])
    ]
    assert sorted(blocks, key=repr) == sorted(expected, key=repr)
    assert [block.board for block in blocks] == sorted(block.board for block in blocks)


@pytest.mark.slow
@settings(deadline=None)
@given(FIELDS, st.integers(1, 3))
def test_a_block_is_adjacent_and_gives_each_of_its_entrants_each_seat_once(
    field: tuple[int, int], boards: int
) -> None:
    n, seats = field
    fixtures = play_all(n, seats, boards)
    assert len(fixtures) == boards * comb(n, seats) * seats
    for start in range(0, len(fixtures), seats):
        group = fixtures[start : start + seats]
        block = group[0].block
        assert [fixture.block for fixture in group] == [block] * seats
        assert sorted(fixture.seating for fixture in group) == list(range(block.seatings))
        for by_seat in zip(*(fixture.seats for fixture in group), strict=True):
            assert tuple(sorted(by_seat)) == block.entrants


@settings(deadline=None)
@given(FIELDS, st.integers(1, 2))
def test_every_prefix_is_balanced(field: tuple[int, int], boards: int) -> None:
    n, seats = field
    allowed = seats if seats > 2 else 1 + n % 2
    played: Counter[str] = Counter()
    for done, block in enumerate(blocks_of(play_all(n, seats, boards)), 1):
        played.update(block.entrants)
        assert spread(played, n) <= allowed
        if done % comb(n, seats) == 0:
            assert spread(played, n) == 0


@pytest.mark.parametrize("n", range(2, 13))
def test_pairs_come_in_rounds_in_which_nobody_plays_twice(n: int) -> None:
    blocks = blocks_of(play_all(n, 2, 1))
    size = n // 2
    assert len(blocks) == size * (n - 1 + n % 2)
    for start in range(0, len(blocks), size):
        sitting = [name for block in blocks[start : start + size] for name in block.entrants]
        assert len(set(sitting)) == len(sitting) == 2 * size


@pytest.mark.slow
@settings(deadline=None)
@given(FIELDS, st.integers(1, 2))
def test_over_as_many_boards_as_seats_every_seating_comes_first_once(
    field: tuple[int, int], rounds: int
) -> None:
    n, seats = field
    first = play_all(n, seats, rounds * seats)[::seats]
    times = Counter((fixture.block.entrants, fixture.seating) for fixture in first)
    assert set(times.values()) == {rounds}
    assert len(times) == comb(n, seats) * seats


@pytest.mark.parametrize("n", range(2, 13))
def test_within_a_board_of_pairs_everybody_begins_half_of_its_blocks(n: int) -> None:
    first = play_all(n, 2, 1)[::2]
    begins = Counter(fixture.seats[0] for fixture in first)
    follows = Counter(fixture.seats[1] for fixture in first)
    assert all(abs(begins[name] - follows[name]) <= 1 for name in names(n))


@pytest.mark.slow
@settings(deadline=None)
@given(FIELDS, st.integers(1, 3), st.integers(1, 3))
def test_more_boards_only_add_to_the_end(field: tuple[int, int], boards: int, more: int) -> None:
    short, longer = play_all(*field, boards), play_all(*field, boards + more)
    assert longer[: len(short)] == short
    assert len(longer) > len(short)


@pytest.mark.slow
@settings(deadline=None)
@given(FIELDS, st.integers(1, 3))
def test_ids_are_all_different(field: tuple[int, int], boards: int) -> None:
    fixtures = play_all(*field, boards)
    assert len({fixture.id for fixture in fixtures}) == len(fixtures)


def test_an_id_is_the_same_for_ever() -> None:
    # printf '["spring",1,["ann 2","b\\u00e9la"],0]' | sha256sum
    assert fixture_id("spring", Block(1, ("ann 2", "béla")), 0) == "0aa71f94f2727096"


def test_ids_depend_on_tournament_board_entrants_and_seating_alone() -> None:
    block = Block(1, ("ann", "bob"))
    ids = {
        fixture_id("spring", block, 0),
        fixture_id("autumn", block, 0),
        fixture_id("spring", Block(2, block.entrants), 0),
        fixture_id("spring", Block(1, ("ann", "eve")), 0),
        fixture_id("spring", block, 1),
    }
    assert len(ids) == 5
    fewer = {fixture.id for fixture in round_robin("spring", ["ann", "bob"], 2, 1)}
    more = {fixture.id for fixture in round_robin("spring", ["ann", "bob", "eve"], 2, 1)}
    assert len(fewer) == 2
    assert fewer < more


@pytest.mark.slow
@settings(deadline=None)
@given(st.permutations(names(6)), st.integers(2, 4))
def test_the_order_in_which_entrants_are_named_does_not_matter(
    shuffled: list[str], seats: int
) -> None:
    assert list(round_robin("spring", shuffled, seats, 2)) == play_all(6, seats, 2)


def test_a_schedule_is_made_as_it_is_read() -> None:
    endless = round_robin("spring", names(40), 5, 10**9)
    first = list(islice(endless, 10))
    assert all(one.block == other.block for one, other in pairwise(first[:5]))


@pytest.mark.parametrize(
    ("entrants", "seats", "boards", "message"),
    [
        (["ann"], 2, 1, r"2 entrants or more are needed; received .: \['ann'\]"),
        ([], 2, 1, r"2 entrants or more are needed; received .: \[\]"),
        (["ann", "bob"], 3, 1, r"3 entrants or more are needed; received .: \['ann', 'bob'\]"),
        (["ann", "bob", "ann"], 2, 1, r"a name of its own; more than once: \['ann'\]"),
        (["ann", "bob"], 2, 0, "needs 1 board or more, not 0"),
        (["ann", "bob"], 1, 1, "needs 2 seats or more, not 1"),
    ],
)
def test_a_bad_field_is_refused_at_once(
    entrants: list[str], seats: int, boards: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        round_robin("spring", entrants, seats, boards)
