"""Ranges of ranks: what the ratings leave open, computed."""

from random import Random

import pytest

from tournaments.ratings import ranks
from tournaments.ratings.ranks import rank_ranges
from tournaments.ratings.rating import Rating


def test_equals_may_stand_anywhere() -> None:
    assert rank_ranges({name: Rating(25, 2) for name in "abcd"}) == dict.fromkeys("abcd", (1, 4))


def test_those_far_apart_stand_where_they_do() -> None:
    ratings = {"low": Rating(10, 1), "high": Rating(40, 1), "mid": Rating(25, 1)}
    assert rank_ranges(ratings) == {"high": (1, 1), "mid": (2, 2), "low": (3, 3)}


def test_one_who_is_unknown_may_be_anything_among_the_known() -> None:
    ratings = {f"bot {i}": Rating(20 + i, 0.1) for i in range(9)} | {"new": Rating(24, 25 / 3)}
    ranges = rank_ranges(ratings)
    assert ranges["new"] == (1, 10)
    assert ranges["bot 8"] == (1, 2)


def test_alone_one_is_first() -> None:
    assert rank_ranges({"ann": Rating(25, 8)}) == {"ann": (1, 1)}
    assert rank_ranges({}) == {}


def test_no_order_matters() -> None:
    chance = Random(3)
    ratings = {f"bot {i}": Rating(chance.gauss(25, 2), chance.uniform(0.5, 2)) for i in range(12)}
    names = list(ratings)
    for _ in range(3):
        chance.shuffle(names)
        assert rank_ranges({name: ratings[name] for name in names}) == rank_ranges(ratings)


@pytest.mark.parametrize("seed", range(3))
def test_it_is_what_sampling_gives(seed: int) -> None:
    chance = Random(seed)
    ratings = {f"bot {i}": Rating(chance.gauss(25, 1), chance.uniform(0.3, 1.5)) for i in range(6)}
    seen: dict[str, list[int]] = {name: [] for name in ratings}
    for _ in range(4000):
        skills = {name: chance.gauss(each.mu, each.sigma) for name, each in ratings.items()}
        for name, skill in skills.items():
            seen[name].append(1 + sum(other > skill for other in skills.values()))
    for name, (low, high) in rank_ranges(ratings).items():
        # the sampled chances of lying outside, each by its own side, with room for their noise
        assert sum(rank < low for rank in seen[name]) / 4000 < 0.035
        assert sum(rank > high for rank in seen[name]) / 4000 < 0.035
        assert sum(rank <= low for rank in seen[name]) / 4000 > 0.015
        assert sum(rank >= high for rank in seen[name]) / 4000 > 0.015


@pytest.mark.slow
@pytest.mark.parametrize("spread", [0.1, 3.0, 12.0])
def test_ranges_of_many_are_those_of_few_but_for_a_rank(
    spread: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(str(spread))
    ratings = {
        f"bot {i}": Rating(chance.gauss(25, spread), chance.uniform(0.5, 3)) for i in range(70)
    }
    quick = rank_ranges(ratings)
    monkeypatch.setattr(ranks, "_FEW", 70)
    for name, exact in rank_ranges(ratings).items():
        assert all(abs(a - b) <= 1 for a, b in zip(quick[name], exact, strict=True))
