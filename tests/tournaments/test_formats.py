"""The formats: fixtures stage by stage, the same however often a tournament is taken up again."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.played_formats import blocks, make, meetings, names, play_all, result_of
from tournaments.core.fixtures import Block, Fixture
from tournaments.core.results import MatchResult
from tournaments.formats.field import Field
from tournaments.formats.registry import COMPETITIVE, FORMATS
from tournaments.formats.staged_schedule import StagedSchedule

FIELDS = st.tuples(st.integers(2, 9), st.integers(2, 5)).filter(lambda field: field[0] >= field[1])
"""(entrants, seats)"""
ROTATING = sorted({each.name for each in COMPETITIVE} - {"duel"})
"""Formats in which every block has all rotations of its entrants, so that each holds every seat."""


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(FIELDS, st.integers(1, 4), st.sampled_from(sorted({*FORMATS} - {"duel"})), st.randoms())
def test_a_tournament_that_is_taken_up_anywhere_goes_on_the_same(
    field: tuple[int, int], boards: int, format_: str, chance: Random
) -> None:
    n, seats = field
    if format_ == "mixed-teams":
        n = 2 * seats + n % 3
    if format_ == "all-teams":
        n = seats + 1 + n % 2
    made = make(n, seats, boards, hero="bot 0")
    whole = play_all(format_, made, skilled=False)
    results: dict[str, MatchResult] = {}
    while True:
        schedule = StagedSchedule(FORMATS[format_].stages(made))
        missing = schedule.advance(results)
        if not missing:
            break
        few = chance.sample(missing, chance.randint(1, len(missing)))
        results |= {fixture.id: result_of(fixture, skilled=False) for fixture in few}
        assert schedule.fixtures == whole.fixtures[: len(schedule.fixtures)]
    assert schedule.fixtures == whole.fixtures
    assert len({fixture.id for fixture in whole.fixtures}) == len(whole.fixtures)


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(FIELDS, st.integers(1, 3), st.sampled_from(ROTATING))
def test_every_block_has_all_rotations_and_gives_every_seat_to_all(
    field: tuple[int, int], boards: int, format_: str
) -> None:
    n, seats = field
    schedule = play_all(format_, make(n, seats, boards, hero="bot 1"))
    by_block: dict[Block, list[Fixture]] = {}
    for fixture in schedule.fixtures:
        by_block.setdefault(fixture.block, []).append(fixture)
    for block, fixtures in by_block.items():
        assert len(fixtures) == block.seatings == seats == len(set(block.entrants))
        for by_seat in zip(*(fixture.seats for fixture in fixtures), strict=True):
            assert tuple(sorted(by_seat)) == block.entrants


@settings(deadline=None, max_examples=40)
@given(FIELDS, st.integers(1, 10))
def test_in_rounds_all_play_about_as_often_and_never_twice_a_board(
    field: tuple[int, int], boards: int
) -> None:
    n, seats = field
    schedule = play_all("rounds", make(n, seats, boards))
    for board in range(1, boards + 1):
        here = [name for b in blocks(schedule.fixtures) if b.board == board for name in b.entrants]
        assert len(here) == len(set(here)) == n - n % seats
    played = Counter(name for block in blocks(schedule.fixtures) for name in block.entrants)
    assert max(played.values()) - min(played[name] for name in names(n)) <= 1


@pytest.mark.parametrize(("n", "seats", "boards"), [(10, 3, 60), (9, 4, 60), (12, 5, 40)])
def test_in_rounds_all_meet_about_equally_often(n: int, seats: int, boards: int) -> None:
    met = meetings(play_all("rounds", make(n, seats, boards)))
    counts = [met[pair] for pair in combinations(sorted(names(n)), 2)]
    assert max(counts) - min(counts) <= 4


@pytest.mark.parametrize(("n", "seats"), [(2, 2), (5, 2), (6, 3), (5, 5)])
def test_in_a_gauntlet_all_meet_the_hero_alike(n: int, seats: int) -> None:
    schedule = play_all("gauntlet", make(n, seats, 2, hero="bot 1"))
    assert all("bot 1" in block.entrants for block in blocks(schedule.fixtures))
    others = [name for name in names(n) if name != "bot 1"]
    met = meetings(schedule)
    assert len({met[min("bot 1", each), max("bot 1", each)] for each in others}) == 1
    assert len(blocks(schedule.fixtures)) == len(list(combinations(others, seats - 1))) * 2


def test_a_gauntlet_needs_its_hero() -> None:
    with pytest.raises(
        ValueError, match=r"a gauntlet is one of \['bot 0', 'bot 1'\]; received 'x'"
    ):
        StagedSchedule(FORMATS["gauntlet"].stages(make(2, 2, 1, hero="x")))


def rounds(schedule: StagedSchedule, boards: int) -> Mapping[int, list[Block]]:
    found: dict[int, list[Block]] = {}
    for block in blocks(schedule.fixtures):
        found.setdefault((block.board - 1) // boards, []).append(block)
    return found


@pytest.mark.parametrize("n", [4, 7, 8, 16, 17])
def test_in_a_swiss_tournament_nobody_meets_another_twice_while_that_can_be(n: int) -> None:
    schedule = play_all("swiss", make(n, 2, 2))
    assert set(meetings(schedule).values()) == {2}
    played = rounds(schedule, 2)
    assert len(played) == (n - 1).bit_length() + 1
    for each in played.values():
        here = Counter(name for block in each for name in block.entrants)
        assert set(here.values()) == {2}
        assert len(here) == n - n % 2
    sat_out = Counter(
        name
        for each in played.values()
        for name in set(names(n)).difference(*(block.entrants for block in each))
    )
    assert max(sat_out.values(), default=0) <= 1


def test_in_a_swiss_tournament_the_best_come_to_meet_the_best() -> None:
    schedule = play_all("swiss", make(16, 2, 1))
    met = meetings(schedule)
    top, bottom = ("bot 15", "bot 14", "bot 13"), ("bot 0", "bot 1", "bot 2")
    assert sum(met[min(pair), max(pair)] for pair in combinations(top, 2)) >= 2
    assert not any(met[min(a, b), max(a, b)] for a in top[:2] for b in bottom)


# `asked` 0 stands for the usual number of rounds, which is 3 for 10 entrants and 4 seats.
@pytest.mark.parametrize(
    ("n", "seats", "asked", "number"), [(9, 3, 2, 2), (10, 4, 0, 3), (3, 2, 5, 5)]
)
def test_a_swiss_tournament_has_its_rounds_for_any_seats(
    n: int, seats: int, asked: int, number: int
) -> None:
    schedule = play_all("swiss", make(n, seats, 1, rounds=asked))
    assert len(rounds(schedule, 1)) == number


@settings(deadline=None, max_examples=15)
@given(FIELDS, st.integers(1, 9))
def test_on_a_ladder_all_play_enough_and_every_block_has_its_board(
    field: tuple[int, int], boards: int
) -> None:
    n, seats = field
    schedule = play_all("ladder", make(n, seats, boards), skilled=False)
    own = blocks(schedule.fixtures)
    played = Counter(name for block in own for name in block.entrants)
    assert min(played[name] for name in names(n)) >= boards
    assert [block.board for block in own] == list(range(1, len(own) + 1))


def test_on_a_ladder_a_newcomer_is_placed_and_what_was_played_stays() -> None:
    field = make(8, 2, 12)
    before = play_all("ladder", field)
    last = before.fixtures[-1].block.board
    joined = Field("spring", {**field.entrants, "bot 9": last + 1}, 2, 12)
    after = play_all("ladder", joined)
    assert after.fixtures[: len(before.fixtures)] == before.fixtures
    new = blocks(after.fixtures[len(before.fixtures) :])
    assert len(new) == 12
    assert all("bot 9" in block.entrants for block in new)
    opponents = [next(n for n in block.entrants if n != "bot 9") for block in new]
    # The newcomer chooses the first four before it is rated. It beats all, so it is rated high.
    assert Counter(opponents[4:]).keys() & {"bot 7", "bot 6"}
    assert "bot 0" not in opponents[4:]


@pytest.mark.slow
@settings(deadline=None, max_examples=25)
@given(FIELDS, st.integers(1, 6), st.integers(1, 6), st.randoms())
def test_on_a_ladder_that_is_raised_at_any_moment_what_was_played_stays(
    field: tuple[int, int], boards: int, more: int, chance: Random
) -> None:
    n, seats = field
    first = StagedSchedule(FORMATS["ladder"].stages(make(n, seats, boards)))
    results: dict[str, MatchResult] = {}
    for _ in range(chance.randint(0, 5)):
        missing = first.advance(results)
        few = missing[: chance.randint(0, len(missing))]
        results |= {fixture.id: result_of(fixture, skilled=True) for fixture in few}
    played = [fixture for fixture in first.fixtures if fixture.id in results]
    last = max((fixture.block.board for fixture in played), default=0)
    raised = make(n, seats, boards + more, raised=((1, boards), (last + 1, boards + more)))
    after = play_all("ladder", raised)
    assert set(played) <= set(after.fixtures)
    times = Counter(name for block in blocks(after.fixtures) for name in block.entrants)
    assert min(times[name] for name in names(n)) >= boards + more


def test_whole_blocks_count_in_the_order_of_play() -> None:
    schedule = StagedSchedule(FORMATS["round-robin"].stages(make(3, 2, 2)))
    results = {fixture.id: result_of(fixture, skilled=True) for fixture in schedule.fixtures}
    late = schedule.fixtures[3]
    del results[late.id]
    assert schedule.advance(results) == [late]
    counted, waiting = schedule.counted(results)
    assert [match.fixture for match in counted] == schedule.fixtures[:2]
    assert [match.fixture for match in waiting] == [schedule.fixtures[2], *schedule.fixtures[4:]]


@pytest.mark.parametrize("format_", sorted({*FORMATS} - {"duel"}))
@pytest.mark.parametrize(("n", "boards"), [(0, 1), (1, 0)])
def test_what_cannot_be_scheduled(format_: str, n: int, boards: int) -> None:
    with pytest.raises(ValueError, match=r"needed; received|1 board or more"):
        StagedSchedule(
            FORMATS[format_].stages(make(n + (boards == 0) * 9, 2, boards, hero="bot 0"))
        )
