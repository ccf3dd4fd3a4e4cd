"""How fast other libraries' games are, driven from Python in the same way as our own engines.

They are measured if they are installed: `pip install 'stych[bench]'`. Each is driven in the way
that is quickest for it.
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
"""By game: its class, and where its legal actions come from."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A game of another library."""

    library: str
    game: str
    speed: Callable[[float, bool], Speed]
    """Plays for about so many seconds, without or with what the seat to move may see."""


def peers() -> list[Peer]:
    """The games of the libraries that are installed here."""
    found = []
    # Both are optional: nobody needs them to play.
    if find_spec("pyspiel"):
        load = import_module("pyspiel").load_game
        found += [open_spiel(name, load(name)) for name in OPEN_SPIEL]
    if find_spec("rlcard"):
        found += [rlcard(name) for name in RLCARD]
    return found


def open_spiel(name: str, game: Any) -> Peer:
    """A game of OpenSpiel; what is seen is its information state or observation as a text."""
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

    Chance too is drawn from the legal actions: all of it is even in these games, and asking for
    probabilities would cost the library more.
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
    """A game class of RLCard, without its environment.

    A step returns the next player's state, made anew: it is shown whether one wants it or not.
    """
    class_name, legal_actions = RLCARD[name]
    game = getattr(import_module(f"rlcard.games.{name}.game"), class_name)()

    def speed(seconds: float, observed: bool) -> Speed:
        # Its steps make the next player's state in any case, so there is one figure for both.
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
