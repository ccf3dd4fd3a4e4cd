"""check_game and check_no_leak over every option, and planted leaks."""

from random import Random
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deals import derive
from referee.games.nase_hra import NaseHraGame, NaseHraObservation, NaseHraOptions, NaseHraState
from referee.games.nase_hra.cards import FIGURES
from referee.games.registry import OptionsError, make_game
from referee.testing import LeakError, check_game, check_no_leak
from referee.testing.soak import bytes_of
from tests.games.nase_hra_positions import VARIANTS, nase_hra
from tests.games.profiles import fast


@pytest.mark.slow
@pytest.mark.parametrize(("players", "series"), VARIANTS)
@fast(3)
@given(seed=st.integers(0, 10**6))
def test_every_variant_keeps_its_promises(players: int, series: str, seed: int) -> None:
    check_game(nase_hra(players, series), derive("check", str(seed)), Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "series"), VARIANTS)
@fast(10)
@given(seed=st.integers(0, 10**6))
def test_no_variant_leaks(players: int, series: str, seed: int) -> None:
    report = check_no_leak(nase_hra(players, series), derive("leak", str(seed)), Random(seed))
    assert report.compared > 0


@pytest.mark.slow
@pytest.mark.parametrize(("players", "series"), VARIANTS)
@pytest.mark.parametrize("seed", range(12))
def test_no_variant_leaks_at_length(players: int, series: str, seed: int) -> None:
    game = nase_hra(players, series)
    check_no_leak(game, derive("long", str(seed)), Random(seed), bytes_of(game))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "series"), VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_every_variant_keeps_its_promises_at_length(players: int, series: str, seed: int) -> None:
    check_game(nase_hra(players, series), derive("long", str(seed)), Random(seed))


class _ShowsTalon(NaseHraState):
    __slots__ = ()

    def observe(self, seat: int) -> NaseHraObservation:
        return super().observe(seat)._replace(cross=self.cross + self.talon)


class _ShowsPile(NaseHraState):
    __slots__ = ()

    def observe(self, seat: int) -> NaseHraObservation:
        return super().observe(seat)._replace(cross=self.cross + self.pile[:1])


class _ShowsWhatOthersTook(NaseHraState):
    __slots__ = ()

    def observe(self, seat: int) -> NaseHraObservation:
        return super().observe(seat)._replace(taken=sum(self.taken, ()))


class _CountsFiguresEarly(NaseHraState):
    """How many figures each holds, before anybody has announced anything."""

    __slots__ = ()

    def observe(self, seat: int) -> NaseHraObservation:
        counts = tuple([(hand & FIGURES).bit_count() for hand in self.hands])
        return super().observe(seat)._replace(announced=counts)


class _SortsByHand(NaseHraState):
    """The order of the actions tells whether the next seat holds the seven of bells."""

    __slots__ = ()

    def _find_legal(self) -> tuple[int, ...]:
        found = super()._find_legal()
        return found[::-1] if self.hands[(self.seat + 1) % self.players] & 1 else found


def _planted(state: type[NaseHraState], players: int) -> NaseHraGame:
    class Planted(NaseHraGame):
        made: ClassVar[type[NaseHraState]] = state

        def new(self, deal: object) -> NaseHraState:
            return self.made(self.options.players, self.options.series, deal)  # type: ignore[arg-type]

    return Planted(NaseHraOptions.model_validate({"players": players}))


def _check_many(game: NaseHraGame) -> None:
    for seed in range(60):
        check_no_leak(game, derive("planted", str(seed)), Random(seed))


@pytest.mark.parametrize(
    ("state", "players"),
    [
        (_ShowsTalon, 3),
        (_ShowsPile, 2),
        (_ShowsWhatOthersTook, 3),
        (_CountsFiguresEarly, 3),
        (_CountsFiguresEarly, 2),
        (_SortsByHand, 3),
    ],
)
def test_planted_leaks_are_caught(state: type[NaseHraState], players: int) -> None:
    with pytest.raises(LeakError):
        _check_many(_planted(state, players))


def test_options_are_typed_and_named() -> None:
    assert make_game("nase-hra", {}).options.model_dump() == {"players": 3, "series": "single"}
    assert [make_game("nase-hra", {"players": n}).seats for n in (2, 3)] == [2, 3]
    for wrong in ({"players": 4}, {"players": "3"}, {"players": True}, {"series": "ten"}):
        with pytest.raises(OptionsError, match=r"of nase-hra should be .*; received"):
            make_game("nase-hra", wrong)
    with pytest.raises(OptionsError, match=r"options of nase-hra are players \(.*\), series \("):
        make_game("nase-hra", {"length": 3})
