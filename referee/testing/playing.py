"""Plays one game from start to end; a Playing is the result."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from referee.deals import Deal
from referee.games.game import NOBODY, AnyGame, AnyState, Outcome
from referee.testing.errors import CheckError

MOST_DECISIONS = 100_000
"""A game that has not ended after this many decisions counts as endless: a broken promise."""

Program = Callable[[AnyState, Random], int]
"""Returns a legal action of the seat that decides; the Random is its only source of chance."""


@dataclass(frozen=True, slots=True)
class Playing:
    """A playing that has ended: the deal's key and the actions to replay it, and the results."""

    key: bytes
    actions: tuple[int, ...]
    asked: int
    """The number of decisions with more than one legal action."""
    events: tuple[int, ...]
    outcome: Outcome


def where(game: AnyGame, key: bytes, decision: int) -> str:
    """The game, its options, the deal and the number of the decision, in words.

    To get there again, one needs the actions before it as well, or the Random that they came from.
    """
    return f"{variant_text(game)}, deal {key.hex()}, decision {decision}"


def variant_text(game: AnyGame) -> str:
    """The game's id with all its options, such as "fox (target=5)"."""
    options = " ".join(f"{name}={value}" for name, value in game.options.model_dump().items())
    return f"{game.id} ({options})"


def random_action(state: AnyState, random: Random) -> int:
    """One of the legal actions, each as likely as the others."""
    return random.choice(state.legal_actions())


def play_out(game: AnyGame, deal: Deal, program: Program, random: Random) -> Playing:
    """Play the deal to its end; `program` chooses every action, forced ones as well.

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
