"""Sequential tests, which may be looked at at any time: seldom wrong, and decided in the end."""

import math
from collections.abc import Iterable
from itertools import chain, islice, product, repeat
from random import Random

import numpy as np
import pytest

from tests.tournaments.fastchess import Fastchess
from tests.tournaments.paired import LEADS, Own, Pair, called, drawn
from tests.tournaments.stopping import BLOCKS, POINTS, by_places, by_points, ended, weights
from tournaments.ratings.sequential import BlockTest, Lead, ScoredBy, Sprt, Wealth

WON, SPLIT, LOST = Lead(2, 2, 1), Lead(0, 2, 1), Lead(-2, 2, 1)
MARGINS_AND_ERRORS = (*product((0.001, 0.02, 0.1, 0.4), (0.05, 0.01)), (0.02, 0.0001))


def evidence(sprt: Sprt, leads: Iterable[Lead]) -> float:
    test = BlockTest(sprt)
    for lead in leads:
        test.take(lead)
    return test.evidence


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize(("share", "better"), [(0.5, False), (0.575, True)])
@pytest.mark.parametrize("kind", BLOCKS)
def test_a_duel_is_seldom_decided_wrongly(kind: str, share: float, better: bool) -> None:
    """At 5 % error 13 or more of 100 runs are wrong about once in 700."""
    chance, sprt = Random(7), Sprt(0.075)
    made = [ended(by_places(BLOCKS[kind], share, chance), sprt) for _ in range(100)]
    assert sum(called is not better for called, _ in made) <= 12


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize(("ahead", "better"), [(0.0, False), (2.0, True)])
@pytest.mark.parametrize("kind", POINTS)
def test_a_duel_by_points_is_seldom_decided_wrongly(kind: str, ahead: float, better: bool) -> None:
    chance, sprt = Random(8), Sprt(2, by=ScoredBy.POINTS)
    made = [ended(by_points(POINTS[kind], ahead, chance), sprt) for _ in range(100)]
    assert sum(called is not better for called, _ in made) <= 12


@pytest.mark.parametrize(("margin", "error"), MARGINS_AND_ERRORS)
def test_who_wins_or_loses_every_block_is_known_after_30(margin: float, error: float) -> None:
    won, lost = (ended(repeat(each), Sprt(margin, error)) for each in (WON, LOST))
    assert won[0]
    assert not lost[0]
    assert max(won[1], lost[1]) <= 30


@pytest.mark.parametrize("by", [-8, 8])
def test_who_is_far_ahead_in_every_block_by_points_is_known_after_30(by: int) -> None:
    sprt = Sprt(0.5, by=ScoredBy.POINTS)
    called, blocks = ended(repeat(Lead(2 * by, 2, 10)), sprt)
    assert called is (by > 0)
    assert blocks <= 30


def test_a_duel_that_was_begun_without_bets_goes_by_the_ratio_alone() -> None:
    sprt = Sprt(0.02, bet=0, every_block=False)
    assert evidence(sprt, [WON] * 40) == pytest.approx(sprt.ratio({1.0: 40}))
    assert ended(repeat(WON), sprt) == (True, 80)


def test_the_bet_never_takes_away_more_than_its_part() -> None:
    sprt, plain = Sprt(0.02), Sprt(0.02, bet=0)
    for blocks in ([SPLIT] * 30 + [WON] * 5, [WON, LOST] * 20 + [WON] * 9, [WON] * 50):
        assert evidence(sprt, blocks) >= evidence(plain, blocks) + math.log(0.98)


def test_the_first_block_that_reaches_a_bound_decides() -> None:
    test, sprt = BlockTest(Sprt(0.02)), Sprt(0.02)
    for lead in [WON] * 14 + [LOST] * 200:
        test.take(lead)
    assert test.evidence == evidence(sprt, [WON] * test.blocks) > sprt.bound
    assert test.blocks < 14
    assert evidence(sprt, [WON] * (test.blocks - 1)) < sprt.bound


def test_a_duel_that_was_begun_with_looks_at_stages_alone_keeps_to_them() -> None:
    """A bound that is passed between two looks decides nothing."""
    before = Sprt(0.02, every_block=False)
    blocks = [WON] * 14 + [LOST]
    assert evidence(before, blocks[:14]) > before.bound > evidence(before, blocks)
    assert ended(iter(blocks * 2), Sprt(0.02)) == (True, 15)
    assert ended(chain(blocks, repeat(WON)), before)[1] > 15


