"""Teams at The Game on the same boards, in this process: the figures of docs/games/the-game.md.

    python -m tests.bots.the_game_arena 200 thumb random

plays 200 boards under the options of each table, and prints cards left and games won with standard
errors. Without names all bots play. Greedy plays only at tables without talk.
"""

import sys
from collections.abc import Callable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from math import sqrt
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from referee.deals import Deal, derive
from referee.games.the_game import TheGame, TheGameOptions, TheGameState
from tests.games.statistics import Mean, mean
from tests.games.the_game_positions import greedy, over

EXAMPLES = Path(__file__).parents[2] / "bots" / "python" / "examples"

Player = Callable[[TheGameState, Random], int]
"""Chooses an action; a fair player looks at nothing but its own view."""


def load(bot: str, name: str = "policy") -> ModuleType:
    """A module of an example bot."""
    spec = spec_from_file_location(f"{bot}_{name}", EXAMPLES / bot / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"{bot} has no {name}")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


POLICY = load("the_game_thumb")
SEARCH = load("search")
PLAYOUT = load("search", "the_game").playout
VIEW = load("search", "the_game_view")


def thumb(state: TheGameState, random: Random) -> int:
    """The rule-of-thumb bot."""
    legal = state.legal_actions()
    choice = POLICY.choose(state.observe(state.seat), legal) if len(legal) > 1 else 0
    return legal[choice]


def searching(game: TheGame, playouts: int | None = None) -> Player:
    """The search bot with so many playouts a decision, or with its default."""
    search = SEARCH.Search(game, playouts, None, PLAYOUT, VIEW.shortlist, VIEW.sample)

    def decide(state: TheGameState, random: Random) -> int:
        legal = state.legal_actions()
        choice = search.choose(state.observe(state.seat), legal, random) if len(legal) > 1 else 0
        return legal[choice]

    return decide


def uniform(state: TheGameState, random: Random) -> int:
    return random.choice(state.legal_actions())


def by_greed(state: TheGameState, random: Random) -> int:
    """The greedy player, for games without talk."""
    return greedy(state)


class Figures(NamedTuple):
    left: Mean
    won: float
    """In %."""
    burnt: float
    """In %."""


def play(game: TheGame, team: Sequence[Player], boards: int) -> Figures:
    """What the team reaches on the first `boards` boards, which are the same for every team."""
    states = [_play(game, team, number) for number in range(boards)]
    return Figures(
        mean([state.left for state in states]),
        100 * sum(state.left == 0 for state in states) / boards,
        100 * sum(state.burnt for state in states) / boards,
    )


def _play(game: TheGame, team: Sequence[Player], board: int) -> TheGameState:
    state = game.new(Deal(derive("arena", str(board))))
    random = Random(board)
    while not over(state):
        state.apply(team[state.seat](state, random))
    return state


TABLES: list[dict[str, Any]] = [
    *[{"players": players, "talk": talk} for talk in (False, True) for players in range(1, 6)],
    *[{"players": 3, "variant": variant} for variant in ("expert", "master")],
    {"players": 3, "fire": True},
]


BOTS: dict[str, Callable[[TheGame], Player]] = {
    "search": searching,
    "thumb": lambda game: thumb,
    "greedy": lambda game: by_greed,
    "random": lambda game: uniform,
}


def _row(game: TheGame, name: str, boards: int) -> str:
    left, won, burnt = play(game, [BOTS[name](game)] * game.seats, boards)
    error = sqrt(won * (100 - won) / boards)
    fire = f", burnt {burnt:.0f} %" if game.options.fire else ""
    return f"{left.value:.1f} ± {left.error:.1f}, {won:.1f} ± {error:.1f} %{fire}"


def main(boards: int, names: Sequence[str]) -> None:
    for chosen in TABLES:
        game = TheGame(TheGameOptions(**chosen))
        for name in names or BOTS:
            if name != "greedy" or not game.options.talk:
                sys.stdout.write(f"{chosen} {name}: {_row(game, name, boards)}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
