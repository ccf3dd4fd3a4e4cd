"""check_game and check_no_leak over all options, and what they catch though cards are alike."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deals import derive
from referee.games.game import AnyGame
from referee.games.korist import KoristGame, KoristState
from referee.games.korist.hidden import alike, assign_numbers
from referee.testing import CheckError, LeakError, check_game, check_no_leak
from referee.testing.soak import bytes_of
from tests.games import leaking_korists as leaking
from tests.games.every_variant import all_variants, name_of
from tests.games.korist_positions import dealt, korist
from tests.games.profiles import fast

VARIANTS = all_variants("korist")
GAMES = st.sampled_from(VARIANTS)


@fast(8)
@given(st.integers(0, 10**6), GAMES, st.integers(1, 60))
def test_promises_are_kept_at_small_limits(seed: int, game: AnyGame, limit: int) -> None:
    short = KoristGame(game.options.model_copy(update={"limit": limit}))
    check_game(short, derive("options", str(seed)), Random(seed))


@pytest.mark.slow
@fast(12)
@given(st.integers(0, 10**6), GAMES)
def test_nothing_leaks_under_all_options(seed: int, game: AnyGame) -> None:
    report = check_no_leak(game, derive("leak", str(seed)), Random(seed))
    assert report.compared > 0


@pytest.mark.slow
@pytest.mark.parametrize("game", VARIANTS, ids=name_of)
def test_nothing_leaks_at_length(game: AnyGame) -> None:
    seed = name_of(game)
    for number in range(2):
        check_no_leak(game, derive("long leak", seed, str(number)), Random(number), bytes_of(game))


def _check_six(game: AnyGame) -> None:
    for seed in range(6):
        check_no_leak(game, derive("planted", str(seed)), Random(seed))


@pytest.mark.parametrize(
    ("state", "difference"),
    [
        (leaking.ShowsTopCard, "the observation differs"),
        (leaking.ShowsBottomCard, "the observation differs"),
        (leaking.ShowsHand, "the observation differs"),
        (leaking.KnowsDrawnCards, "the observation differs"),
        (leaking.NamesDrawnCards, "the public events"),
        (leaking.ShowsKey, "the observation differs"),
        (leaking.ShowsCardNumbers, "the observation differs"),
    ],
)
def test_planted_leaks_are_caught(state: type[KoristState], difference: str) -> None:
    with pytest.raises(LeakError, match=difference):
        _check_six(leaking.broken_game(state))


@pytest.mark.parametrize(
    "state", [leaking.LosesCard, leaking.DoublesCard, leaking.ChangesCard], ids=lambda s: s.__name__
)
def test_lost_doubled_and_changed_cards_are_caught(state: type[KoristState]) -> None:
    with pytest.raises(CheckError, match="the pack is"):
        check_game(leaking.broken_game(state), derive("cards"), Random(1))


def test_cards_of_a_kind_are_numbered_in_order() -> None:
    assert assign_numbers(Counter({7: 2, 14: 1})) == (48, 49, 104)
    # The pack has eight sevens: a ninth one repeats the highest number.
    assert assign_numbers(Counter({7: 9}))[-2:] == (55, 55)
    assert alike(48, 55)
    assert not alike(48, 56)
    assert alike(104, 108)


def test_an_exchange_changes_the_draws_only_between_kinds_and_never_an_action() -> None:
    state, game = dealt(3), korist(3)
    drawn = state.deal.drawn
    assert game.redealt(drawn, 48, 49) == drawn
    other = game.redealt(drawn, 48, 56)
    assert other["first"] == drawn["first"]
    assert sorted(other["cards"]) == list(range(109))
    assert sum(a != b for a, b in zip(drawn["cards"], other["cards"], strict=True)) == 2
    assert game.swapped(5, 48, 56) == 5
