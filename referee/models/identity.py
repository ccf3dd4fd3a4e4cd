"""What makes a model a version: its settings, and the prompts that it gets."""

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
"""Decisions of a trial whose prompts are hashed: some of all kinds that a game has."""


def scaffold_version(game: AnyGame, settings: ModelSettings) -> str:
    """The scaffold with the beginning of its digest, such as plain-1f2e3d4c.

    The digest is that of the prompts which a playing of this game leads to: whatever changes them,
    here or in the code that shows the game, makes another version.
    """
    return f"{settings.scaffold}-{_digest(game.id, game.options_text, _key(settings))[:8]}"


def model_digest(game: AnyGame, settings: ModelSettings) -> str:
    """The SHA-256 of what decides how the model plays: its settings and its prompts."""
    prompts = _digest(game.id, game.options_text, _key(settings))
    whole = {"settings": settings.played(), "prompts": prompts}
    return sha256(f"stych/1 llm\0{json.dumps(whole, sort_keys=True)}".encode()).hexdigest()


def _key(settings: ModelSettings) -> str:
    return settings.model_dump_json(include={"scaffold", "legal", "silent"})


@lru_cache(maxsize=64)
def _digest(game_id: str, options: str, key: str) -> str:
    game = make_game(game_id, json.loads(options))
    # Only what prompts depend on; the rest is any model's.
    settings = ModelSettings(model="any", base_url="http://localhost", **json.loads(key))
    hashed = sha256()
    for decision in islice(trial(game, settings), _DECISIONS):
        own = decision.prompt(settings)
        # A digest of what is asked again as well, whatever was wrong with the answer.
        asked = [own.messages()]
        for verdict in AnswerVerdict:
            if verdict is not AnswerVerdict.GOOD:
                reading, wish = Reading(verdict), wanted(decision.sight, settings, decision.seen)
                asked.append(ask_again(own, Reply(text="an answer"), reading, wish, 2))
        hashed.update(json.dumps(asked).encode())
    return hashed.hexdigest()
