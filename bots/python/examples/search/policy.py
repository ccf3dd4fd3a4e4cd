"""A search that knows no game: sample the hidden cards, play on, take what did best.

Every sampled world is played on once from each action that is still in question, so that actions
are compared under the same cards. The budget goes in rounds; after each the worse half of the
actions is dropped (successive halving), so that most of it is spent where it is close.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from referee.games.game import NOBODY, AnyGame, AnyState

Playout = Callable[[AnyState, int, Random], float]
"""Plays the world on, changing it, and says how good it turned out for the seat."""

WIN: Final = 10.0
"""What winning the match is worth beside the points."""
PLAYOUTS: Final = 100


def to_the_end(state: AnyState, seat: int, random: Random) -> float:
    """Any game: uniformly random moves to the end; own points less the best other's, and WIN."""
    while state.seat != NOBODY:
        legal = state.legal_actions()
        state.apply(legal[int(random.random() * len(legal))])
    points = state.points()
    lead = points[seat] - max((p for s, p in enumerate(points) if s != seat), default=0)
    return lead + WIN * ((lead > 0) - (lead < 0))


class Search:
    """Chooses by playouts: so many in all, or as many as fit into so many seconds."""

    def __init__(
        self,
        game: AnyGame,
        playouts: int | None = None,
        seconds: float | None = None,
        playout: Playout = to_the_end,
    ) -> None:
        """Without a budget a decision gets PLAYOUTS playouts."""
        self._game = game
        self._playouts = playouts or PLAYOUTS
        self._seconds = seconds
        self._playout = playout

    def choose(self, observation: Any, legal: Sequence[int], random: Random) -> int:
        """The place in `legal` of the action that did best. Needs at least one action."""
        totals = [0.0] * len(legal)
        left = list(range(len(legal)))
        rounds = max(1, math.ceil(math.log2(len(legal))))
        for budget in self._budgets(rounds):
            for _ in budget(len(left)):
                world = self._game.determinize(observation, random)
                for place in left:
                    state = world.copy()
                    state.apply(legal[place])
                    totals[place] += self._playout(state, observation.seat, random)
            left.sort(key=lambda place: (-totals[place], place))
            left = left[: math.ceil(len(left) / 2)]
        return left[0]

    def _budgets(self, rounds: int) -> Iterator[Callable[[int], Iterator[None]]]:
        """For each round what gives a world as often as the budget allows, at least once."""
        start = time.monotonic()
        for number in range(1, rounds + 1):
            if self._seconds is None:
                yield lambda actions: _times(self._playouts // rounds // actions)
            else:
                end = start + self._seconds * number / rounds
                yield lambda _, end=end: _until(end)  # type: ignore[misc]


def _times(number: int) -> Iterator[None]:
    for _ in range(max(1, number)):
        yield


def _until(end: float) -> Iterator[None]:
    yield
    while time.monotonic() < end:
        yield
