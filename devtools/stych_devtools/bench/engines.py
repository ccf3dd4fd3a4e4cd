"""How fast the rules are by themselves, driven from Python with uniformly random play."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from referee import deals
from referee.deals import Deal
from referee.games.game import NOBODY, AnyGame


@dataclass(frozen=True, slots=True)
class Speed:
    """What was played in how many seconds of processor time, dealing included."""

    decisions: int
    seconds: float

    @property
    def per_second(self) -> float:
        """How many decisions it makes in a second."""
        return self.decisions / self.seconds

    @property
    def microseconds(self) -> float:
        """How long a decision takes."""
        return self.seconds / self.decisions * 1e6


COMPILED: Final = not (deals.__file__ or "").endswith(".py")
"""Whether the rules that run here are the compiled ones."""


def engine_speed(game: AnyGame, seconds: float, *, observed: bool = False) -> Speed:
    """One of our own games, played for about so long: legal actions, a choice, apply.

    With `observed` the seat to move is shown its observation at each decision as well.
    """
    chance = Random(0)
    return measured(lambda: _play(game, chance, observed), seconds)


def measured(play: Callable[[], int], seconds: float) -> Speed:
    """What as many playings come to as fit into so many seconds, at least one.

    `play` plays once and says how many decisions that took.
    """
    decisions = 0
    begun = now = time.process_time()
    while now < begun + seconds or now == begun:
        decisions += play()
        now = time.process_time()
    return Speed(decisions, now - begun)


def _play(game: AnyGame, chance: Random, observed: bool) -> int:
    # random() and not randrange, which would take a good part of a decision's time.
    state = game.new(Deal(chance.randbytes(32)))
    random, decisions = chance.random, 0
    while state.seat != NOBODY:
        if observed:
            state.observe(state.seat)
        legal = state.legal_actions()
        state.apply(legal[int(random() * len(legal))])
        decisions += 1
    return decisions
