"""The errors of ratings (sigma), compared with other ways to calculate or measure them."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest
import trueskill

from tests.tournaments.rating_results import season
from tests.tournaments.sigma.cells import CELLS, Cell
from tests.tournaments.sigma.measure import measure
from tournaments.ratings.conditioning import conditioned
from tournaments.ratings.draws import Draws
from tournaments.ratings.evidence import evidence
from tournaments.ratings.propagation import SIGMA, Fit, Ranking, in_order
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import Ratings, believed, rate
from tournaments.ratings.student import widening

BETA = SIGMA / 2
GRID = np.linspace(-45, 45, 361)
NAMES = ("ann", "bob", "cid")


def phi(x: np.ndarray) -> np.ndarray:
    return np.array([math.erfc(-each / math.sqrt(2)) / 2 for each in np.ravel(x)]).reshape(x.shape)


def chance(places: Sequence[int], lead: np.ndarray, margin: float) -> np.ndarray:
    """The probability of a result of two entrants, where the first is stronger by `lead`."""
    apart = BETA * math.sqrt(2)
    won, lost = phi((lead - margin) / apart), phi((-lead - margin) / apart)
    exact = {(1, 2): won, (2, 1): lost, (1, 1): 1 - won - lost}
    return np.asarray(exact[places[0], places[1]])


def margin(drawn: float) -> float:
    environment = trueskill.TrueSkill(draw_probability=drawn)
    return float(trueskill.calc_draw_margin(drawn, 2, environment))


def ranking(names: Sequence[str], result: BlockResult) -> Ranking:
    order = sorted(zip(result.places, map(names.index, result.entrants), strict=True))
    places = sorted({place for place, _ in order})
    ranks = tuple(places.index(place) for place, _ in order)
    return Ranking(tuple((player,) for _, player in order), ranks, (1.0,) * len(order))


def joint(names: Sequence[str], results: Sequence[BlockResult], drawn: float) -> np.ndarray:
    """The covariance by the model alone, of entrants in order of names who are all linked."""
    times = Counter(ranking(names, each) for each in results)
    fit, order = Fit(len(names), times, drawn), in_order(times)
    while fit.sweep() > 1e-5:
        pass
    precision = np.eye(len(names)) / SIGMA**2
    for batch in evidence(fit, order):
        rows = zip(batch.rankings.tolist(), batch.players, batch.precision, strict=True)
        for number, players, own in rows:
            precision[np.ix_(players, players)] += times[order[number]] * own
    return conditioned(precision, fit.parts)


@pytest.mark.parametrize("drawn", [0.05, 0.5])
@pytest.mark.parametrize("counts", [(3, 1, 2), (12, 5, 3), (6, 0, 0)])
def test_two_have_the_joint_variance_of_the_exact_posterior(
    counts: tuple[int, int, int], drawn: float
) -> None:
    outcomes = dict(zip([(1, 2), (1, 1), (2, 1)], counts, strict=True))
    results = [BlockResult.of(NAMES[:2], own) for own, n in outcomes.items() for _ in range(n)]
    weight = np.exp(-(GRID**2) / (4 * SIGMA**2))
    for places, number in outcomes.items():
        weight = weight * chance(places, GRID, margin(drawn)) ** number
    weight /= weight.sum()
    mean = (weight * GRID).sum()
    deviation = math.sqrt((weight * (GRID - mean) ** 2).sum())
    square = joint(NAMES[:2], results, drawn)
    made = believed(NAMES[:2], results, drawn).by_entrant
    found = math.sqrt(square[0, 0] + square[1, 1] - 2 * square[0, 1])
    assert found == pytest.approx(deviation, rel=0.08)
    assert made["ann"].mu - made["bob"].mu == pytest.approx(mean, abs=0.2 * deviation)


@pytest.mark.slow
def test_three_have_the_joint_covariance_of_the_exact_posterior() -> None:
    drawn, draw = 0.2, Random(4)
    results = [
        BlockResult.of(pair, draw.choice([(1, 2), (1, 2), (2, 1), (1, 1)]))
        for pair in list(combinations(NAMES, 2)) * 8
    ]
    # Relative to the mean: by the leads of ann and bob over cid.
    one, other = np.meshgrid(GRID[60:-60], GRID[60:-60], indexing="ij")
    leads = {("ann", "bob"): one - other, ("ann", "cid"): one, ("bob", "cid"): other}
    mean = (one + other) / 3
    skills = np.stack([one - mean, other - mean, -mean])
    weight = np.exp(-(skills**2).sum(axis=0) / (2 * SIGMA**2))
    for (pair, places), number in Counter((r.entrants, r.places) for r in results).items():
        weight = weight * chance(places, leads[pair[0], pair[1]], margin(drawn)) ** number
    weight /= weight.sum()
    means = (skills * weight).sum(axis=(1, 2))
    off = skills - means[:, None, None]
    exact = np.einsum("iab,jab,ab->ij", off, off, weight)
    assert joint(NAMES, results, drawn) == pytest.approx(exact, abs=0.08 * exact.max())


def jackknife(names: Sequence[str], groups: Sequence[Sequence[BlockResult]]) -> np.ndarray:
    """The covariance of mu by leaving out each piece and rating all again, the slow way."""

    def mus(kept: Sequence[Sequence[BlockResult]]) -> np.ndarray:
        made = believed(names, [each for group in kept for each in group]).by_entrant
        return np.array([made[name].mu for name in sorted(names)])

    whole = mus(groups)
    off = [mus([g for g in groups if g is not left]) - whole for left in groups]
    rows = np.array(off)
    return np.asarray(rows.T @ rows * (len(groups) - 1) / len(groups))


def split(seats: int, boards: int) -> list[list[BlockResult]]:
    draw, names = Random(seats), ("ann", "bob", "cid", "dora")
    found = []
    for group in list(combinations(names, seats)) * boards:
        shown = [round(draw.gauss(names.index(name) / 2, 1.2)) for name in group]
        found.append([BlockResult.of(group, [1 + sum(o > s for o in shown) for s in shown])])
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "boards"), [(2, 12), (3, 16)])
def test_it_is_what_leaving_out_each_block_gives(seats: int, boards: int) -> None:
    groups = split(seats, boards)
    names = ("ann", "bob", "cid", "dora")
    made = rate(names, [each for group in groups for each in group])
    slow = np.sqrt(np.diagonal(jackknife(names, groups)))
    # Sigma has in addition what the prior adds, and Student's t.
    for name, found in zip(names, slow, strict=True):
        assert made.by_entrant[name].sigma == pytest.approx(1.04 * found, rel=0.06)


def test_blocks_that_repeat_a_game_are_left_out_together() -> None:
    draw, groups = Random(9), []
    for _ in range(40):
        places = draw.choice([(1, 2), (1, 2), (2, 1), (1, 1)])
        both = [BlockResult.of((name, "cid"), places) for name in ("ann", "bob")]
        groups.append([replace(each, weights=(("cid", 0.5),)) for each in both])
    pieces = [number for number, group in enumerate(groups) for _ in group]
    made = rate(NAMES, [each for group in groups for each in group], pieces=pieces)
    slow = jackknife(NAMES, groups)
    for i, name in enumerate(NAMES):
        assert made.by_entrant[name].sigma == pytest.approx(1.03 * math.sqrt(slow[i, i]), rel=0.06)
    # Ann and bob have all their luck in common: what is left open between them is the prior's.
    apart = math.hypot(made.by_entrant["ann"].sigma, made.by_entrant["bob"].sigma)
    assert made.covariance.apart("ann", "bob") < 0.5 * apart
    single = rate(("ann", "cid"), [replace(group[0], weights=()) for group in groups])
    apart = made.covariance.apart("ann", "cid")
    assert apart == pytest.approx(single.covariance.apart("ann", "cid"), rel=0.03)


@pytest.mark.parametrize("times", [1, 2, 10, 100, 1000])
def test_sigma_does_not_collapse_where_all_blocks_agree(times: int) -> None:
    results = [BlockResult.of(("ann", "bob"), (1, 2))] * times
    made = rate(("ann", "bob"), results, 0.1)
    alone = math.sqrt(joint(("ann", "bob"), results, 0.1)[0, 0])
    assert 0.66 * alone < made.by_entrant["ann"].sigma <= SIGMA / math.sqrt(2) + 1e-9


def test_who_met_nobody_keeps_the_prior_and_has_nothing_in_common() -> None:
    made = rate((*NAMES, "dora"), [BlockResult.of(NAMES, (1, 2, 3))] * 5)
    assert made.by_entrant["dora"].mu == 25.0
    assert made.by_entrant["dora"].sigma == pytest.approx(SIGMA)
    assert made.covariance.between("ann", "dora") == 0.0


def test_a_share_and_the_chance_to_be_better_say_the_same() -> None:
    """35 blocks won, 45 level and 20 lost: 57.5 ± 7.1 %, which is 98.1 % by a normal test."""
    counts = {(1, 2): 35, (1, 1): 45, (2, 1): 20}
    results = [BlockResult.of(("ann", "bob"), own) for own, n in counts.items() for _ in range(n)]
    assert 0.975 < rate(("ann", "bob"), results).better("ann", "bob") < 0.984
    made = believed(("ann", "bob"), results)
    assert made.better("ann", "bob") < 0.93


def test_errors_within_a_part_add_up_to_nothing() -> None:
    names, results = season([22, 24, 25, 26, 28], 20, seed=3)
    made: Ratings = rate(names, results)
    total = math.fsum(math.fsum(row) for row in made.covariance.rows)
    assert abs(total) < 1e-2 * made.by_entrant["bot 0"].sigma ** 2


def test_mu_is_that_of_propagation() -> None:
    names, results = season([22, 24, 25, 26, 28], 20, seed=3)
    one, other = rate(names, results), believed(names, results)
    assert {n: r.mu for n, r in one.by_entrant.items()} == {
        n: r.mu for n, r in other.by_entrant.items()
    }


def test_no_order_of_results_and_pieces_matters() -> None:
    names, results = season([22, 24, 25, 26, 28], 10, seed=3)
    pieces = [number // 2 for number in range(len(results))]
    made = rate(names, results, pieces=pieces)
    both = list(zip(results, pieces, strict=True))
    for seed in range(3):
        Random(seed).shuffle(both)
        again = rate(names[::-1], [r for r, _ in both], pieces=[1000 - p for _, p in both])
        assert again == made


@pytest.mark.slow
def test_sigma_is_as_wide_as_errors_are() -> None:
    skills, squares = [22.0, 24.0, 25.0, 26.0, 28.0], []
    for seed in range(40):
        names, results = season(skills, 20, seed)
        made = rate(names, results)
        for one, other in combinations(range(len(skills)), 2):
            a, b = names[one], names[other]
            off = made.by_entrant[a].mu - made.by_entrant[b].mu - (skills[one] - skills[other])
            squares.append((off / made.covariance.apart(a, b)) ** 2)
    assert 0.91 < sum(square < 1.96**2 for square in squares) / len(squares) < 0.99
    assert 0.7 < sum(squares) / len(squares) < 1.2


def test_fewer_pieces_make_wider_intervals() -> None:
    freedom = np.array([1, 4, 11, 19, 1e9])
    expected = [12.706, 2.776, 2.201, 2.093, 1.960]
    assert (1.95996 * widening(freedom)).tolist() == pytest.approx(expected, rel=2e-3)


def test_the_probability_of_draws_is_told_without_a_piece() -> None:
    draws = Draws(0.25, 4.5, 19.0, given=False)
    assert draws.shift(1, 2) == pytest.approx(0.25 - 4 / 18)
    assert replace(draws, given=True).shift(1, 2) == 0.0


def test_the_grid_has_forty_cells_with_different_names() -> None:
    assert len({cell.name for cell in CELLS}) == len(CELLS) == 40


@pytest.mark.slow
@pytest.mark.parametrize(
    "cell",
    [
        Cell(2, 20),
        Cell(2, 20, "negative"),
        Cell(4, 20, "positive"),
        Cell(3, 20, kind="twin"),
        Cell(4, 10, "negative", 4),
        Cell(6, 12, kind="mixed-teams", seats=2),
    ],
    ids=lambda cell: cell.name,
)
def test_a_small_form_of_the_grid(cell: Cell) -> None:
    now = measure(cell, 40, fields=2)["now"]
    assert 0.8 < now["width"] < 1.4
    assert now["coverage"] >= 0.85
    assert now["pairs"] >= 0.85
    asked = sum(now["asked"])
    assert sum(now["right"]) / asked > sum(now["given"]) / asked - 0.12
