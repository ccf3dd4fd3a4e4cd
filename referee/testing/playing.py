"""Plays one game from start to end, and what the checks return of it."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from referee.deals import Deal
from referee.games.game import NOBODY, AnyGame, AnyState, Outcome
from referee.testing.errors import CheckError

MOST_DECISIONS = 100_000
"""A game with more decisions than this counts as endless."""

Program = Callable[[AnyState, Random], int]
"""Chooses one of the legal actions of the seat that decides, by the given chance."""


@dataclass(frozen=True, slots=True)
class Playing:
    """All that is needed to play a game again, and what came of it."""

    key: bytes
    actions: tuple[int, ...]
    asked: int
    """How many of the actions were a choice between several."""
    events: tuple[int, ...]
    outcome: Outcome


def where(game: AnyGame, key: bytes, decision: int) -> str:
    """The place that a message names; it suffices to get there again."""
    return f"{variant_text(game)}, deal {key.hex()}, decision {decision}"


def variant_text(game: AnyGame) -> str:
    """The game with all its options, as a text."""
    options = " ".join(f"{name}={value}" for name, value in game.options.model_dump().items())
    return f"{game.id} ({options})"


def random_action(state: AnyState, random: Random) -> int:
    """One of the legal actions, each as likely as the others."""
    return random.choice(state.legal_actions())


def play_out(game: AnyGame, deal: Deal, program: Program, random: Random) -> Playing:
    """Play the deal with the program in every seat; forced actions are its to take as well.

    Raises CheckError when the game does not end.
    """
    state = game.new(deal)
    actions: list[int] = []
    asked = 0
    while state.seat != NOBODY:
        if len(actions) == MOST_DECISIONS:
            raise CheckError(f"{where(game, deal.key, len(actions))}: the game has not ended")
        asked += len(state.legal_actions()) > 1
        actions.append(program(state, random))
        state.apply(actions[-1])
    return Playing(deal.key, tuple(actions), asked, tuple(state.events), state.outcome())


def play_randomly(game: AnyGame, deal: Deal, random: Random) -> Playing:
    """Play the deal with random actions. Raises CheckError when the game does not end."""
    return play_out(game, deal, random_action, random)
