"""Ratings: no order matters, what never met is not compared, and they settle or say so."""

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.rating_results import NAMES, RESULTS, ladder, season
from tournaments.ratings.draws import DRAW_PROBABILITIES
from tournaments.ratings.propagation import SIGMA
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import (
    CLOSE_ENOUGH,
    MAX_SWEEPS,
    MU,
    Rating,
    Ratings,
    believed,
    better_probability,
)


@pytest.mark.slow
@settings(deadline=None, max_examples=30)
@given(RESULTS, st.randoms(use_true_random=False))
def test_no_order_matters_to_the_last_bit(results: list[BlockResult], chance: Random) -> None:
    shuffled, entrants = [], list(NAMES)
    for each in results:
        seats = list(zip(each.entrants, each.places, strict=True))
        chance.shuffle(seats)
        shuffled.append(BlockResult.of(tuple(n for n, _ in seats), tuple(p for _, p in seats)))
    chance.shuffle(shuffled)
    chance.shuffle(entrants)
    one, other = believed(NAMES, results), believed(entrants, iter(shuffled))
    assert one == other
    assert list(one.by_entrant) == list(other.by_entrant) == sorted(NAMES)


def test_a_shuffled_season_is_bit_identical() -> None:
    names, results = season([22, 24, 25, 26, 28], 60, seed=5)
    ratings = believed(names, results)
    assert ratings.last_change <= CLOSE_ENOUGH
    for seed in range(3):
        Random(seed).shuffle(results)
        assert believed(names[::-1], results) == ratings


@settings(deadline=None, max_examples=30)
@given(RESULTS)
def test_only_the_order_of_places_counts(results: list[BlockResult]) -> None:
    stretched = [
        BlockResult.of(r.entrants, [10 * place - 3 for place in r.places]) for r in results
    ]
    assert believed(NAMES, stretched) == believed(NAMES, results)


@settings(deadline=None, max_examples=30)
@given(RESULTS)
def test_the_mean_of_all_stays_at_25_and_no_sigma_grows(results: list[BlockResult]) -> None:
    ratings = believed(NAMES, results)
    rated = ratings.by_entrant
    assert math.fsum(each.mu for each in rated.values()) / len(rated) == pytest.approx(MU)
    assert all(0 < each.sigma <= SIGMA + 1e-9 for each in rated.values())
    assert set(NAMES) == set(rated)
    idle = set(NAMES) - {name for each in results for name in each.entrants}
    assert all(is_prior(rated[name]) for name in idle)
    assert not (idle and ratings.connected)


def is_prior(rating: Rating) -> bool:
    return rating.mu == MU and rating.sigma == pytest.approx(SIGMA)


@pytest.mark.parametrize("times", [1, 20, 300])
def test_a_strict_ladder_keeps_its_order(times: int) -> None:
    names = [f"bot {i}" for i in range(8)]
    ratings = believed(names, ladder(names, times))
    mus = [ratings.by_entrant[name].mu for name in names]
    assert mus == sorted(mus, reverse=True)
    assert len(set(mus)) == len(names)


def test_one_result_repeated_thousands_of_times_settles() -> None:
    ratings = believed(["ann", "bob"], [BlockResult.of(("ann", "bob"), (1, 2))] * 5000)
    assert ratings.sweeps < MAX_SWEEPS
    assert ratings.last_change <= CLOSE_ENOUGH
    assert ratings.by_entrant["ann"].mu - ratings.by_entrant["bob"].mu > 20


@pytest.fixture(scope="module")
def endless() -> Ratings:
    """45 bots: 5000 blocks in the same order, and one in which the last is level with the first."""
    names = tuple(f"bot {i:02}" for i in range(45))
    always = [BlockResult.of(names, tuple(range(45)))] * 5000
    return believed(names, [*always, BlockResult.of((names[0], names[-1]), (1, 1))])


@pytest.mark.slow
def test_at_leads_where_tail_probabilities_become_0_ratings_stay_sound(endless: Ratings) -> None:
    mus = [each.mu for each in endless.by_entrant.values()]
    assert mus == sorted(mus, reverse=True)
    # Tail probabilities are 0 from about 38 standard deviations of a difference of two performances
    # on (ranking_factor.SATURATION).
    assert mus[0] - mus[-1] > 38 * SIGMA / 2 * math.sqrt(2)
    assert all(0 < each.sigma < SIGMA for each in endless.by_entrant.values())


@pytest.mark.slow
def test_what_has_not_settled_says_so(endless: Ratings) -> None:
    assert endless.sweeps == MAX_SWEEPS
    assert endless.last_change > CLOSE_ENOUGH


