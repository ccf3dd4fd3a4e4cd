"""check_no_leak passes all games, and catches what is shown on purpose."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deals import derive
from referee.games.fox import FoxGame, FoxObservation, FoxOptions, FoxState
from referee.games.game import AnyGame, State
from referee.games.registry import GAMES, make_game
from referee.testing import CheckError, LeakError, check_no_leak
from referee.testing.soak import bytes_of
from tests.games import leaking_foxes as leaking
from tests.games.broken_foxes import broken_game
from tests.games.profiles import fast


@pytest.mark.parametrize("game_id", sorted(GAMES))
@fast(20)
@given(seed=st.integers(0, 10**6))
def test_no_game_leaks(game_id: str, seed: int) -> None:
    report = check_no_leak(make_game(game_id, {}), derive("leak", str(seed)), Random(seed))
    assert report.compared > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_the_fox_does_not_leak_at_length(seed: int) -> None:
    game = make_game("fox", {"target": (16, 21, 35)[seed % 3]})
    check_no_leak(game, derive("long leak", str(seed)), Random(seed), bytes_of(game))


def _check_twelve(game: AnyGame) -> None:
    for seed in range(12):
        check_no_leak(game, derive("planted", str(seed)), Random(seed))


@pytest.mark.parametrize(
    ("state", "difference"),
    [
        (leaking.ShowsLowestCard, "the observation differs"),
        (leaking.ShowsParity, "the observation differs"),
        (leaking.ShowsDrawnCard, "the public events"),
        (leaking.ShowsBuriedCard, "the observation differs"),
        (leaking.ShowsDeck, "the observation differs"),
        (leaking.ShowsTopCard, "the observation differs"),
        (leaking.OrdersActions, "the legal actions"),
        (leaking.ForbidsActions, "the legal actions"),
        (leaking.DictatesActions, "the legal actions"),
        (leaking.ShowsKey, "the observation differs"),
        (leaking.ShowsNextRound, "the observation differs"),
        (leaking.ShowsSeldom, "the observation differs"),
    ],
)
def test_planted_leaks_are_caught(state: type[FoxState], difference: str) -> None:
    with pytest.raises(LeakError, match=difference) as caught:
        _check_twelve(broken_game(state))
    message = str(caught.value)
    assert "fox (target=21), deal " in message
    assert "seat " in message
    assert "have changed places: at decision " in message


@pytest.mark.slow
def test_exchanges_that_the_public_would_notice_do_not_count() -> None:
    for seed in range(24):
        check_no_leak(broken_game(leaking.HolderLeads), derive("holder", str(seed)), Random(seed))


def test_what_is_compared_is_the_encoding() -> None:
    def blind(observation: FoxObservation) -> bytes:
        return bytes(observation.hand)

    for seed in range(12):
        check_no_leak(
            broken_game(leaking.ShowsDeck), derive("blind", str(seed)), Random(seed), encode=blind
        )


def test_the_same_arguments_give_the_same_report() -> None:
    game, key = make_game("fox", {}), derive("report")
    assert check_no_leak(game, key, Random(3)) == check_no_leak(game, key, Random(3))


@pytest.mark.slow
def test_exchanges_are_compared_and_skipped_at_many_moments() -> None:
    game = make_game("fox", {})
    reports = [check_no_leak(game, derive("kinds", str(n)), Random(n)) for n in range(30)]
    assert sum(report.compared for report in reports) > 300
    assert sum(report.skipped for report in reports) > 5
    assert len({report.moment for report in reports}) > 20


class _HidesNothing(FoxGame):
    def hidden(self, state: State, seat: int) -> frozenset[int]:
        return frozenset()


def test_a_check_that_compared_nothing_fails() -> None:
    with pytest.raises(CheckError, match="could never be exchanged"):
        check_no_leak(_HidesNothing(FoxOptions()), derive("nothing"), Random(1))


class _HidesTooMuch(FoxGame):
    """Calls the seat's own hand and buried cards hidden from it, as a wrong `hidden` would."""

    def hidden(self, state: State, seat: int) -> frozenset[int]:
        assert isinstance(state, FoxState)
        return super().hidden(state, seat) | set(state.buried[seat]) | set(state.observe(seat).hand)


def test_hidden_is_held_against_observe() -> None:
    with pytest.raises(LeakError):
        _check_twelve(_HidesTooMuch(FoxOptions()))
