"""check_game and check_no_leak over every combination of options, down to the bytes bots get."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deals import derive
from referee.games.game import AnyGame
from referee.games.registry import make_game
from referee.games.the_game import TheGameObservation, TheGameState
from referee.testing import LeakError, check_game, check_no_leak
from referee.testing.soak import bytes_of
from tests.games.profiles import fast
from tests.games.the_game_positions import ALL_OPTIONS, the_game

options = st.sampled_from(ALL_OPTIONS)


@pytest.mark.slow
@pytest.mark.parametrize("chosen", ALL_OPTIONS, ids=str)
def test_every_variant_keeps_its_promises(chosen: dict[str, Any]) -> None:
    game = make_game("the-game", chosen)
    check_game(game, derive("variants", str(chosen)), Random(1))


@pytest.mark.slow
@fast(30)
@given(options, st.integers(0, 10**6))
def test_no_variant_leaks(chosen: dict[str, Any], seed: int) -> None:
    game = make_game("the-game", chosen)
    report = check_no_leak(game, derive("leak", str(seed)), Random(seed), bytes_of(game))
    assert report.compared > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("chosen", ALL_OPTIONS, ids=str)
def test_every_variant_at_length(chosen: dict[str, Any], seed: int) -> None:
    game, key = make_game("the-game", chosen), derive("long", str(seed))
    check_game(game, key, Random(seed))
    check_no_leak(game, key, Random(seed), bytes_of(game))


class _ShowsNextCard(TheGameState):
    __slots__ = ()

    def observe(self, seat: int) -> TheGameObservation:
        return super().observe(seat)._replace(deck_size=self.deck[self.deck_index])


class _ShowsHighestCard(TheGameState):
    __slots__ = ()

    def observe(self, seat: int) -> TheGameObservation:
        other = self.hands[1 - seat]
        return super().observe(seat)._replace(placed=max(other, default=0))


class _OrdersActions(TheGameState):
    """The order of the legal actions depends on the other hand."""

    __slots__ = ()

    def legal_actions(self) -> tuple[int, ...]:
        legal = super().legal_actions()
        odd = self.seat >= 0 and self.hands[1 - self.seat][:1] > [50]
        return legal[::-1] if odd else legal


@pytest.mark.parametrize("state", [_ShowsNextCard, _ShowsHighestCard, _OrdersActions])
def test_planted_leaks_are_caught(
    state: type[TheGameState], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.games.the_game.game.TheGameState", state)
    with pytest.raises(LeakError):
        _check_twelve(the_game(2, talk=True))


def _check_twelve(game: AnyGame) -> None:
    for seed in range(12):
        check_no_leak(game, derive("planted", str(seed)), Random(seed))
