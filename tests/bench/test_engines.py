"""The bench counts what was played, and drives peers as their libraries say."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from referee.games.fox import FoxGame, FoxOptions, FoxState
from stych_devtools.bench.engines import Speed, engine_speed, measured
from stych_devtools.bench.peers import Peer, open_spiel, peers, play_rlcard, play_spiel


def test_a_speed_is_told_in_decisions_a_second_and_in_microseconds() -> None:
    speed = Speed(decisions=200, seconds=0.0004)
    assert speed.per_second == pytest.approx(500_000)
    assert speed.microseconds == pytest.approx(2)


def test_whole_playings_are_counted_at_least_one() -> None:
    speed = measured(lambda: sum(range(100_000)) and 7, 0.0)
    assert speed.decisions % 7 == 0
    assert speed.decisions >= 7
    assert speed.seconds > 0


class _Watched(FoxState):
    """Counts what is asked of it."""

    __slots__ = ()
    seen = 0
    applied = 0

    def observe(self, seat: int) -> Any:
        assert seat == self.seat
        type(self).seen += 1
        return super().observe(seat)

    def apply(self, action: int) -> None:
        super().apply(action)
        type(self).applied += 1


@pytest.mark.parametrize("observed", [False, True])
def test_every_decision_is_counted_and_observed_if_so_asked(
    observed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.games.fox.game.FoxState", _Watched)
    monkeypatch.setattr(_Watched, "seen", 0)
    monkeypatch.setattr(_Watched, "applied", 0)
    speed = engine_speed(FoxGame(FoxOptions()), 0.001, observed=observed)
    assert speed.decisions == _Watched.applied
    assert _Watched.seen == (speed.decisions if observed else 0)


class _Spiel:
    """A game of three cards dealt by chance and two decisions, as OpenSpiel would show it."""

    def __init__(self) -> None:
        self.history: list[int] = []
        self.texts = 0

    def new_initial_state(self) -> "_Spiel":
        self.history = []
        return self

    def get_type(self) -> SimpleNamespace:
        return SimpleNamespace(provides_information_state_string=True)

    def information_state_string(self) -> str:
        self.texts += 1
        return "seen"

    def is_terminal(self) -> bool:
        return len(self.history) == 5

    def is_chance_node(self) -> bool:
        return len(self.history) < 3

    def legal_actions(self) -> list[int]:
        return [n for n in range(6) if n not in self.history]

    def apply_action(self, action: int) -> None:
        assert action in self.legal_actions()
        self.history.append(action)


def test_chance_is_no_decision_in_open_spiel() -> None:
    game = _Spiel()
    assert play_spiel(game, Random(1), None) == 2
    assert game.texts == 0
    speed = open_spiel("three", game).speed(0.0, True)
    assert game.texts == speed.decisions


def test_steps_are_decisions_in_rlcard() -> None:
    steps: list[str] = []
    game = SimpleNamespace(
        init_game=steps.clear, is_over=lambda: len(steps) == 4, step=steps.append
    )
    assert play_rlcard(game, lambda _: ["draw", "play"], Random(1)) == 4
    assert {*steps} <= {"draw", "play"}


@pytest.mark.parametrize("peer", peers(), ids=lambda peer: f"{peer.library} {peer.game}")
def test_peers_that_are_installed_can_be_played(peer: Peer) -> None:
    for observed in (False, True):
        assert peer.speed(0.001, observed).decisions > 0
