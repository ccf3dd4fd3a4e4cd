"""A soak covers every variant, finds what is broken, and finds it again."""

from random import Random
from types import MappingProxyType

import pytest

from referee.deals import Deal
from referee.games.fox import FoxGame, FoxState
from referee.games.game import AnyGame, Outcome
from referee.games.registry import GAMES
from referee.testing import LeakReport, Playing, soak
from referee.testing.soak import FULL_CHECK_EVERY, LEAK_CHECK_EVERY, Soak, SoakResult, bytes_of
from referee.wire import codec
from tests.games import broken_foxes as broken
from tests.games import leaking_foxes as leaking
from tests.games.every_variant import all_variants, name_of


@pytest.fixture(scope="module")
def lap() -> list[SoakResult]:
    soaked = Soak("lap")
    return [soaked.check(number) for number in range(len(soaked.variants))]


@pytest.mark.slow
def test_a_lap_covers_every_variant_of_every_game(lap: list[SoakResult]) -> None:
    assert [report.violation for report in lap] == [""] * len(lap)
    assert [report.variant for report in lap] == [
        name_of(game) for game in all_variants(*Soak("lap").games)
    ]
    assert {report.game for report in lap} == set(GAMES)
    assert all(report.decisions > 0 for report in lap)


@pytest.mark.slow
def test_some_games_are_checked_throughout_and_some_for_leaks(lap: list[SoakResult]) -> None:
    throughout = [report.number for report in lap if report.throughout]
    assert throughout == [number for number in range(len(lap)) if number % FULL_CHECK_EVERY == 0]
    compared = [report.number for report in lap if report.leak_comparisons]
    assert compared == [number for number in range(len(lap)) if number % LEAK_CHECK_EVERY == 0]


@pytest.mark.slow
def test_in_time_every_variant_is_checked_throughout_and_for_leaks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    throughout: set[str] = set()
    compared: set[str] = set()

    def check_game(game: AnyGame, key: bytes, random: Random, every: int) -> Playing:
        throughout.update([name_of(game)] if every == 1 else [])
        return Playing(key, (), 0, (), Outcome((), ()))

    def check_no_leak(game: AnyGame, *_: object) -> LeakReport:
        compared.add(name_of(game))
        return LeakReport(0, 1, 0)

    monkeypatch.setattr(soak, "check_game", check_game)
    monkeypatch.setattr(soak, "check_no_leak", check_no_leak)
    for games in (["nase-hra"], list(GAMES)):
        throughout.clear()
        compared.clear()
        soaked = Soak("s", games)
        for number in range(FULL_CHECK_EVERY * len(soaked.variants)):
            soaked.check(number)
        assert throughout == compared == {name_of(game) for game in soaked.variants}


def test_a_game_depends_on_seed_list_of_games_and_number_alone() -> None:
    soaked = Soak("one", ["nase-hra"])
    assert soaked.check(7) == Soak("one", ["nase-hra"]).check(7)
    same_variant = range(0, 60, len(soaked.variants))
    decisions = {soaked.check(number).decisions for number in same_variant}
    assert len(decisions) > 1, "the same variant has other deals"
    by_seed = {Soak(seed, ["the-game"]).check(3).decisions for seed in ("a", "b", "c", "d")}
    assert len(by_seed) > 1


def _soaked(game: type[AnyGame], monkeypatch: pytest.MonkeyPatch) -> Soak:
    monkeypatch.setattr(soak, "GAMES", MappingProxyType({"fox": game}))
    return Soak("broken", ["fox"])


def _first_violation(soaked: Soak, numbers: int = 3 * FULL_CHECK_EVERY) -> SoakResult:
    return next(report for report in map(soaked.check, range(numbers)) if report.violation)


def _fox_of(state: type[FoxState]) -> type[AnyGame]:
    def new(self: FoxGame, deal: object) -> FoxState:
        return state(self.options.target, deal)  # type: ignore[arg-type]

    return type("Planted", (FoxGame,), {"new": new})


@pytest.mark.parametrize(
    ("state", "complaint"),
    [
        (broken.RepeatsAction, "distinct"),
        (broken.LosesCard, "the pack is"),
        (broken.OddPlaces, "such as 1, 1, 3 are needed"),
        (broken.WrongEvent, "event 31 has no text"),
        (broken.ForgetfulCopy, "a copy"),
        (broken.ForgetsKeep, "action 99 was accepted"),
        (leaking.ShowsKey, "have changed places"),
    ],
)
def test_what_is_broken_is_found_and_found_again(
    state: type[FoxState], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    soaked = _soaked(_fox_of(state), monkeypatch)
    found = _first_violation(soaked)
    assert complaint in found.violation
    assert found.violation.startswith(f"{found.variant}, deal ")
    assert soaked.check(found.number) == found


class _Fails(FoxState):
    """An error in the rules themselves, after a while."""

    __slots__ = ()

    def apply(self, action: int) -> None:
        super().apply(action)
        if len(self.events) > 60:
            raise IndexError("no such card")


def test_an_error_in_the_rules_is_a_violation_with_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = _first_violation(_soaked(_fox_of(_Fails), monkeypatch))
    assert found.violation.startswith("fox (target=")
    assert ", deal " in found.violation
    assert found.violation.endswith(": IndexError: no such card")


def test_what_bots_are_sent_is_compared() -> None:
    for game in all_variants("fox", "korist"):
        state = game.new(Deal(bytes(32)))
        seen = state.observe(state.seat)
        sent = codec(game.id).encode(seen).SerializeToString(deterministic=True)
        assert sent in bytes_of(game)(seen)
