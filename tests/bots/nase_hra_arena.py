"""The sample bots of Naše hra against each other in this process, on duplicate deals.

python -m tests.bots.nase_hra_arena BOARDS prints the figures that docs/games/nase-hra.md shows. One
bot sits in every seat of a board in turn, the other in all the rest; a board is one sample.
"""

import sys
from collections import Counter
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from referee.deals import Deal, derive
from referee.games.events import unpack
from referee.games.game import NOBODY
from referee.games.nase_hra import NaseHraGame, NaseHraState
from referee.games.nase_hra.actions import Happening
from tests.games.nase_hra_positions import nase_hra
from tests.games.statistics import Mean, mean

Bot = Callable[[NaseHraState, Random], int]
"""(state, random) to an index into the legal actions; looks at its own observation alone."""

_POLICY = Path(__file__).parents[2] / "bots/python/examples/nase_hra_thumb/policy.py"


def load_policy() -> Any:
    """The module of the rule-of-thumb bot."""
    spec = spec_from_file_location("nase_hra_thumb_policy", _POLICY)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(f"the policy is kept in {_POLICY}")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_CHOOSE = load_policy().choose


def thumb(state: NaseHraState, random: Random) -> int:
    chosen: int = _CHOOSE(state.observe(state.seat), state.legal_actions())
    return chosen


def uniform(state: NaseHraState, random: Random) -> int:
    return random.randrange(len(state.legal_actions()))


def first(state: NaseHraState, random: Random) -> int:
    return 0


BOTS: dict[str, Bot] = {"thumb": thumb, "random": uniform, "first": first}


def play(game: NaseHraGame, board: int, bots: list[Bot]) -> NaseHraState:
    """The match on that board; a forced action is not asked for."""
    state, random = game.new(Deal(derive("arena", str(board)))), Random(board)
    while state.seat != NOBODY:
        legal = state.legal_actions()
        chosen = bots[state.seat](state, random) if len(legal) > 1 else 0
        state.apply(legal[chosen])
    return state


class Duel(NamedTuple):
    """Points a player and game of both, and the share of opponents that the one beats."""

    one: Mean
    other: Mean
    share: Mean


def duel(game: NaseHraGame, one: Bot, other: Bot, boards: int) -> Duel:
    """One of the one against all the others, in every seat."""
    samples: list[tuple[float, float, float]] = []
    seats, rest = range(game.seats), game.seats - 1
    for board in range(boards):
        own = others = beaten = 0.0
        for seat in seats:
            outcome = play(game, board, [one if s == seat else other for s in seats]).outcome()
            points, places = outcome.points, outcome.places
            own += points[seat]
            others += (sum(points) - points[seat]) / rest
            for each in seats:
                if each != seat:
                    worse, even = places[each] > places[seat], places[each] == places[seat]
                    beaten += (worse + even / 2) / rest
        samples.append((own / game.seats, others / game.seats, beaten / game.seats))
    first_column, second, third = (mean(column) for column in zip(*samples, strict=True))
    return Duel(first_column, second, third)


class Among(NamedTuple):
    """What a bot does among its own kind."""

    points: Mean
    a_trick: float
    cards_a_trick: float
    a_card: float
    most: int


def among_its_kind(game: NaseHraGame, bot: Bot, boards: int) -> Among:
    """The figures that the source gives for its regular players."""
    sums: Counter[str] = Counter()
    means, most = [], 0
    for board in range(boards):
        state = play(game, board, [bot] * game.seats)
        points = state.outcome().points
        means.append(sum(points) / game.seats)
        most = max(most, *points)
        events = [unpack(event) for event in state.events]
        sums["points"] += sum(points)
        sums["tricks"] += sum(event.kind == Happening.TRICK for event in events)
        sums["cards"] += sum(event.a for event in events if event.kind == Happening.ANNOUNCE)
    tricks, cards, points_sum = sums["tricks"], sums["cards"], sums["points"]
    return Among(mean(means), points_sum / tricks, cards / tricks, points_sum / cards, most)


def _show(label: str, *values: Mean | float) -> None:
    texts = [
        f"{v.value:.3f} ± {v.error:.3f}" if isinstance(v, Mean) else f"{v:.2f}" for v in values
    ]
    sys.stdout.write(f"{label}: {', '.join(texts)}\n")


def main(boards: int) -> None:
    """All figures."""
    for players in (3, 2):
        game = nase_hra(players)
        for one, other in (("thumb", "random"), ("random", "thumb"), ("thumb", "first")):
            _show(f"{players} {one} against {other}", *duel(game, BOTS[one], BOTS[other], boards))
        for name in ("thumb", "random"):
            _show(f"{players} {name} alone", *among_its_kind(game, BOTS[name], boards))


if __name__ == "__main__":
    main(int(sys.argv[1]))
