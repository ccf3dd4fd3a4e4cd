"""The language models of a worker process; each has one endpoint for all its matches."""

import asyncio
import errno
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING

from referee.games.game import AnyGame
from referee.models.kept_answers import KeptAnswers
from referee.models.model_client import ModelClient
from referee.models.model_plan import ModelPlan
from referee.models.seated_model import SeatedModel
from stych.v1 import referee_pb2 as pb

# Not imported at run time: the package openai below it is an extra, and takes a second to load.
if TYPE_CHECKING:
    from referee.models.endpoint import ModelEndpoint


class ModelBot:
    """A language model in one match, where it may have one seat or several."""

    # A bot's Hello names the library that it uses; a model sends no Hello.
    sdk = ""

    def __init__(self, client: ModelClient, game: AnyGame, match: str) -> None:
        """`match` is the id of the match."""
        self._client = client
        self._game = game
        self._match = match
        self._seated: list[SeatedModel] = []

    def sit(self, start: pb.MatchStart) -> SeatedModel:
        """The model in the seat of the match that `start` names."""
        model = SeatedModel(self._client, self._game, self._match, start.seat, start.bot_seed)
        self._seated.append(model)
        return model

    def waited_ms(self) -> float | None:
        """Milliseconds since the oldest open question of its seats; None when none is open."""
        waits = (each.waited_ms() for each in self._seated)
        return max((wait for wait in waits if wait is not None), default=None)

    def leave(self) -> None:
        """Give up all open questions. Called when the match has ended or was given up."""
        for each in self._seated:
            each.annul()


class ModelBots:
    """All language models of a tournament in this process. `close` must be called at the end."""

    def __init__(self, plan: ModelPlan, tournament: str, game: AnyGame) -> None:
        self._plan = plan
        self._tournament = tournament
        self._game = game
        self._endpoints: dict[str, ModelEndpoint] = {}
        self._answers: KeptAnswers | None = None

    def __contains__(self, name: str) -> bool:
        return name in self._plan.entries

    def bot(self, name: str, match: str) -> ModelBot:
        """The model of the entrant `name` in one match; its `leave` must be called at the end.

        `match` is the id of the match. Raises OSError when the file of answers cannot be opened, or
        the package openai cannot be loaded.
        """
        try:
            return ModelBot(self._client(name), self._game, match)
        except sqlite3.Error as error:
            raise OSError(errno.EIO, f"answers cannot be kept: {error}") from None
        # The package was there when the run began (check_ready): the machine has failed.
        except ImportError as error:
            raise OSError(errno.EIO, f"the package openai cannot be loaded: {error}") from None

    def _client(self, name: str) -> ModelClient:
        """A new client of the entrant's model.

        Its endpoint is made at the entrant's first match, and the file of answers is opened at the
        first match of all.
        """
        from referee.models.endpoint import ModelEndpoint

        settings = self._plan.entries[name].settings
        if name not in self._endpoints:
            self._endpoints[name] = ModelEndpoint(settings)
        if self._answers is None:
            self._answers = KeptAnswers(self._plan.folder)
        endpoint = self._endpoints[name]
        return ModelClient(self._tournament, settings, self._plan.budget, endpoint, self._answers)

    async def close(self) -> None:
        """Close all connections and the file of answers."""
        # A connection that cannot be closed is given up: it must not keep the file open.
        with suppress(Exception):
            await asyncio.gather(*(each.close() for each in self._endpoints.values()))
        if self._answers:
            self._answers.close()
