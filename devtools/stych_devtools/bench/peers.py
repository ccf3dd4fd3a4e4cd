"""Measures how fast other libraries' games are, called from Python as our own games are.

A library is measured if it is installed: `pip install 'stych[bench]'`. Each library is called in
the way that is quickest for it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from stych_devtools.bench.engines import Speed, measured

OPEN_SPIEL: Final = ("spades", "oh_hell", "hearts", "euchre", "skat")
"""Trick games in C++. A match of each is one deal."""
RLCARD: Final[Mapping[str, tuple[str, Callable[[Any], Sequence[Any]]]]] = {
    "uno": ("UnoGame", lambda game: game.get_legal_actions()),
    "bridge": ("BridgeGame", lambda game: game.judger.get_legal_actions()),
    "gin_rummy": ("GinRummyGame", lambda game: game.judge.get_legal_actions()),
    "leducholdem": ("LeducholdemGame", lambda game: game.get_legal_actions()),
    "limitholdem": ("LimitHoldemGame", lambda game: game.get_legal_actions()),
}
"""By game: the name of its class, and a function from its object to the legal actions."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A game of another library."""

    library: str
    game: str
    speed: Callable[[float, bool], Speed]
    """Plays for so many seconds of processor time; with True it also makes observations."""


def peers() -> list[Peer]:
    """The games of the libraries that are installed here."""
    games = []
    # Both libraries are optional: nobody needs them to play.
    if find_spec("pyspiel"):
        load = import_module("pyspiel").load_game
        games += [open_spiel(name, load(name)) for name in OPEN_SPIEL]
    if find_spec("rlcard"):
        games += [rlcard(name) for name in RLCARD]
    return games


def open_spiel(name: str, game: Any) -> Peer:
    """A game of OpenSpiel. An observation is a text: the information state if the game has one."""
    kind = game.get_type()
    informed = kind.provides_information_state_string

    def speed(seconds: float, observed: bool) -> Speed:
        chance = Random(0)
        show = _information if informed else _observation
        return measured(lambda: play_spiel(game, chance, show if observed else None), seconds)

    return Peer("OpenSpiel", name, speed)


def _information(state: Any) -> None:
    state.information_state_string()


def _observation(state: Any) -> None:
    state.observation_string()


def play_spiel(game: Any, chance: Random, show: Callable[[Any], None] | None) -> int:
    """Play once to the end; returns the number of decisions, without those of chance.

    The actions of chance are drawn evenly from the legal ones. In these games all of them are
    equally likely, and asking for probabilities would cost the library more.
    """
    state = game.new_initial_state()
    random, decisions = chance.random, 0
    while not state.is_terminal():
        if state.is_chance_node():
            dealt = state.legal_actions()
            state.apply_action(dealt[int(random() * len(dealt))])
            continue
        if show:
            show(state)
        legal = state.legal_actions()
        state.apply_action(legal[int(random() * len(legal))])
        decisions += 1
    return decisions


def rlcard(name: str) -> Peer:
    """A game of RLCard, without RLCard's environment around it."""
    class_name, legal_actions = RLCARD[name]
    game = getattr(import_module(f"rlcard.games.{name}.game"), class_name)()

    def speed(seconds: float, observed: bool) -> Speed:
        # RLCard makes the next player's observation in each step, also when nobody asks for it.
        del observed
        chance = Random(0)
        return measured(lambda: play_rlcard(game, legal_actions, chance), seconds)

    return Peer("RLCard", name, speed)


def play_rlcard(game: Any, legal_actions: Callable[[Any], Sequence[Any]], chance: Random) -> int:
    """Play once to the end; returns the number of decisions."""
    game.init_game()
    random, decisions = chance.random, 0
    while not game.is_over():
        legal = legal_actions(game)
        game.step(legal[int(random() * len(legal))])
        decisions += 1
    return decisions
