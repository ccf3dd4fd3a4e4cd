"""The chance that one is better than another, compared with other ways to calculate it."""

import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from statistics import NormalDist
from typing import Final

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tournaments.ratings.covariance import Covariance
from tournaments.ratings.posterior import FieldPosterior
from tournaments.ratings.rating import rate

SCALE = 25 / 3
LEAST, MOST = 0.05, 50.0


def names(number: int) -> tuple[str, ...]:
    return tuple(f"bot {i:02}" for i in range(number))


def alike(number: int, sigma: float) -> Covariance:
    """The covariance of errors of equal width that are independent, but for adding up to 0."""
    square = sigma**2 * (np.eye(number) - 1 / number)
    return Covariance(names(number), tuple(map(tuple, square.tolist())))


def field(mus: Sequence[float], sigma: float) -> FieldPosterior:
    called = names(len(mus))
    return FieldPosterior(dict(zip(called, mus, strict=True)), alike(len(mus), sigma), [called])


def plain(lead: float, sigma: float) -> float:
    """The chance by the error of the lead alone."""
    return NormalDist(0, sigma * math.sqrt(2)).cdf(lead)


@pytest.mark.slow
@pytest.mark.parametrize("lead", [0.3, 1.5, 4.0])
@pytest.mark.parametrize("sigma", [0.2, 1.0, 3.0])
def test_of_two_it_is_what_quadrature_gives(lead: float, sigma: float) -> None:
    """Over the true lead and the spread, of which the variance has a flat prior below its scale."""
    spreads = np.exp(np.linspace(math.log(LEAST), math.log(MOST), 400))[:, None]
    leads = np.linspace(-60, 60, 12_001)
    prior = spreads**2 / (1 + (spreads / SCALE) ** 2) ** 1.5
    skill = np.exp(-(leads**2) / (4 * spreads**2)) / spreads
    weight = (prior * skill * np.exp(-((lead - leads) ** 2) / (4 * sigma**2))).sum(axis=0)
    exact = (weight * ((leads > 0) + (leads == 0) / 2)).sum() / weight.sum()
    assert field((25 + lead / 2, 25 - lead / 2), sigma).better("bot 00", "bot 01") == pytest.approx(
        exact, abs=0.01
    )


def test_of_four_with_any_errors_it_is_what_sampling_gives() -> None:
    chance = np.random.RandomState(7)
    root = chance.normal(0, 0.7, (4, 4))
    free = np.eye(4) - 1 / 4
    errors = free @ root @ root.T @ free
    mu = np.array([26.4, 25.6, 24.9, 23.1])
    called = names(4)
    made = FieldPosterior(
        dict(zip(called, mu.tolist(), strict=True)),
        Covariance(called, tuple(map(tuple, errors.tolist()))),
        [called],
    )
    # Skills as they may be, each weighed by how likely it makes the ratings.
    number = 400_000
    spread = SCALE * np.tan(math.pi / 2 * chance.uniform(size=number))
    inside = (spread > LEAST) & (spread < MOST)
    skills = chance.normal(size=(number, 4)) * spread[:, None]
    off = (mu - 25) - (skills - skills.mean(axis=1, keepdims=True))
    weight = inside * np.exp(-0.5 * np.einsum("ni,ij,nj->n", off, np.linalg.pinv(errors), off))
    for one in range(4):
        for other in range(one):
            found = (weight * (skills[:, one] > skills[:, other])).sum() / weight.sum()
            assert made.better(called[one], called[other]) == pytest.approx(found, abs=0.01)


MUS = st.lists(st.floats(15, 35), min_size=2, max_size=9)
SIGMAS = st.floats(0.05, 5)
INTEGRATION: Final = 1e-6
"""More than the error of a chance by the integration, which is some 1e-9."""


@pytest.mark.slow
@settings(max_examples=60)
@given(MUS, SIGMAS)
def test_the_chances_of_two_add_up_to_one(mus: list[float], sigma: float) -> None:
    made = field(mus, sigma)
    assert made.better("bot 00", "bot 01") + made.better("bot 01", "bot 00") == pytest.approx(1)


@pytest.mark.slow
@settings(max_examples=60)
@given(MUS, SIGMAS)
@example([16.0, 16.0, 17.0], 0.0546875)
def test_it_rises_with_mu(mus: list[float], sigma: float) -> None:
    made = field(mus, sigma)
    order = [name for _, name in sorted(zip(mus, names(len(mus)), strict=True))]
    chances = [made.better(name, order[0]) for name in order[1:]]
    assert chances == pytest.approx(sorted(chances))
    assert chances[0] >= 0.5 - INTEGRATION