def test_there_is_no_evidence_before_the_first_block() -> None:
    assert evidence(Sprt(0.02), []) == 0


def test_the_ratio_is_that_of_the_likeliest_distributions() -> None:
    """For wins and losses alone these are known: the shares are the means."""
    sprt, wins, losses = Sprt(0.1), 70, 50
    exact = wins * math.log(0.6 / 0.5) + losses * math.log(0.4 / 0.5)
    assert sprt.ratio({1.0: wins, -1.0: losses}) == pytest.approx(exact, abs=0.03)


@pytest.mark.parametrize("margin", [0.01, 0.05, 0.2])
def test_the_ratio_is_that_of_fastchess_where_every_score_came(margin: float) -> None:
    """Two programs for one definition; ours adds a twentieth of a block to each score."""
    counts = np.random.default_rng(5).integers(1, 60, size=(50, 5)).astype(float)
    theirs = Fastchess(margin, 50).evidence((counts + 0.05).T)
    for row, ratio in zip(counts.tolist(), theirs.tolist(), strict=True):
        ours = Sprt(margin).ratio(dict(zip(LEADS.tolist(), row, strict=True)))
        assert ours == pytest.approx(ratio, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("kind", BLOCKS)
def test_many_duels_at_once_end_as_each_by_itself(kind: str) -> None:
    """So what is compared with fastchess below is the rule by which a duel is decided."""
    sprt, duels = Sprt(0.1), 20
    own = weights(kind, 0.05)
    blocks = np.array([*islice(drawn(own, duels, 6), 2000)])
    made = called(Own(sprt, duels), iter(blocks), sprt.bound).played(sprt)
    for number in range(duels):
        leads = (Lead(round(2 * LEADS[score]), 2, 1) for score in blocks[:, number])
        assert ended(leads, sprt) == (made.better[number], made.blocks[number])


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize("part", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(("kind", "margin"), [("usual", 0.1), ("narrow", 0.05)])
def test_a_duel_plays_hardly_more_than_fastchess_and_keeps_its_error(
    kind: str, margin: float, part: float
) -> None:
    """Of the same blocks: at most a tenth more, and 5 % error but for three standard errors."""
    pair = Pair.of(weights(kind, part * margin), Sprt(margin), 400, 11)
    assert pair.ratio <= 1.1
    better = float(pair.own.better.mean())
    wrong = {0.0: better, 1.0: 1 - better}.get(part, 0.0)
    assert wrong < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 400)


def test_the_ratio_grows_with_the_score() -> None:
    sprt = Sprt(0.02)
    ratios = [sprt.ratio({-1.0: 20 - n, 0.0: 100, 1.0: 20 + n}) for n in range(-20, 21, 4)]
    assert ratios == sorted(ratios)
    assert ratios[0] < -sprt.bound < sprt.bound < ratios[-1]


def test_level_blocks_alone_speak_against_the_new_one_but_not_at_once() -> None:
    """At the margin 4 % of the blocks may be won: four level blocks hardly speak against that."""
    sprt = Sprt(0.02)
    assert evidence(sprt, [SPLIT] * 4) > -0.3
    assert evidence(sprt, [SPLIT] * 200) < -sprt.bound


def test_any_scores_will_do() -> None:
    sprt = Sprt(0.05)
    assert sprt.ratio({-1 / 3: 300, 1 / 3: 460}) > 0 > sprt.ratio({-1 / 3: 460, 1 / 3: 300})


def test_points_may_be_counted_in_any_unit() -> None:
    """Ten times the points and ten times the margin are the same evidence."""
    chance = Random(3)
    blocks = [Lead(chance.randrange(-9, 12), 2, 8) for _ in range(60)]
    tens = [Lead(10 * each.amount, 2, 80) for each in blocks]
    one, ten = Sprt(1, by=ScoredBy.POINTS), Sprt(10, by=ScoredBy.POINTS)
    assert evidence(one, blocks) == pytest.approx(evidence(ten, tens), abs=1e-6)


def test_a_gain_greater_than_any_lead_that_was_seen_is_soon_ruled_out() -> None:
    sprt = Sprt(50, by=ScoredBy.POINTS)
    assert evidence(sprt, [Lead(each, 2, 3) for each in (1, -2, 3, 0, 5)] * 10) < -sprt.bound


@pytest.mark.slow
@pytest.mark.statistics
def test_who_bets_on_an_even_game_seldom_gets_rich() -> None:
    """At most 5 % of the runs ever do; at 5 %, 13 or more of 100 do about once in 700."""
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
