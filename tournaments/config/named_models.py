"""Language models that a command line names: FILE.toml:NAME, an entrant of a tournament file."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from referee.errors import UserError
from referee.models.settings import Budget, ModelSettings
from referee.text import did_you_mean
from tournaments.config import competition

# No slash behind the colon: a folder of such a name can be written with one at its end.
_MODEL: Final = re.compile(r"(.+\.toml):([^/]*)")


@dataclass(frozen=True, slots=True)
class NamedModels:
    """The models among what a command line names, and what they may cost together."""

    settings: Mapping[str, ModelSettings]
    """By what stands on the command line."""
    budget: Budget

    def entries(self, named: Iterable[Mapping[str, str]]) -> list[dict[str, Any]]:
        """The entries of a tournament for what was named; `bot` says how."""
        return [
            {"name": each["name"], "llm": self.settings[each["bot"]]}
            if each["bot"] in self.settings
            else dict(each)
            for each in named
        ]


def model_name(text: str) -> str | None:
    """The entrant's name in the text, if it names a language model; None for a bot."""
    found = _MODEL.fullmatch(text)
    return found[2] if found else None


def named_models(texts: Iterable[str]) -> NamedModels:
    """The models among the texts. Raises UserError, also where their budgets differ."""
    settings: dict[str, ModelSettings] = {}
    budgets: dict[str, Budget] = {}
    for text in texts:
        if found := _MODEL.fullmatch(text):
            settings[text], budgets[found[1]] = _model(*found.groups())
    # Which of two holds would be a guess, and it is money.
    if len({each.model_dump_json() for each in budgets.values()}) > 1:
        raise UserError(
            "the models of a series have one budget: [budget] must be the same in"
            f" {' and '.join(budgets)}"
        )
    return NamedModels(settings, next(iter(budgets.values()), Budget()))


def _model(file: str, name: str) -> tuple[ModelSettings, Budget]:
    tournaments = competition.read(Path(file)).tournaments
    models = {
        entry.name: (entry.llm, tournament.budget)
        for tournament in reversed(tournaments)
        for entry in tournament.entrants
        if entry.llm and entry.name
    }
    if name in models:
        return models[name]
    has = f"it has {', '.join(models)}{did_you_mean(name, models)}" if models else "it has none"
    raise UserError(f"{file} has no language model {name!r}; {has}")
