"""A search that knows no game: sample the hidden cards, play on, take what did best.

A world is a complete arrangement of the cards, sampled from those that fit the observation. Each
is played on once from each action that is still in question, so that actions are compared under
the same cards. The budget goes in rounds; after each the worse half of the actions is dropped
(successive halving), so that most of it is spent where it is close.

What a game adds is in its own file: a better playout, the actions worth a search, better worlds.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, Final

from referee.games.game import NOBODY, AnyGame, AnyState

Playout = Callable[[AnyState, int, Random], float]
"""Plays the world on, changing it, and says how good it turned out for the seat."""
Shortlist = Callable[[Any, Sequence[int]], list[int]]
"""The places of the legal actions that deserve a search, at least one; one alone is taken."""
Sample = Callable[[AnyGame, Any, Random], AnyState]
"""A world that fits the observation."""

WIN: Final = 10.0
"""What winning the match is worth beside the points."""
PLAYOUTS: Final = 100
HORIZON: Final = 500
"""Decisions after which a random playout is judged as it stands: some games can be very long."""


def to_the_end(state: AnyState, seat: int, random: Random) -> float:
    """Any game of rivals: uniformly random moves, then the lead in points, and WIN by places."""
    _at_random(state, random)
    points = state.points()
    lead = points[seat] - max((p for s, p in enumerate(points) if s != seat), default=0)
    return lead + WIN * success(state, seat)


def as_a_team(state: AnyState, seat: int, random: Random) -> float:
    """Any cooperative game: uniformly random moves, then the team's points."""
    _at_random(state, random)
    return float(state.points()[seat])


def _at_random(state: AnyState, random: Random) -> None:
    for _ in range(HORIZON):
        if state.seat == NOBODY:
            return
        legal = state.legal_actions()
        state.apply(legal[int(random.random() * len(legal))])


def success(state: AnyState, seat: int) -> float:
    """From 1, ahead of all others, to -1, behind all, ties broken as the game does; 0 till then."""
    if state.seat != NOBODY:
        return 0.0
    places = state.outcome().places
    ahead = sum((other > places[seat]) - (other < places[seat]) for other in places)
    return ahead / max(1, len(places) - 1)


def everything(observation: Any, legal: Sequence[int]) -> list[int]:
    """The shortlist that leaves nothing out."""
    return list(range(len(legal)))


def any_world(game: AnyGame, observation: Any, random: Random) -> AnyState:
    """A world as the game samples it."""
    return game.determinize(observation, random)


class Search:
    """Chooses by playouts: so many in all, or as many as fit into so many seconds."""

    def __init__(
        self,
        game: AnyGame,
        playouts: int | None = None,
        seconds: float | None = None,
        playout: Playout | None = None,
        shortlist: Shortlist = everything,
        sample: Sample = any_world,
    ) -> None:
        """Without a budget a decision gets PLAYOUTS playouts; each action gets at least one.

        Raises ValueError for a budget that is not positive.
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
        """The place in `legal` of the action that did best. Needs at least one action."""
        totals = [0.0] * len(legal)
        left = self._shortlist(observation, legal)
        for budget in self._budgets(math.ceil(math.log2(len(left)))):
            for _ in budget(len(left)):
                world = self._sample(self._game, observation, random)
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
