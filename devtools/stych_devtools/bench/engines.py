"""Measures how fast the rules alone are, called from Python in uniformly random play."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from referee.deals import Deal
from referee.games.game import NOBODY, AnyGame


@dataclass(frozen=True, slots=True)
class Speed:
    """The number of decisions that were made, and the processor time that they took."""

    decisions: int
    seconds: float
    """Seconds of processor time, dealing included."""

    @property
    def per_second(self) -> float:
        """Decisions in a second of processor time."""
        return self.decisions / self.seconds

    @property
    def microseconds(self) -> float:
        """Microseconds of processor time for a decision."""
        return self.seconds / self.decisions * 1e6


def engine_speed(game: AnyGame, seconds: float, *, observed: bool = False) -> Speed:
    """Play one of our own games for about `seconds` of processor time, and return its speed.

    A decision is a call for the legal actions, a random choice, and a call that applies it. With
    `observed` it is also a call for the observation of the seat to move.
    """
    chance = Random(0)
    return measured(lambda: _play(game, chance, observed), seconds)


def measured(play: Callable[[], int], seconds: float) -> Speed:
    """Call `play` until `seconds` of processor time have passed, at least once.

    `play` plays one game and returns the number of its decisions. Returns the speed of all games.
    """
    decisions = 0
    begun = now = time.process_time()
    while now < begun + seconds or now == begun:
        decisions += play()
        now = time.process_time()
    return Speed(decisions, now - begun)


def _play(game: AnyGame, chance: Random, observed: bool) -> int:
    """Play one game, and return the number of its decisions."""
    state = game.new(Deal(chance.randbytes(32)))
    # random() and not randrange(), which would take a good part of a decision's time.
    random, decisions = chance.random, 0
    while state.seat != NOBODY:
        if observed:
            state.observe(state.seat)
        legal = state.legal_actions()
        state.apply(legal[int(random() * len(legal))])
        decisions += 1
    return decisions
