"""A language model as it is entered in a tournament, as plain values that are sent to workers."""

import os
from dataclasses import dataclass
from importlib.util import find_spec

from referee.errors import UserError
from referee.games.game import AnyGame
from referee.models.settings import ModelSettings


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A language model that is an entrant of a tournament."""

    settings: ModelSettings
    version: str
    """The scaffold's name with the beginning of a digest of prompts (`scaffold_version`)."""
    digest: str
    """The digest of the settings and the prompts (`model_digest`)."""

    @classmethod
    def of(cls, game: AnyGame, settings: ModelSettings) -> "ModelEntry":
        """The entry of a model with these settings in a tournament of this game."""
        # Imported here: the module is slow to load, and few tournaments need it.
        from referee.models.identity import model_digest, scaffold_version

        return cls(settings, scaffold_version(game, settings), model_digest(game, settings))


def check_ready(name: str, settings: ModelSettings) -> None:
    """Raise UserError if the package openai is missing, or the key is missing or malformed.

    `name` is the entrant's name. A model without `key_env` needs no key.
    """
    if find_spec("openai") is None:
        raise UserError(
            f"{name} is a language model, for which the package openai is needed:"
            " pip install 'stych[llm]'"
        )
    if not settings.key_env:
        return
    key = os.environ.get(settings.key_env, "")
    if not key:
        raise UserError(
            f"the key of {name} is to be in the environment variable {settings.key_env}, which is"
            " not set"
        )
    # Such a key fits into no header. The library's error would quote it in another form, in which
    # it would not be recognised and removed.
    if not key.isascii() or not key.isprintable() or key != key.strip():
        raise UserError(
            f"the key of {name}, in the environment variable {settings.key_env}, has spaces or line"
            " ends around it, or characters that no key has"
        )
