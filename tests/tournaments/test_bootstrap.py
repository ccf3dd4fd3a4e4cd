"""Intervals from whole pieces: what they cover, and that nothing but the pieces matters."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings import bootstrap
from tournaments.ratings.bootstrap import interval

WORST, BEST = (0, 4), (4, 4)
PIECES = st.lists(st.tuples(st.integers(0, 4), st.just(4)), min_size=2, max_size=30)


@pytest.mark.slow
@given(PIECES, st.randoms(use_true_random=False))
def test_it_is_of_the_pieces_in_any_order(pieces: list[tuple[int, int]], chance: Random) -> None:
    shuffled = list(pieces)
    chance.shuffle(shuffled)
    assert interval(shuffled, WORST, BEST) == interval(pieces, WORST, BEST)


@given(PIECES)
def test_it_lies_around_the_ratio_within_what_there_can_be(pieces: list[tuple[int, int]]) -> None:
    low, high = interval(pieces, WORST, BEST) or (2, -1)
    assert 0 <= low <= sum(a for a, _ in pieces) / (4 * len(pieces)) <= high <= 1


def test_fewer_than_two_pieces_have_none() -> None:
    assert interval([], WORST, BEST) is None
    assert interval([(4, 4)], WORST, BEST) is None


def test_few_pieces_that_agree_leave_doubt_and_many_leave_little() -> None:
    lows = [(interval([(4, 4)] * n, WORST, BEST) or (2, 0))[0] for n in (2, 5, 10, 100, 1000)]
    assert lows == sorted(lows)
    assert lows[0] == 0
    assert 0.7 < lows[2] < 0.9 < lows[3] < 1


def test_kept_counts_are_those_of_the_pieces_that_are_drawn() -> None:
    own = [(-7, 1)] * 3 + [(2, 2)] * 4 + [(40, 1)] * 2
    worst, best = (0, 3), (40, 1)
    # Each piece twice, and the worst and the best once more: half a piece counts as 1.
    halves = np.array(sorted([*own, *own, worst, best]))
    # 20 is the seed of `bootstrap`.
    draws = np.random.RandomState(20).randint(0, len(halves), size=(bootstrap.RESAMPLES, len(own)))
    ratios = [x / y for x, y in halves[draws].sum(axis=1).tolist()]
    # 50 of 2000 resamples are left out at either end.
    ends = sorted(ratios)[50], sorted(ratios)[-51]
    assert interval(own, worst, best) == ends


@pytest.mark.parametrize("number", [400, 4000, 40_000])
def test_of_many_pieces_it_is_the_normal_one(number: int) -> None:
    """Few distinct pieces, and many."""
    chance = Random(number)
    for greatest in (2, 200):
        pieces = [(chance.randint(0, greatest), greatest) for _ in range(number)]
        mean = sum(a for a, _ in pieces) / number
        deviation = (sum((a - mean) ** 2 for a, _ in pieces) / number**2) ** 0.5 / greatest
        low, high = interval(pieces, (0, greatest), (greatest, greatest)) or (0, 0)
        assert low == pytest.approx(mean / greatest - 1.96 * deviation, abs=0.3 * deviation)
        assert high == pytest.approx(mean / greatest + 1.96 * deviation, abs=0.3 * deviation)


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", [(0, 2, 2, 2, 4), (0, 0, 0, 0, 4), (0, 1, 1, 2, 2, 3, 9)], ids=["even", "rare", "wide"]
)
def test_without_draws_it_is_what_many_draws_come_to(kind: tuple[int, ...]) -> None:
    chance = Random(3)
    given = [
        (chance.choice(kind), chance.choice((1, 2, 4))) for _ in range(bootstrap.EXPANDED_FROM)
    ]
    weights = Counter({piece: 2 * times for piece, times in Counter(given).items()})
    weights.update(((0, 4), (max(kind), 1)))
    parts = np.array(list(weights.values())) / weights.total()
    drawn = np.random.RandomState(1).multinomial(len(given), parts, size=100_000)
    amounts, sizes = (drawn @ np.array(list(weights))).T
    ends = np.quantile(amounts / sizes, (0.025, 0.975))
    reach = 0.01 * float(ends[1] - ends[0])
    assert interval(given, (0, 4), (max(kind), 1)) == pytest.approx(ends.tolist(), abs=reach)


def test_where_almost_all_agree_it_is_drawn() -> None:
    """The one piece that differs is drawn a whole number of times; the 97.5 percentile is 4."""
    number = 10 * bootstrap.EXPANDED_FROM
    low, high = interval([(4, 4)] * (number - 1) + [(0, 4)], WORST, BEST) or (0, 0)
    assert (1 - low) * number == pytest.approx(4)
    assert high == 1


def test_pieces_of_all_sizes_count_by_their_size() -> None:
    pieces = [(0, 1)] * 300 + [(3, 3)] * 100
    low, high = interval(pieces, (0, 1), (3, 3)) or (0, 0)
    assert low < 0.5 < high
    assert 0.05 < high - low < 0.15


def test_what_is_said_twice_is_not_said_more_surely() -> None:
    chance = Random(1)
    once = [(chance.randint(0, 4), 4) for _ in range(200)]
    twice = [(2 * amount, 2 * size) for amount, size in once]
    assert interval(twice, (0, 8), (8, 8)) == interval(once, WORST, BEST)
    as_two = interval(once + once, WORST, BEST) or (0, 0)
    as_one = interval(once, WORST, BEST) or (0, 0)
    assert as_two[1] - as_two[0] < 0.8 * (as_one[1] - as_one[0])


def test_without_size_there_is_no_end() -> None:
    low, high = interval([(3, 0)] * 20, (3, 6), (3, 0)) or (0, 0)
    assert low > 1
    assert high == float("inf")
