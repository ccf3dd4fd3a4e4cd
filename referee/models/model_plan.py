"""The language models of a tournament, as plain values that workers are sent."""

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
    """The language models of a tournament, as its workers need them."""

    entries: Mapping[str, ModelEntry]
    """By name of the entrant."""
    budget: Budget
    folder: Path
    """The data folder, where answers are kept."""

    def forget(self, tournament: str) -> None:
        """Forget the answers of a tournament that begins anew. Raises UserError.

        Its matches have the ids of those of the one before, and its budget is a whole one.
        """
        try:
            with closing(KeptAnswers(self.folder)) as kept:
                kept.forget(tournament)
        except sqlite3.Error as error:
            raise UserError(f"kept answers in {self.folder} cannot be removed: {error}") from None
