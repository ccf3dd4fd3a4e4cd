"""What a decision costs, in calls: the same on every machine, so that it gets no dearer unseen.

A call is one of a Python or a C function, counted over random playings, those for dealing included.
"""

import sys
from random import Random
from typing import Any

import pytest

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame
from referee.games.registry import make_game

MARGIN = 1.1
CALLS: dict[str, tuple[dict[str, Any], float, float]] = {
    "fox": ({}, 18, 9),
    "korist": ({}, 23, 15),
    "nase-hra": ({}, 16, 15),
    "the-game": ({"talk": False}, 27, 6),
}
"""By game: its options, calls a decision to play it, and those to observe it, as they are now."""


class _Counter:
    """Counts calls while it is told to."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, frame: object, event: str, argument: object) -> None:
        self.calls += event in ("call", "c_call")


def _count(game: AnyGame, playings: int) -> tuple[float, float]:
    """Calls a decision: to play, and to observe."""
    chance, playing, observing, decisions = Random(1), _Counter(), _Counter(), 0
    for number in range(playings):
        sys.setprofile(playing)
        state = game.new(Deal(derive("effort", str(number))))
        while state.seat != NOBODY:
            legal = state.legal_actions()
            sys.setprofile(observing)
            state.observe(state.seat)
            sys.setprofile(None)
            action = chance.choice(legal)
            decisions += 1
            sys.setprofile(playing)
            state.apply(action)
        sys.setprofile(None)
    return playing.calls / decisions, observing.calls / decisions


@pytest.mark.parametrize("game", sorted(CALLS))
def test_a_decision_takes_hardly_more_calls_than_it_did(game: str) -> None:
    options, to_play, to_observe = CALLS[game]
    playing, observing = _count(make_game(game, options), 20)
    assert playing <= MARGIN * to_play
    assert observing <= MARGIN * to_observe


def test_the_count_is_of_what_was_called() -> None:
    def called() -> int:
        return len("x") + abs(-1)

    counter = _Counter()
    sys.setprofile(counter)
    called()
    sys.setprofile(None)
    assert counter.calls == 4  # itself, len, abs, and the end of counting
