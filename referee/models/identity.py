"""The version of a model: digests of its settings and of the prompts that it gets."""

import json
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import Final

from referee.games.game import AnyGame
from referee.games.registry import make_game
from referee.models.prompt import wanted
from referee.models.reading import Reading
from referee.models.reply import AnswerVerdict, Reply
from referee.models.rethink import ask_again
from referee.models.settings import ModelSettings
from referee.models.trial import trial

_DECISIONS: Final = 12
"""The number of decisions whose prompts are hashed: enough for every kind that a game has."""


def scaffold_version(game: AnyGame, settings: ModelSettings) -> str:
    """The scaffold's name with the beginning of a digest, such as plain-1f2e3d4c.

    The digest is that of the prompts in a trial of this game: a change of the prompts, here or in
    the code that shows the game, makes another version.
    """
    return (
        f"{settings.scaffold}-{_digest(game.id, game.options_text, _prompt_settings(settings))[:8]}"
    )


def model_digest(game: AnyGame, settings: ModelSettings) -> str:
    """The SHA-256, in hex, of the settings that decide how the model plays, and of its prompts."""
    prompts = _digest(game.id, game.options_text, _prompt_settings(settings))
    whole = {"settings": settings.played(), "prompts": prompts}
    return sha256(f"stych/1 llm\0{json.dumps(whole, sort_keys=True)}".encode()).hexdigest()


def _prompt_settings(settings: ModelSettings) -> str:
    """The settings on which prompts depend, as JSON: the key of the cache."""
    return settings.model_dump_json(include={"scaffold", "legal", "silent"})


@lru_cache(maxsize=64)
def _digest(game_id: str, options: str, key: str) -> str:
    game = make_game(game_id, json.loads(options))
    # Prompts do not depend on the model and the address, so these are placeholders.
    settings = ModelSettings(model="any", base_url="http://localhost", **json.loads(key))
    hashed = sha256()
    for decision in islice(trial(game, settings), _DECISIONS):
        first = decision.prompt(settings)
        # The messages after an answer that was no choice are hashed as well, for every verdict.
        asked = [first.messages()]
        for verdict in AnswerVerdict:
            if verdict is not AnswerVerdict.GOOD:
                reading, wish = Reading(verdict), wanted(decision.sight, settings, decision.seen)
                asked.append(ask_again(first, Reply(text="an answer"), reading, wish, 2))
        hashed.update(json.dumps(asked).encode())
    return hashed.hexdigest()
