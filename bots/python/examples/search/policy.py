"""A search for any game: sample the hidden cards, play on, take the action that did best.

A world is a complete arrangement of the cards, sampled from those that fit the observation. Each
world is played on once from each action that is still a candidate, so that actions are compared
with the same cards. The budget is spent in rounds. After each round the worse half of the
candidates is dropped (successive halving), so that most of the budget goes to the best ones.

A game may add, in a file of its own: a better playout, the actions worth a search, better worlds.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from referee.games.game import NOBODY, AnyGame, AnyState

Playout = Callable[[AnyState, int, Random], float]
"""Plays on from the state, which it changes, and returns how good the end was for the seat."""
Shortlist = Callable[[Any, Sequence[int]], list[int]]
"""Returns the indexes of the legal actions that deserve a search, at least one. A single one is
taken without a search."""
Sample = Callable[[AnyGame, Any, Random], AnyState]
"""Returns a world that fits the observation."""

WIN: Final = 10.0
"""Points that winning the match is worth, beside those of the game."""
PLAYOUTS: Final = 100
"""How many playouts a decision gets by default."""
HORIZON: Final = 500
"""After this many decisions a random playout is judged as it stands: some games are very long."""


def to_the_end(state: AnyState, seat: int, random: Random) -> float:
    """The playout for any game of rivals: uniformly random moves to the end.

    Return the lead in points over the best of the others, plus WIN times the success.
    """
    _at_random(state, random)
    points = state.points()
    lead = points[seat] - max((p for s, p in enumerate(points) if s != seat), default=0)
    return lead + WIN * success(state, seat)


def as_a_team(state: AnyState, seat: int, random: Random) -> float:
    """The playout for any cooperative game: uniformly random moves, then the team's points."""
    _at_random(state, random)
    return float(state.points()[seat])


def _at_random(state: AnyState, random: Random) -> None:
    for _ in range(HORIZON):
        if state.seat == NOBODY:
            return
        legal = state.legal_actions()
        state.apply(legal[int(random.random() * len(legal))])


def success(state: AnyState, seat: int) -> float:
    """1 for a seat ahead of all others by place, -1 for one behind all; 0 before the game's end."""
    if state.seat != NOBODY:
        return 0.0
    places = state.outcome().places
    ahead = sum((other > places[seat]) - (other < places[seat]) for other in places)
    return ahead / max(1, len(places) - 1)


def everything(observation: Any, legal: Sequence[int]) -> list[int]:
    """The shortlist that leaves nothing out."""
    return list(range(len(legal)))


def any_world(game: AnyGame, observation: Any, random: Random) -> AnyState:
    """A world as the game itself samples it."""
    return game.determinize(observation, random)


class Search:
    """Chooses actions by playouts: a number of them, or as many as fit into a time."""

    def __init__(
        self,
        game: AnyGame,
        playouts: int | None = None,
        seconds: float | None = None,
        playout: Playout | None = None,
        shortlist: Shortlist = everything,
        sample: Sample = any_world,
    ) -> None:
        """The budget of a decision is `seconds`, if given, or else `playouts`, by default PLAYOUTS.

        In each round each candidate gets at least one playout, even beyond the budget. Without a
        `playout` it is `as_a_team` or `to_the_end`. Raises ValueError for a budget that is not
        positive.
        """
        if playouts is not None and playouts < 1:
            raise ValueError(f"playouts must be 1 or more; received {playouts}")
        if seconds is not None and not 0 < seconds < math.inf:
            raise ValueError(f"seconds must be more than 0; received {seconds}")
        self._game = game
        self._playouts = PLAYOUTS if playouts is None else playouts
        self._seconds = seconds
        self._playout = playout or (as_a_team if game.cooperative else to_the_end)
        self._shortlist = shortlist
        self._sample = sample

    def choose(self, observation: Any, legal: Sequence[int], random: Random) -> int:
        """The index in `legal` of the action that did best. `legal` must not be empty."""
        totals = [0.0] * len(legal)
        indexes = self._shortlist(observation, legal)
        for budget in self._budgets(math.ceil(math.log2(len(indexes)))):
            for _ in budget(len(indexes)):
                world = self._sample(self._game, observation, random)
                for index in indexes:
                    state = world.copy()
                    state.apply(legal[index])
                    totals[index] += self._playout(state, observation.seat, random)
            indexes.sort(key=lambda index: (-totals[index], index))
            indexes = indexes[: math.ceil(len(indexes) / 2)]
        return indexes[0]

    def _budgets(self, rounds: int) -> Iterator[Callable[[int], Iterator[None]]]:
        """For each round a function of the number of candidates.

        Its iterator yields once for each world that the round's budget allows, at least once.
        """
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
