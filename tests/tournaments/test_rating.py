import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
import trueskill
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.ratings.draws import DRAW_PROBABILITIES
from tournaments.ratings.propagation import SIGMA
from tournaments.ratings.rating import (
    CLOSE_ENOUGH,
    MAX_SWEEPS,
    MU,
    BlockResult,
    Rating,
    Ratings,
    believed,
    better_probability,
)

NAMES = ("ann", "bob", "cid", "dora", "eve")


@st.composite
def result(draw: st.DrawFn) -> BlockResult:
    entrants = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True))
    places = [draw(st.integers(1, 3)) for _ in entrants]
    return BlockResult.of(tuple(entrants), tuple(places))


RESULTS = st.lists(result(), min_size=1, max_size=8)


def ladder(names: Sequence[str], times: int) -> list[BlockResult]:
    """Everybody beats everybody who comes after, so many times."""
    return [BlockResult.of(pair, (1, 2)) for pair in combinations(names, 2)] * times


def season(skills: Sequence[float], times: int, seed: int) -> tuple[list[str], list[BlockResult]]:
    """Noisy results of every pair, drawn by the model that TrueSkill assumes."""
    chance, names = Random(seed), [f"bot {i}" for i in range(len(skills))]
    results = []
    for one, other in list(combinations(range(len(skills)), 2)) * times:
        lead = chance.gauss(skills[one] - skills[other], SIGMA / 2 * math.sqrt(2))
        places = (1, 1) if abs(lead) < 0.8 else (1, 2) if lead > 0 else (2, 1)
        results.append(BlockResult.of((names[one], names[other]), places))
    return names, results


def test_published_one_against_one() -> None:
    win = believed(["ann", "bob"], [BlockResult.of(("ann", "bob"), (1, 2))], 0.1)
    tie = believed(["ann", "bob"], [BlockResult.of(("ann", "bob"), (1, 1))], 0.1)
    assert_rated(win, [(29.396, 7.171), (20.604, 7.171)])
    assert_rated(tie, [(25.0, 6.458), (25.0, 6.458)])


def test_published_ranking_of_eight() -> None:
    names = tuple("abcdefgh")
    best = [(36.771, 5.749), (32.242, 5.133), (29.074, 4.943), (26.322, 4.874)]
    ranked = believed(names, [BlockResult.of(names, (1, 2, 3, 4, 5, 6, 7, 8))], 0.1)
    assert_rated(ranked, best + [(2 * MU - mu, sigma) for mu, sigma in reversed(best)])


def assert_rated(ratings: Ratings, published: Sequence[tuple[float, float]]) -> None:
    rated = [(each.mu, each.sigma) for each in ratings.by_entrant.values()]
    for one, other in zip(rated, published, strict=True):
        assert one == pytest.approx(other, abs=1e-3)  # they were published with a drift (tau)


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
def test_every_part_stays_at_25_and_no_sigma_grows(results: list[BlockResult]) -> None:
    ratings = believed(NAMES, results)
    rated = ratings.by_entrant
    assert math.fsum(each.mu for each in rated.values()) / len(rated) == pytest.approx(MU)
    assert all(0 < each.sigma <= SIGMA + 1e-9 for each in rated.values())
    assert set(NAMES) == set(rated)
    idle = set(NAMES) - {name for each in results for name in each.entrants}
    assert all(shown_prior(rated[name]) for name in idle)
    assert not (idle and ratings.connected)


def shown_prior(rating: Rating) -> bool:
    return rating.mu == MU and rating.sigma == pytest.approx(SIGMA)


