"""What a result is evidence of: members of teams, those who are spared, and parts of a result."""

from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.rating_results import NAMES, season
from tournaments.ratings.propagation import SIGMA
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import (
    CLOSE_ENOUGH,
    MU,
    believed,
)


def test_the_skilled_are_told_from_their_partners() -> None:
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