def test_without_results_all_keep_the_prior() -> None:
    ratings = believed(NAMES, [])
    assert all(is_prior(each) for each in ratings.by_entrant.values())
    assert len(ratings.by_entrant) == len(NAMES)
    assert not ratings.connected


def test_a_chain_of_results_connects() -> None:
    chain = [BlockResult.of((NAMES[i + 1], NAMES[i]), (1, 2)) for i in range(4)]
    assert believed(NAMES, chain).connected
    assert not believed(NAMES, chain[:1] + chain[2:]).connected
    assert believed(NAMES, [BlockResult.of(NAMES, (1, 2, 3, 4, 5))]).connected


def test_parts_that_never_met_are_each_relative_to_themselves() -> None:
    wins = [BlockResult.of(("ann", "bob"), (1, 2))] * 30
    apart = [BlockResult.of(("cid", "dora"), (2, 1)), BlockResult.of(("dora", "eve"), (1, 1))] * 4
    ratings = believed(NAMES, wins + apart).by_entrant
    assert ratings["ann"].mu + ratings["bob"].mu == pytest.approx(2 * MU)
    assert sum(ratings[name].mu for name in ("cid", "dora", "eve")) == pytest.approx(3 * MU)


def test_the_draw_probability_is_estimated_from_neighbours_in_the_rankings() -> None:
    results = [
        BlockResult.of(("ann", "bob"), (1, 1)),
        BlockResult.of(("ann", "bob"), (2, 1)),
        BlockResult.of(("ann", "bob", "cid", "dora"), (3, 1, 1, 3)),
    ]
    # Three of five pairs of neighbours are tied (Draws.of has the formula).
    assert believed(NAMES, results).draw_probability == (3 + 0.5) / (5 + 1)


def test_the_estimated_draw_probability_is_kept_within_bounds() -> None:
    level = [BlockResult.of(("ann", "bob"), (1, 1))] * 1000
    assert believed(NAMES, level).draw_probability == DRAW_PROBABILITIES[1]
    assert believed(NAMES, ladder(NAMES, 100)).draw_probability == DRAW_PROBABILITIES[0]


def test_a_given_draw_probability_is_used() -> None:
    win = [BlockResult.of(("ann", "bob"), (1, 2))]
    rare, often = believed(NAMES, win, 0.01), believed(NAMES, win, 0.5)
    assert (rare.draw_probability, often.draw_probability) == (0.01, 0.5)
    assert often.by_entrant["ann"].mu > rare.by_entrant["ann"].mu > MU


def weighted(*weights: tuple[str, float]) -> BlockResult:
    """A win of ann over bob; as evidence about each entrant named it has the weight given."""
    return replace(BlockResult.of(("ann", "bob"), (1, 2)), weights=weights)


@pytest.mark.parametrize(
    ("entrants", "bad", "drawn", "message"),
    [
        (
            ["ann", "ann"],
            BlockResult.of(("ann", "bob"), (1, 2)),
            None,
            r"more than once: \['ann'\]",
        ),
        (NAMES, BlockResult.of(("ann",), (1,)), None, "two teams or more"),
        (NAMES, BlockResult((("ann",), ("bob", "cid")), (1, 2)), None, "of one size, not"),
        (
            NAMES,
            BlockResult.of(("ann", "ann"), (1, 2)),
            None,
            "occurs once in a result, not",
        ),
        (
            NAMES,
            BlockResult.of(("ann", "bob"), (1,)),
            None,
            r"a place for each, not .*places=\(1,\)",
        ),
        (NAMES, BlockResult.of(("ann", "zoe"), (1, 2)), None, r"not in the pool: \['zoe'\]"),
        (NAMES, weighted(("zoe", 0.5)), None, r"not in the pool: \['zoe'\]"),
        (NAMES, weighted(("bob", 0.0)), None, r"above 0 and up to 1, not \[\('bob', 0.0\)\]"),
        (NAMES, weighted(("bob", 2)), None, "above 0 and up to 1"),
        (NAMES, BlockResult.of(("ann", "bob"), (1, 2)), 0.0, "from 0.001 to 0.9, not 0.0"),
        (NAMES, BlockResult.of(("ann", "bob"), (1, 2)), math.nan, "from 0.001 to 0.9, not nan"),
    ],
)
def test_bad_input_is_refused(
    entrants: Sequence[str], bad: BlockResult, drawn: float | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        believed(entrants, [bad], drawn)


def test_better_probability() -> None:
    better = better_probability(Rating(27.0, 0.6), Rating(26.0, 0.8))
    assert better == pytest.approx(0.8413447, abs=1e-7)  # Phi(1)
    assert better + better_probability(Rating(26.0, 0.8), Rating(27.0, 0.6)) == pytest.approx(1)
    assert better_probability(Rating(25.0, 1.0), Rating(25.0, 3.0)) == 0.5
