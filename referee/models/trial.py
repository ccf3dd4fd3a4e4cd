"""A simulated playing, with the prompts that a model would get: for digests and estimates."""

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
    """A decision of a trial that a model would be asked to make."""

    sight: ModelView
    seen: Any
    legal: tuple[int, ...]

    def prompt(self, settings: ModelSettings) -> Prompt:
        """The prompt for the decision, to be made before the trial goes on and changes `sight`."""
        return prompt(self.sight, settings, self.seen, self.legal)


def trial(game: AnyGame, settings: ModelSettings) -> Iterator[TrialDecision]:
    """The decisions, of all seats, that a model with these settings would be asked to make.

    They are those of one playing in which all seats move at random, and say nothing if the model
    is `silent`. The playing is the same in every run.
    """
    # Deal and moves are derived from a path that no match uses, so they reveal no deal of a match.
    path = ("llm", "trial", game.id, game.options_text)
    policy, state = Deal(derive(*path, "policy")), game.new(Deal(derive(*path, "deal")))
    sights = [ModelView(game, seat) for seat in range(game.seats)]
    # By seat: how many of the public events its model was told.
    told = [0] * game.seats
    number = 0
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
