"""What a ranking says of skills, compared with the graph of the package trueskill."""

from collections.abc import Sequence
from random import Random

import pytest
import trueskill

from tournaments.ratings.ranking_factor import SATURATION, Constants, Natural, Normal, RankingFactor

DRAWN = 0.2


def by_the_package(
    skills: Sequence[tuple[float, float]], ranks: Sequence[int], team: int
) -> list[Natural]:
    """What the package adds to each skill (mean, deviation), as precision and precision * mean."""
    ratings = [trueskill.Rating(*each) for each in skills]
    groups = [tuple(ratings[i : i + team]) for i in range(0, len(ratings), team)]
    plain = trueskill.TrueSkill(tau=0.0, draw_probability=DRAWN)
    rated = [each for group in plain.rate(groups, ranks, min_delta=1e-9) for each in group]
    return [(a.pi - b.pi, a.tau - b.tau) for a, b in zip(rated, ratings, strict=True)]


def settled(factor: RankingFactor, beliefs: Sequence[Normal]) -> list[Natural]:
    for number, (mean, variance) in enumerate(beliefs):
        factor.believe(number, mean, variance)
    factor.settle()
    return [factor.message_to(number) for number in range(len(beliefs))]


def by_the_factor(
    skills: Sequence[tuple[float, float]], ranks: Sequence[int], team: int
) -> list[Natural]:
    used = Constants(DRAWN)
    noise = used.noise
    said = settled(RankingFactor(ranks, team, used), [(mean, s * s + noise) for mean, s in skills])
    # The factor tells of performances; a message to a skill has the noise added to its variance.
    return [(pi / (1 + pi * noise), tau / (1 + pi * noise)) for pi, tau in said]


@pytest.mark.parametrize(
    ("ranks", "team"),
    [((0, 1), 1), ((0, 0), 1), ((0, 1, 2, 3, 4), 1), ((0, 0, 1, 1, 1), 1), ((0, 1, 1), 3)],
)
def test_it_is_what_the_package_says(ranks: tuple[int, ...], team: int) -> None:
    chance = Random(str((ranks, team)))
    for _ in range(5):
        skills = [(chance.gauss(25, 4), chance.uniform(1, 8)) for _ in range(team * len(ranks))]
        ours, theirs = by_the_factor(skills, ranks, team), by_the_package(skills, ranks, team)
        for one, other in zip(ours, theirs, strict=True):
            assert one == pytest.approx(other, rel=2e-3, abs=2e-5)


def test_what_was_said_before_changes_nothing_in_the_end() -> None:
    factor = RankingFactor((0, 1, 2, 3), 1, Constants(DRAWN))
    first = settled(factor, [(20.0, 80.0), (25.0, 70.0), (30.0, 60.0), (35.0, 50.0)])
    settled(factor, [(90.0, 9.0), (25.0, 70.0), (30.0, 60.0), (-35.0, 5.0)])
    again = settled(factor, [(20.0, 80.0), (25.0, 70.0), (30.0, 60.0), (35.0, 50.0)])
    for one, other in zip(first, again, strict=True):
        assert one == pytest.approx(other, rel=1e-4)


@pytest.mark.parametrize("ranks", [(0, 1), (0, 0)])
def test_no_upset_is_too_great(ranks: tuple[int, ...]) -> None:
    far = 100 * SATURATION
    (pi, tau), _ = settled(RankingFactor(ranks, 1, Constants(DRAWN)), [(-far, 18.0), (far, 18.0)])
    assert pi > 0
    assert tau / pi > -far