@settings(max_examples=60)
@given(MUS, SIGMAS)
@example([15.0, 15.5, 15.5], 0.05)
def test_a_lead_is_never_worth_more_than_its_error_says(mus: list[float], sigma: float) -> None:
    best, second, *_ = sorted(zip(mus, names(len(mus)), strict=True), reverse=True)
    said = field(mus, sigma).better(best[1], second[1])
    assert said <= plain(best[0] - second[0], sigma) + INTEGRATION


def test_the_closer_the_field_lies_the_less_a_lead_is_worth() -> None:
    said = [
        field([26, 25, *(25 + width * each for each in (-2, -1, 1, 2, -1, 1))], 0.7).better(
            "bot 00", "bot 01"
        )
        for width in (0.1, 0.5, 1, 2, 4)
    ]
    assert said == sorted(said)
    assert said[0] < 0.75
    assert said[-1] == pytest.approx(plain(1, 0.7), abs=0.02)


def test_it_is_right_as_often_as_it_says_where_a_lead_alone_is_not() -> None:
    chance = Random(5)
    sums = {"said": 0.0, "plain": 0.0, "right": 0.0}
    for _ in range(200):
        spread = chance.choice((0.3, 0.6, 1.0))
        skills = [chance.gauss(25, spread) for _ in range(6)]
        mus = [chance.gauss(skill, 0.7) for skill in skills]
        made, order = field(mus, 0.7), sorted(range(6), key=lambda i: -mus[i])
        for one, other in pairwise(order):
            sums["said"] += made.better(names(6)[one], names(6)[other])
            sums["plain"] += plain(mus[one] - mus[other], 0.7)
            sums["right"] += skills[one] > skills[other]
    assert sums["said"] / 1000 == pytest.approx(sums["right"] / 1000, abs=0.03)
    assert sums["plain"] > sums["right"] + 0.04 * 1000


def test_a_twin_makes_nobody_less_sure() -> None:
    """That twins are level does not say that skills lie close together."""
    pair = field((26.0, 24.0), 0.7)
    # With these parts the error of the difference of ann and bob is as wide as that in `pair`.
    parts = (1 / 3, -2 / 3, 1 / 3)
    both = Covariance(
        ("ann", "bob", "twin"),
        tuple(tuple(2 * 0.7**2 * one * other for other in parts) for one in parts),
    )
    made = FieldPosterior({"ann": 25.7, "bob": 23.7, "twin": 25.7}, both, [both.names])
    alone = pair.better("bot 00", "bot 01")
    assert made.better("ann", "bob") == pytest.approx(alone, abs=0.005)
    assert made.better("ann", "twin") == pytest.approx(0.5, abs=1e-4)


def test_twins_alone_are_level() -> None:
    both = Covariance(("ann", "twin"), ((0.0, 0.0), (0.0, 0.0)))
    made = FieldPosterior({"ann": 25.0, "twin": 25.0}, both, [both.names])
    assert made.better("ann", "twin") == pytest.approx(0.5)


def test_of_one_who_met_nobody_only_the_field_is_known() -> None:
    known = alike(5, 0.5)
    rows = (*((*row, 0.0) for row in known.rows), (0.0,) * 5 + (SCALE**2,))
    mus = dict(zip(known.names, (23.0, 24.0, 25.0, 26.0, 27.0), strict=True))
    whole = Covariance((*known.names, "new"), rows)
    made = FieldPosterior(mus | {"new": 25.0}, whole, [known.names, ["new"]])
    assert made.better("new", "bot 02") == pytest.approx(0.5)
    assert 0.75 < made.better("bot 04", "new") < 0.92
    without = FieldPosterior(mus, known, [known.names])
    assert made.better("bot 04", "bot 03") == pytest.approx(without.better("bot 04", "bot 03"))


def test_nobody_has_played() -> None:
    FieldPosterior({}, Covariance((), ()), [])  # It raises nothing.
    assert rate(("ann", "bob"), []).better("ann", "bob") == pytest.approx(0.5)


def test_no_order_matters() -> None:
    chance = Random(3)
    mus = {name: chance.gauss(25, 1) for name in names(9)}
    covariance = alike(9, 0.5)
    parts = [list(names(9)[:4]), list(names(9)[4:])]
    made = FieldPosterior(mus, covariance, parts)
    said = [made.better(one, other) for one in mus for other in mus]
    for seed in range(3):
        mixed, turned = Random(seed), list(mus.items())
        mixed.shuffle(turned)
        for part in parts:
            mixed.shuffle(part)
        again = FieldPosterior(dict(turned), covariance, parts[:: 1 - 2 * (seed % 2)])
        assert [again.better(one, other) for one in mus for other in mus] == said
