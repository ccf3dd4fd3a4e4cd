"""What duplicate boards gain: no more and no less than the luck that binds a block."""

import math
from itertools import product
from random import Random

import pytest

from tests.tournaments.calibration import fixed
from tournaments.formats.teams import mixed_teams, self_play
from tournaments.ratings.contests import Contest, Side
from tournaments.ratings.duplicates import Gain, gain
from tournaments.ratings.tabulate import tabulate

from .test_standings_of_teams import play as play_team


def block(*legs: int, one: str = "ann", other: str = "bob") -> list[Contest]:
    """The block in which `one` gets these half points, 2 or 0: in the first seat, in the second."""
    sides = [(Side((one,), 2 - won // 2, 0), Side((other,), 1 + won // 2, 0)) for won in legs]
    return [sides[0], sides[1][::-1]]


def measured(seats: int, luck: str, boards: int) -> Gain:
    found = fixed(seats, luck).play(boards, seed=4).duplicates
    assert found
    return found


@pytest.mark.slow
def test_independent_matches_in_a_block_gain_nothing() -> None:
    found = measured(2, "none", 60)
    assert found.interval[0] < 1 < (found.interval[1] or 0)
    assert found.times == pytest.approx(1, abs=0.1)


@pytest.mark.slow
def test_luck_of_the_hand_is_gained_and_luck_of_the_entrant_is_lost() -> None:
    assert measured(2, "negative", 60).interval[0] > 1.5
    assert (measured(2, "positive", 60).interval[1] or 9) < 0.9


def test_all_four_results_of_a_block_equally_often_gain_nothing() -> None:
    """The result of one match in a block says nothing about that of the other match."""
    boards = [block(2, 2), block(0, 0), block(2, 0), block(0, 2)] * 50
    found = gain(boards)
    assert found
    assert found.times == pytest.approx(1)


def test_blocks_that_are_always_split_have_no_upper_end() -> None:
    found = gain([block(2, 0), block(0, 2)] * 50)
    assert found
    assert (found.times, found.interval[1]) == (None, None)
    assert found.interval[0] > 10


def duel_block(random: Random, *, shared: bool) -> list[Contest]:
    """The six lineups of a duel of three seats; with `shared` luck the seats' cards decide all."""
    cards = random.sample(range(3), 3)
    contests = []
    for lineup in product(("new", "old"), repeat=3):
        if len(set(lineup)) == 2:
            places = cards if shared else random.sample(range(3), 3)
            sides = zip(lineup, places, strict=True)
            contests.append(tuple(Side((name,), place + 1, 0) for name, place in sides))
    return contests


def test_in_a_duel_of_three_seats_every_match_of_a_block_counts() -> None:
    random = Random(1)
    alone = gain([duel_block(random, shared=False) for _ in range(1500)])
    assert alone
    assert alone.times == pytest.approx(1, abs=0.1)
    # Each bot holds each hand as often as the other one, so totals do not vary.
    same = gain([duel_block(random, shared=True) for _ in range(100)])
    assert same
    assert same.times is None


def test_without_luck_or_with_one_meeting_nothing_is_known() -> None:
    assert gain([]) is None
    assert gain([block(2, 2)] * 20) is None
    assert gain([block(2, 0), block(0, 2, other="cid")]) is None


@pytest.mark.slow
@pytest.mark.parametrize("mixed", [False, True])
def test_luck_of_the_board_that_all_teams_share_is_gained(mixed: bool) -> None:
    names = [f"bot {i}" for i in range(6)]
    fixtures = (
        list(mixed_teams("spring", dict.fromkeys(names, 1), 2, 200))
        if mixed
        else list(self_play("spring", names, 2, 100))
    )
    gains = []
    for luck in (0.0, 10.0):
        chance = Random(7)
        boards = [chance.gauss(0, luck) for _ in range(201)]
        played = [
            play_team(each, round(boards[each.block.board] + chance.gauss(0, 10)) - 50)
            for each in fixtures
        ]
        gains.append(tabulate(names, played).duplicates)
    independent, shared = gains
    assert independent
    assert shared
    assert independent.times == pytest.approx(1, abs=0.12)
    assert shared.times == pytest.approx(2, abs=0.4)  # half of all luck is the board's
    assert shared.interval[0] > 1.3 > (independent.interval[1] or math.inf)
