"""A playing that nobody sees: what a model would be asked in it, for digests and estimates."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame
from referee.models.prompt import Prompt, prompt
from referee.models.scaffold import ModelView
from referee.models.settings import ModelSettings


@dataclass(frozen=True, slots=True)
class TrialDecision:
    """A decision of a trial for which a model would be asked."""

    sight: ModelView
    seen: Any
    legal: tuple[int, ...]

    def prompt(self, settings: ModelSettings) -> Prompt:
        """What the model would be sent; to be made before the trial goes on."""
        return prompt(self.sight, settings, self.seen, self.legal)


def trial(game: AnyGame, settings: ModelSettings) -> Iterator[TrialDecision]:
    """All decisions of one playing in which everybody moves at random; the same in every run."""
    # All of it is derived, so that it says nothing of any deal that is ever played.
    path = ("llm", "trial", game.id, game.options_text)
    policy, state = Deal(derive(*path, "policy")), game.new(Deal(derive(*path, "deal")))
    sights = [ModelView(game, seat) for seat in range(game.seats)]
    told, number = [0] * game.seats, 0
    while state.seat != NOBODY:
        seat, legal = state.seat, state.legal_actions()
        silence = state.silence() if settings.silent else None
        if len(legal) > 1 and silence is None:
            sight, seen = sights[seat], state.observe(seat)
            sight.learn(state.events[told[seat] :])
            told[seat] = len(state.events)
            if sight.view.moot(seen) not in legal:
                yield TrialDecision(sight, seen, legal)
        choice = legal[policy.below(len(legal), f"decision/{number}")]
        state.apply(choice if silence is None else silence)
        number += 1
