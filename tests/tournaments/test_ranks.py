"""Ranges of ranks: which ranks the ratings leave open, compared with samples and exact chances."""

import math
from collections.abc import Mapping
from random import Random
from statistics import NormalDist

import numpy as np
import pytest

from tournaments.ratings.covariance import Covariance
from tournaments.ratings.ranks import rank_ranges
from tournaments.ratings.rating import Rating


def apart(ratings: Mapping[str, Rating]) -> dict[str, tuple[int, int]]:
    """The ranges where errors have nothing in common."""
    sigmas = {name: each.sigma for name, each in ratings.items()}
    return rank_ranges(ratings, Covariance.independent(sigmas))


def test_equals_may_stand_anywhere() -> None:
    assert apart({name: Rating(25, 2) for name in "abcd"}) == dict.fromkeys("abcd", (1, 4))


def test_those_far_apart_stand_where_they_do() -> None:
    ratings = {"low": Rating(10, 1), "high": Rating(40, 1), "mid": Rating(25, 1)}
    assert apart(ratings) == {"high": (1, 1), "mid": (2, 2), "low": (3, 3)}


def test_one_who_is_unknown_may_be_anything_among_the_known() -> None:
    ratings = {f"bot {i}": Rating(20 + i, 0.1) for i in range(9)} | {"new": Rating(24, 25 / 3)}
    ranges = apart(ratings)
    assert ranges["new"] == (1, 10)
    assert ranges["bot 8"] == (1, 2)


def test_alone_one_is_first() -> None:
    assert apart({"ann": Rating(25, 8)}) == {"ann": (1, 1)}
    assert apart({}) == {}


def test_no_order_matters() -> None:
    chance = Random(3)
    ratings = {f"bot {i}": Rating(chance.gauss(25, 2), chance.uniform(0.5, 2)) for i in range(12)}
    names = list(ratings)
    for _ in range(3):
        chance.shuffle(names)
        assert apart({name: ratings[name] for name in names}) == apart(ratings)


@pytest.mark.parametrize("seed", range(3))
def test_it_is_what_sampling_gives(seed: int) -> None:
    chance = Random(seed)
    ratings = {f"bot {i}": Rating(chance.gauss(25, 1), chance.uniform(0.3, 1.5)) for i in range(6)}
    seen: dict[str, list[int]] = {name: [] for name in ratings}
    for _ in range(4000):
        skills = {name: chance.gauss(each.mu, each.sigma) for name, each in ratings.items()}
        for name, skill in skills.items():
            seen[name].append(1 + sum(other > skill for other in skills.values()))
    for name, (low, high) in apart(ratings).items():
        # At most 2.5 % of the ranks lie outside of an end, and at least 2.5 % at it or outside; 1 %
        # is room for the noise of sampling.
        assert sum(rank < low for rank in seen[name]) / 4000 < 0.035
        assert sum(rank > high for rank in seen[name]) / 4000 < 0.035
        assert sum(rank <= low for rank in seen[name]) / 4000 > 0.015
        assert sum(rank >= high for rank in seen[name]) / 4000 > 0.015


def computed(ratings: Mapping[str, Rating]) -> dict[str, tuple[int, int]]:
    """The ranges where errors have nothing in common, by the chances of each to be ahead."""
    parts = [NormalDist().inv_cdf((number + 0.5) / 200) for number in range(200)]
    found = {}
    for name, own in ratings.items():
        skills = own.mu + own.sigma * np.array(parts)
        # Row k is the chance that k are ahead: one entrant after another is taken in.
        numbers = np.eye(len(ratings), 1) * np.ones(200)
        for other in (each for key, each in ratings.items() if key != name):
            off = (skills - other.mu) / (other.sigma * math.sqrt(2))
            ahead = np.array([math.erfc(each) for each in off.tolist()]) / 2
            numbers[1:] = numbers[1:] * (1 - ahead) + numbers[:-1] * ahead
            numbers[0] *= 1 - ahead
        up_to = np.cumsum(numbers.mean(axis=1))
        found[name] = 1 + int(np.sum(up_to < 0.025)), 1 + int(np.sum(up_to < 0.975))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("number", [7, 50])
@pytest.mark.parametrize("spread", [0.1, 3.0, 12.0])
def test_ranges_of_few_and_many_are_those_computed_but_for_a_rank_or_two(
    number: int, spread: float
) -> None:
    chance = Random(f"{spread}")
    ratings = {
        f"bot {i}": Rating(chance.gauss(25, spread), chance.uniform(0.5, 3)) for i in range(number)
    }
    drawn, exact = apart(ratings), computed(ratings)
    # Ends that are drawn have an error of their own, which is ranks where many lie close.
    most = 1 if number < 10 else 2
    for name in ratings:
        assert all(abs(a - b) <= most for a, b in zip(drawn[name], exact[name], strict=True))


def test_errors_that_go_together_leave_the_order_of_two_in_no_doubt() -> None:
    ratings = {"ann": Rating(26, 3), "bob": Rating(25, 3)}
    alike = Covariance(("ann", "bob"), ((9.0, 8.99), (8.99, 9.0)))
    assert rank_ranges(ratings, alike) == {"ann": (1, 1), "bob": (2, 2)}
    against = Covariance(("ann", "bob"), ((9.0, -9.0), (-9.0, 9.0)))
    assert rank_ranges(ratings, against) == {"ann": (1, 2), "bob": (1, 2)}


@pytest.mark.slow
def test_hundreds_have_ranges_too() -> None:
    chance = Random(5)
    ratings = {f"bot {i}": Rating(chance.gauss(25, 3), chance.uniform(0.5, 3)) for i in range(320)}
    ranges = apart(ratings)
    best = max(ratings, key=lambda name: ratings[name].mu)
    assert ranges[best][0] == 1
    assert all(1 <= low <= high <= 320 for low, high in ranges.values())