def naive(
    entrants: Sequence[str], results: Sequence[BlockResult], drawn: float
) -> dict[str, Rating]:
    """The same fixed point the slow way: each result its own site, the package as it comes."""
    engine = trueskill.TrueSkill(tau=0, draw_probability=drawn)
    prior = SIGMA**-2
    pool = dict.fromkeys(entrants, (prior, prior * MU))
    messages = [dict.fromkeys(each.entrants, (0.0, 0.0)) for each in results]
    for _ in range(120):
        for each, message in zip(results, messages, strict=True):
            ranked = sorted(zip(each.places, each.entrants, strict=True))
            cavity = {n: (pool[n][0] - message[n][0], pool[n][1] - message[n][1]) for n in message}
            teams = [
                (trueskill.Rating(cavity[n][1] / cavity[n][0], cavity[n][0] ** -0.5),)
                for _, n in ranked
            ]
            rated = engine.rate(teams, [place for place, _ in ranked])
            for (_, name), (after,) in zip(ranked, rated, strict=True):
                pool[name] = (after.pi, after.tau)
                message[name] = (after.pi - cavity[name][0], after.tau - cavity[name][1])
    return {name: Rating(tau / pi, pi**-0.5) for name, (pi, tau) in pool.items()}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_it_is_the_fixed_point_of_the_package(seed: int) -> None:
    chance = Random(seed)
    results = []
    for _ in range(16):
        entrants = tuple(chance.sample(NAMES, chance.randint(2, 4)))
        results.append(BlockResult.of(entrants, tuple(chance.randint(1, 3) for _ in entrants)))
    results += results[:4]
    ratings = believed(NAMES, results, 0.2)
    expected = naive(NAMES, results, 0.2)
    assert ratings.last_change <= CLOSE_ENOUGH
    for name, each in ratings.by_entrant.items():
        assert each.mu == pytest.approx(expected[name].mu, abs=2e-3)
        assert each.sigma == pytest.approx(expected[name].sigma, abs=2e-3)


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
    """45 always in the same order, and the last of them once level with the first."""
    names = tuple(f"bot {i:02}" for i in range(45))
    always = [BlockResult.of(names, tuple(range(45)))] * 5000
    return believed(names, [*always, BlockResult.of((names[0], names[-1]), (1, 1))])


@pytest.mark.slow
def test_beyond_the_numbers_of_the_package_ratings_stay_sound(endless: Ratings) -> None:
    mus = [each.mu for each in endless.by_entrant.values()]
    assert mus == sorted(mus, reverse=True)
    assert mus[0] - mus[-1] > 38 * SIGMA / 2 * math.sqrt(2)
    assert all(0 < each.sigma < SIGMA for each in endless.by_entrant.values())


def test_what_has_not_settled_says_so(endless: Ratings) -> None:
    assert endless.sweeps == MAX_SWEEPS
    assert endless.last_change > CLOSE_ENOUGH


def test_without_results_all_keep_the_prior() -> None:
    ratings = believed(NAMES, [])
    assert all(shown_prior(each) for each in ratings.by_entrant.values())
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
    """Ann beats bob, which is less than a whole piece of evidence on some."""
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
            "twice in a result, not",
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


@pytest.mark.parametrize(
    ("places", "published"),
    [
        ((1, 2), [(28.108, 7.774)] * 2 + [(21.892, 7.774)] * 2),
        ((1, 1), [(25.0, 7.455)] * 4),
    ],
    ids=["won", "drawn"],
)
def test_published_two_against_two(
    places: tuple[int, ...], published: list[tuple[float, float]]
) -> None:
    teams = (("ann", "bob"), ("cid", "dora"))
    assert_rated(believed(NAMES[:4], [BlockResult(teams, places)], 0.1), published)


def test_teams_of_the_skilled_are_told_from_their_partners() -> None:
    chance, names = Random(11), [f"bot {i}" for i in range(6)]
    skills = dict(zip(names, (10.0, 6.0, 2.0, -2.0, -6.0, -10.0), strict=True))
    results = []
    for _ in range(200):
        chance.shuffle(names)
        teams = [tuple(names[at : at + 2]) for at in (0, 2, 4)]
        reached = [sum(skills[n] + chance.gauss(0, SIGMA / 2) for n in team) for team in teams]
        places = tuple(1 + sum(other > own for other in reached) for own in reached)
        results.append(BlockResult(tuple(teams), places))
    made = believed(names, results)
    assert sorted(names, key=lambda name: -made.by_entrant[name].mu) == sorted(names)
    for name, rating in made.by_entrant.items():
        assert abs(rating.mu - MU - skills[name]) < 4 * rating.sigma


def test_a_spared_member_counts_and_is_not_judged() -> None:
    known = [BlockResult.of(("ann", "bob"), (1, 2))] * 20
    lost = BlockResult((("ann", "cid"), ("dora", "eve")), (2, 1), frozenset({"ann"}))
    judging = BlockResult(lost.teams, lost.places)
    gaps = []
    for more in ([], [lost], [judging]):
        made = believed(NAMES, [*known, *more], 0.1).by_entrant
        assert more == [] or made["cid"].mu < made["dora"].mu
        gaps.append(made["ann"].mu - made["bob"].mu)
    assert abs(gaps[1] - gaps[0]) < 0.1 < gaps[0] - gaps[2]


