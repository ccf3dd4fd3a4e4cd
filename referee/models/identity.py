"""The version of a model: digests of its settings and of its first prompts in a trial."""

import json
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import Final

from referee.games.game import AnyGame
from referee.games.registry import make_game
from referee.models.prompt import how_to_answer
from referee.models.reading import Reading
from referee.models.reply import AnswerVerdict, Reply
from referee.models.rethink import ask_again
from referee.models.settings import ModelSettings
from referee.models.trial import trial

_DECISIONS: Final = 12
"""The number of decisions, from the start of a trial, whose prompts are hashed.

Rare kinds of decisions may not be among them: a change of their prompts makes no other version.
"""


def scaffold_version(game: AnyGame, settings: ModelSettings) -> str:
    """The scaffold's name with the beginning of a digest, such as plain-1f2e3d4c.

    The digest is that of the first prompts in a trial of this game: a change of these prompts, here
    or in the code that shows the game, makes another version.
    """
    digest = _digest(game.id, game.options_text, _prompt_settings(settings))
    return f"{settings.scaffold}-{digest[:8]}"


def model_digest(game: AnyGame, settings: ModelSettings) -> str:
    """The SHA-256 of the settings that decide how the model plays and of its prompts, in hex.

    The prompts are those that `scaffold_version` hashes.
    """
    prompts = _digest(game.id, game.options_text, _prompt_settings(settings))
    whole = {"settings": settings.version_settings(), "prompts": prompts}
    return sha256(f"stych/1 llm\0{json.dumps(whole, sort_keys=True)}".encode()).hexdigest()


def _prompt_settings(settings: ModelSettings) -> str:
    """The settings on which prompts depend, as JSON, so that `_digest` can be cached by them."""
    return settings.model_dump_json(include={"scaffold", "legal", "silent"})


@lru_cache(maxsize=64)
def _digest(game_id: str, options: str, prompt_settings: str) -> str:
    game = make_game(game_id, json.loads(options))
    # Prompts do not depend on the model and the address, so these are placeholders.
    given = json.loads(prompt_settings)
    settings = ModelSettings(model="any", base_url="http://localhost", **given)
    hashed = sha256()
    for decision in islice(trial(game, settings), _DECISIONS):
        first = decision.prompt(settings)
        wish = how_to_answer(decision.sight, settings, decision.seen)
        # The messages after an answer that was no choice are hashed as well, for every verdict, but
        # without the reason that they would give. With two answers cut off so far, they have the
        # sentence that is added from the second one on.
        asked = [first.messages()]
        for verdict in AnswerVerdict:
            if verdict is not AnswerVerdict.GOOD:
                reply, reading = Reply(text="an answer"), Reading(verdict)
                asked.append(ask_again(first, reply, reading, wish, truncated=2))
        hashed.update(json.dumps(asked).encode())
    return hashed.hexdigest()
