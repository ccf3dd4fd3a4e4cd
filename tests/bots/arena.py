"""Policies of the example bots against each other in this process, on duplicate boards.

One bot sits in every seat of a board in turn, and bots of another kind in all other seats; a board
is one sample. What is played depends only on the bots and on the numbers of the boards.
"""

import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from typing import NamedTuple

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame, AnyState
from tests.games.statistics import Mean, mean

Bot = Callable[[AnyState, Random], int]
"""(state, random) to an index into the legal actions; looks at its own observation alone."""

_EXAMPLES = Path(__file__).parents[2] / "bots" / "python" / "examples"


def load(bot: str, module: str = "policy") -> ModuleType:
    """A module of an example bot, under a name of its own."""
    name = f"{bot}_{module}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, _EXAMPLES / bot / f"{module}.py")
        if spec is None or spec.loader is None:
            raise ImportError(f"{bot} has no {module}")
        sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


def by_thumb(bot: str) -> Bot:
    """The policy of a bot whose rules of thumb take an observation and the legal actions."""
    choose = load(bot).choose

    def chosen(state: AnyState, _: Random) -> int:
        place: int = choose(state.observe(state.seat), state.legal_actions())
        return place

    return chosen


def uniform(state: AnyState, random: Random) -> int:
    return random.randrange(len(state.legal_actions()))


def first(state: AnyState, _: Random) -> int:
    return 0


def searching(game: AnyGame, playouts: int | None = None) -> Bot:
    """The search bot with its own playouts of the game, by default as many as it takes itself."""
    module = load("search", game.id.replace("-", "_"))
    choose = load("search").Search(game, playouts=playouts, playout=module.playout).choose

    def chosen(state: AnyState, random: Random) -> int:
        place: int = choose(state.observe(state.seat), state.legal_actions(), random)
        return place

    return chosen


class Timed:
    """A bot, and how much processor time it has taken."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._seconds = 0.0
        self._decisions = 0

    def __call__(self, state: AnyState, random: Random) -> int:
        start = time.process_time()
        chosen = self._bot(state, random)
        self._seconds += time.process_time() - start
        self._decisions += 1
        return chosen

    def milliseconds(self) -> float:
        """The mean processor time of a decision; there must have been one."""
        return 1000 * self._seconds / self._decisions


def play(game: AnyGame, board: int, bots: Sequence[Bot]) -> AnyState:
    """The match on that board; a forced action is not asked for."""
    state: AnyState = game.new(Deal(derive("arena", str(board))))
    random = Random(board)
    while state.seat != NOBODY:
        legal = state.legal_actions()
        chosen = bots[state.seat](state, random) if len(legal) > 1 else 0
        state.apply(legal[chosen])
    return state


class Duel(NamedTuple):
    """The result of one bot against others, as means over boards."""

    one: Mean
    """The points of the one."""
    other: Mean
    """The points of each of the others."""
    lead: Mean
    """The points of the one minus those of each of the others."""
    share: Mean
    """The share of the others that have a worse place than the one; an equal place counts half."""
    milliseconds: float
    """The mean processor time of a decision of the one."""


def duel(game: AnyGame, one: Bot, other: Bot, boards: int) -> Duel:
    """`one` in each seat of each board in turn, against `other` in all other seats."""
    timed = Timed(one)
    samples = [_board(game, timed, other, board) for board in range(boards)]
    one_s, others, lead, share = (mean(column) for column in zip(*samples, strict=True))
    return Duel(one_s, others, lead, share, timed.milliseconds())


def _board(game: AnyGame, one: Bot, other: Bot, board: int) -> tuple[float, ...]:
    """The fields of a Duel, except for the time, as means over the seats of this board."""
    own = others = beaten = 0.0
    seats, rest = range(game.seats), game.seats - 1
    for seat in seats:
        outcome = play(game, board, [one if s == seat else other for s in seats]).outcome()
        points, places = outcome.points, outcome.places
        own += points[seat]
        others += (sum(points) - points[seat]) / rest
        # The seat's own place equals itself, which counts 0.5.
        beaten += (sum(_beaten(places[seat], place) for place in places) - 0.5) / rest
    return tuple(value / game.seats for value in (own, others, own - others, beaten))


def _beaten(own: int, other: int) -> float:
    return float(own < other) if own != other else 0.5


def show(label: str, met: Duel) -> None:
    """Print one line of figures with their standard errors."""
    texts = [f"{name} {value.value:.3f} ± {value.error:.3f}" for name, value in _named(met)]
    sys.stdout.write(f"{label}: {', '.join(texts)}, {met.milliseconds:.1f} ms a decision\n")
    sys.stdout.flush()


def _named(met: Duel) -> list[tuple[str, Mean]]:
    return [("own", met.one), ("others", met.other), ("lead", met.lead), ("share", met.share)]
