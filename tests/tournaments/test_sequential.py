"""Tests that may be looked at at any time: seldom wrong, and decided in the end."""

import math
from random import Random

import pytest

from tournaments.ratings.sequential import Sprt, Wealth

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
LEVEL = (0.1, 0.15, 0.5, 0.15, 0.1)
BETTER = (0.05, 0.1, 0.5, 0.2, 0.15)


def decided(sprt: Sprt, weights: tuple[float, ...], chance: Random, most: int = 5000) -> bool:
    """Whether the new one is called better, looking every ten blocks."""
    counts = dict.fromkeys(SCORES, 0)
    for _ in range(0, most, 10):
        for score in chance.choices(SCORES, weights, k=10):
            counts[score] += 1
        ratio = sprt.ratio(counts)
        if abs(ratio) >= sprt.bound:
            return ratio > 0
    raise AssertionError("undecided")


@pytest.mark.slow
@pytest.mark.parametrize(("weights", "better"), [(LEVEL, False), (BETTER, True)])
def test_the_ratio_test_is_seldom_wrong(weights: tuple[float, ...], better: bool) -> None:
    """The second is better by 0.075. At 5 % error 100 runs are wrong 13 times once in 1,500."""
    chance, sprt = Random(7), Sprt(0.075)
    wrong = sum(decided(sprt, weights, chance) is not better for _ in range(100))
    assert wrong <= 12


def test_the_ratio_is_that_of_the_likeliest_distributions() -> None:
    """For wins and losses alone these are known: the shares are the means."""
    sprt, wins, losses = Sprt(0.1), 70, 50
    exact = wins * math.log(0.6 / 0.5) + losses * math.log(0.4 / 0.5)
    assert sprt.ratio({1.0: wins, 0.0: losses}) == pytest.approx(exact, abs=0.03)


def test_the_ratio_grows_with_the_score() -> None:
    sprt = Sprt(0.02)
    ratios = [sprt.ratio({0.0: 20 - n, 0.5: 100, 1.0: 20 + n}) for n in range(-20, 21, 4)]
    assert ratios == sorted(ratios)
    assert ratios[0] < -sprt.bound < sprt.bound < ratios[-1]


def test_level_blocks_alone_speak_against_the_new_one_but_not_at_once() -> None:
    """That 4 % of boards are won without one among them is not said after four boards."""
    sprt = Sprt(0.02)
    assert sprt.ratio({0.5: 4}) > -0.2
    assert sprt.ratio({0.5: 200}) < -sprt.bound


def test_any_scores_will_do() -> None:
    sprt = Sprt(0.05)
    assert sprt.ratio({1 / 3: 300, 2 / 3: 460}) > 0 > sprt.ratio({1 / 3: 460, 2 / 3: 300})


@pytest.mark.slow
def test_who_bets_on_an_even_game_seldom_gets_rich() -> None:
    """However often one looks: at most 5 % of the runs ever; 100 have 13 once in 1,500."""
    chance, rich = Random(3), 0
    for _ in range(100):
        wealth = Wealth()
        for _ in range(2000):
            wealth.take(chance.choice((-1, -0.5, 0, 0.5, 1)))
            if wealth.log > math.log(20):
                rich += 1
                break
    assert rich <= 12


@pytest.mark.parametrize(("share", "most"), [(0.7, 120), (0.95, 25)])
def test_who_bets_on_the_better_one_gets_rich_soon(share: float, most: int) -> None:
    chance, wealth, games = Random(9), Wealth(), 0
    while wealth.log < math.log(20):
        wealth.take(1 if chance.random() < share else -1)
        games += 1
    assert games <= most


def test_wealth_is_the_mean_over_bettors() -> None:
    wealth = Wealth()
    assert wealth.log == pytest.approx(0)
    wealth.take(1)
    assert math.exp(wealth.log) == pytest.approx(1.5)
    wealth.take(-1)
    bets = [step / 20 for step in range(1, 20)]
    assert math.exp(wealth.log) == pytest.approx(sum((1 + b) * (1 - b) for b in bets) / 19)
