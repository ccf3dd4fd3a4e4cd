"""Estimates what a model is going to cost, from its prompts in a trial (see trial.py)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from referee.games.game import AnyGame
from referee.models.costs import CHARACTERS_PER_TOKEN, Estimate
from referee.models.settings import ModelSettings
from referee.models.trial import trial

_ANSWER_TOKENS: Final = 500
"""Tokens that an answer is assumed to have, if `max_tokens` allows: a short thought, then the JSON
object."""
_CALLS: Final = 1.1
"""The calls that a decision is assumed to need: after an answer that is no choice the model is
asked again."""
_MEASURED_EVERY: Final = 8
"""One prompt in this many is made and measured, since their lengths differ little."""


def estimate(
    entrant: str,
    game: AnyGame,
    settings: ModelSettings,
    matches: Iterable[Sequence[str]],
) -> Estimate:
    """The estimate for the entrant; each of `matches` is given as the entrants' names by seat."""
    decisions = Counter[int]()
    characters = measured = 0
    for number, decision in enumerate(trial(game, settings)):
        decisions[decision.sight.seat] += 1
        if number % _MEASURED_EVERY == 0:
            prompt = decision.prompt(settings)
            characters += len(prompt.system) + len(prompt.question)
            measured += 1
    # Seats are not asked equally often, and the entrant may sit in several.
    matches_held = Counter(
        seat for names in matches for seat, name in enumerate(names) if name == entrant
    )
    calls = _CALLS * sum(decisions[seat] * times for seat, times in matches_held.items())
    prompt_tokens = characters / max(measured, 1) / CHARACTERS_PER_TOKEN
    written = calls * min(_ANSWER_TOKENS, settings.max_tokens)
    cost = settings.cost(round(calls * prompt_tokens), round(written))
    return Estimate(entrant, round(calls), round(calls * prompt_tokens + written), cost)
