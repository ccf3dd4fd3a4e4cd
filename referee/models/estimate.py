"""What a model is going to cost, before its first call: from a playing that nobody sees."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from referee.games.game import AnyGame
from referee.models.costs import TOKEN, Estimate
from referee.models.settings import ModelSettings
from referee.models.trial import trial

_WRITTEN: Final = 500
"""Tokens of an answer, where the model may write so many: a short thought and the object."""
_AGAIN: Final = 1.1
"""Calls for a decision: some answers are no choice."""
_EVERY: Final = 8
"""Of so many prompts one is made: their lengths differ little."""


def estimate(
    entrant: str,
    game: AnyGame,
    settings: ModelSettings,
    matches: Iterable[Sequence[str]],
) -> Estimate:
    """The estimate for the entrant in these matches, given by the names in their seats."""
    asked, read = Counter[int](), Counter[int]()
    made = 0
    for number, decision in enumerate(trial(game, settings)):
        asked[decision.sight.seat] += 1
        if number % _EVERY == 0:
            sent = decision.prompt(settings)
            read[0] += len(sent.system) + len(sent.question)
            made += 1
    # A model may sit in several seats, which are not asked equally often.
    held = Counter(seat for names in matches for seat, name in enumerate(names) if name == entrant)
    calls = _AGAIN * sum(asked[seat] * times for seat, times in held.items())
    a_prompt = read[0] / max(made, 1) / TOKEN
    written = calls * min(_WRITTEN, settings.max_tokens)
    cost = settings.cost(round(calls * a_prompt), round(written))
    return Estimate(entrant, round(calls), round(calls * a_prompt + written), cost)
