"""One playing from start to end, as the checks hand it back."""

from dataclasses import dataclass
from random import Random

from referee.deals import Deal
from referee.games.game import NOBODY, AnyGame, Outcome
from referee.testing.errors import CheckError

MOST_DECISIONS = 100_000
"""No game goes on longer than this: the checks call it endless."""


@dataclass(frozen=True, slots=True)
class Playing:
    """All that is needed to play it again, and what came of it."""

    key: bytes
    actions: tuple[int, ...]
    events: tuple[int, ...]
    outcome: Outcome


def where(game: AnyGame, key: bytes, decision: int) -> str:
    """The place that a message names; it suffices to get there again."""
    options = " ".join(f"{name}={value}" for name, value in game.options.model_dump().items())
    return f"{game.id} ({options}), deal {key.hex()}, decision {decision}"


def play_randomly(game: AnyGame, deal: Deal, random: Random) -> Playing:
    """Play the deal, every legal action being equally likely."""
    state = game.new(deal)
    actions: list[int] = []
    while state.seat != NOBODY:
        if len(actions) == MOST_DECISIONS:
            raise CheckError(f"{where(game, deal.key, len(actions))}: the game has not ended")
        actions.append(random.choice(state.legal_actions()))
        state.apply(actions[-1])
    return Playing(deal.key, tuple(actions), tuple(state.events), state.outcome())
