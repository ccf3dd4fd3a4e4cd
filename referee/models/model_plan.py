"""The language models of a tournament, as plain values that are sent to workers."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from referee.errors import UserError
from referee.models.kept_answers import KeptAnswers
from referee.models.model_entry import ModelEntry
from referee.models.settings import Budget


@dataclass(frozen=True, slots=True)
class ModelPlan:
    """The language models of a tournament, their budget, and the folder of their answers."""

    entries: Mapping[str, ModelEntry]
    """The models, by the names of the entrants."""
    budget: Budget
    folder: Path
    """The data folder, where answers are saved."""

    def forget(self, tournament: str) -> None:
        """Remove the answers and the spending of a tournament that begins anew. Raises UserError.

        Its matches have the same ids as before, so they would find the old answers; and it may
        spend its whole budget again.
        """
        try:
            with closing(KeptAnswers(self.folder)) as answers:
                answers.forget(tournament)
        except sqlite3.Error as error:
            raise UserError(f"kept answers in {self.folder} cannot be removed: {error}") from None
