"""Ratings are those that were published, and those of the package trueskill."""

from collections.abc import Sequence
from random import Random

import pytest
import trueskill

from tests.tournaments.rating_results import NAMES
from tournaments.ratings.propagation import SIGMA
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import (
    CLOSE_ENOUGH,
    MU,
    Rating,
    Ratings,
    believed,
)


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


def naive(
    entrants: Sequence[str], results: Sequence[BlockResult], drawn: float
) -> dict[str, Rating]:
    """The same fixed point the slow way: each result by itself, rated by the package unchanged."""
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


@pytest.mark.parametrize("drawn", [0.001, 0.1, 0.6])
@pytest.mark.parametrize("places", [(1, 2), (2, 1), (1, 1)])
def test_results_of_two_are_rated_as_the_package_does_it(
    places: tuple[int, int], drawn: float
) -> None:
    known = [BlockResult.of(("ann", "cid"), (1, 2))] * 3
    made = believed(NAMES[:3], [*known, BlockResult.of(("ann", "bob"), places)], drawn)
    expected = naive(NAMES[:3], [*known, BlockResult.of(("ann", "bob"), places)], drawn)
    for name, rating in made.by_entrant.items():
        assert rating.mu == pytest.approx(expected[name].mu, abs=2e-3)
        assert rating.sigma == pytest.approx(expected[name].sigma, abs=2e-3)


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