@pytest.mark.parametrize("drawn", [0.001, 0.1, 0.6])
@pytest.mark.parametrize("places", [(1, 2), (2, 1), (1, 1)])
def test_two_alone_are_rated_as_the_package_does_it(places: tuple[int, int], drawn: float) -> None:
    known = [BlockResult.of(("ann", "cid"), (1, 2))] * 3
    made = believed(NAMES[:3], [*known, BlockResult.of(("ann", "bob"), places)], drawn)
    expected = naive(NAMES[:3], [*known, BlockResult.of(("ann", "bob"), places)], drawn)
    for name, rating in made.by_entrant.items():
        assert rating.mu == pytest.approx(expected[name].mu, abs=2e-3)
        assert rating.sigma == pytest.approx(expected[name].sigma, abs=2e-3)


def test_parts_of_evidence_add_up_to_the_whole() -> None:
    names, results = season([22, 24, 25, 26, 28], 30, seed=8)
    halves = [replace(r, weights=tuple((name, 0.5) for name in r.entrants)) for r in results]
    once, in_halves = believed(names, results, 0.1), believed(names, [*halves, *halves], 0.1)
    for name in names:
        assert in_halves.by_entrant[name].mu == pytest.approx(once.by_entrant[name].mu, abs=0.01)
        assert in_halves.by_entrant[name].sigma == pytest.approx(
            once.by_entrant[name].sigma, abs=0.01
        )


def test_who_meets_the_same_game_twice_learns_from_it_once() -> None:
    """Ann and her twin play every game against bob alike."""
    pattern = [(1, 2), (1, 2), (2, 1)] * 20
    alone = [BlockResult.of(("ann", "bob"), places) for places in pattern]
    twin = [BlockResult.of(("ann's twin", "bob"), places) for places in pattern]
    names = ("ann", "ann's twin", "bob")
    single = believed(("ann", "bob"), alone, 0.1).by_entrant
    double = believed(names, alone + twin, 0.1).by_entrant
    once = [replace(each, weights=(("bob", 0.5),)) for each in alone + twin]
    made = believed(names, once, 0.1).by_entrant
    lead = single["ann"].mu - single["bob"].mu
    assert made["ann"].mu - made["bob"].mu == pytest.approx(lead, abs=0.02)
    for name in ("ann", "bob"):
        assert made[name].sigma == pytest.approx(single[name].sigma, abs=0.001)
    assert double["bob"].sigma < 0.75 * single["bob"].sigma


def test_a_part_of_a_few_results_keeps_every_rating_sound() -> None:
    weights = tuple((name, 1 / 7) for name in NAMES[1:])
    results = [
        BlockResult((("ann",), (name,)), (1, 1), weights=((name, 1.0), ("ann", 1 / 7)))
        for name in NAMES[1:]
    ]
    results += [
        BlockResult.of(NAMES, (1, 2, 3, 4, 5)),
        replace(BlockResult.of(NAMES, (5, 4, 3, 2, 1)), weights=weights),
    ]
    ratings = believed(NAMES, results, 0.001)
    assert ratings.last_change <= CLOSE_ENOUGH
    assert all(0 < each.sigma < SIGMA for each in ratings.by_entrant.values())


@pytest.mark.parametrize(
    ("places", "published"),
    [
        ((1, 2, 3), [(31.675, 6.656), (25.0, 6.208), (18.325, 6.656)]),
        ((1, 1, 1), [(25.0, 5.698), (25.0, 5.695), (25.0, 5.698)]),
        (
            (1, 2, 3, 4, 5),
            [(34.363, 6.136), (29.058, 5.536), (25.0, 5.42), (20.942, 5.536), (15.637, 6.136)],
        ),
    ],
    ids=["three", "three tied", "five"],
)
def test_published_free_for_all(
    places: tuple[int, ...], published: list[tuple[float, float]]
) -> None:
    names = NAMES[: len(places)]
    assert_rated(believed(names, [BlockResult.of(names, places)], 0.1), published)


def test_published_four_against_four() -> None:
    names = tuple("abcdefgh")
    ratings = believed(names, [BlockResult((names[:4], names[4:]), (1, 2))], 0.1)
    assert_rated(ratings, [(27.198, 8.059)] * 4 + [(22.802, 8.059)] * 4)
