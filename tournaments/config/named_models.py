"""Language models on a command line: FILE.toml:NAME is the entrant NAME of a tournament file."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from referee.errors import UserError
from referee.models.settings import Budget, ModelSettings
from referee.text import did_you_mean
from tournaments.config import competition

# The name has no slash: a bot's folder whose name has this form can be given with one at its end.
_MODEL: Final = re.compile(r"(.+\.toml):([^/]*)")


@dataclass(frozen=True, slots=True)
class NamedModels:
    """The language models that a command line names, and their budget."""

    settings: Mapping[str, ModelSettings]
    """By the argument on the command line, FILE.toml:NAME."""
    budget: Budget
    """The [budget] of their files, for all models together."""

    def entries(self, named: Iterable[Mapping[str, str]]) -> list[dict[str, Any]]:
        """The entries `named`, with `llm` in the place of `bot` where `bot` names a model."""
        return [
            {"name": each["name"], "llm": self.settings[each["bot"]]}
            if each["bot"] in self.settings
            else dict(each)
            for each in named
        ]


def model_name(text: str) -> str | None:
    """The name of the entrant in an argument FILE.toml:NAME; None for an argument of a bot."""
    found = _MODEL.fullmatch(text)
    return found[2] if found else None


def named_models(texts: Iterable[str]) -> NamedModels:
    """The language models among the arguments, read from their files.

    Raises UserError when a file cannot be read or has no such model, or when budgets differ.
    """
    settings: dict[str, ModelSettings] = {}
    files: list[str] = []
    budgets: list[Budget] = []
    for text in texts:
        if found := _MODEL.fullmatch(text):
            settings[text], budget = _model(*found.groups())
            files.append(found[1])
            budgets.append(budget)
    # To choose one of two budgets would be a guess about money. Divisions of one file may have
    # different ones, too.
    if len({each.model_dump_json() for each in budgets}) > 1:
        raise UserError(
            "the models of a command share one budget: [budget] must be the same in"
            f" {' and '.join(dict.fromkeys(files))}"
        )
    return NamedModels(settings, next(iter(budgets), Budget()))


def _model(file: str, name: str) -> tuple[ModelSettings, Budget]:
    tournaments = competition.read(Path(file)).tournaments
    # Reversed, so that of several divisions with this model the first counts.
    models = {
        entry.name: (entry.llm, tournament.budget)
        for tournament in reversed(tournaments)
        for entry in tournament.entrants
        if entry.llm and entry.name
    }
    if name in models:
        return models[name]
    known = f"it has {', '.join(models)}{did_you_mean(name, models)}" if models else "it has none"
    raise UserError(f"{file} has no language model {name!r}; {known}")
