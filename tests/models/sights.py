"""Decisions of random playings, as a model in the seat would see them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from referee.games.registry import make_game
from referee.models.scaffold import ModelView
from referee.models.settings import ModelSettings
from referee.models.trial import TrialDecision, trial


def settings(**more: Any) -> ModelSettings:
    values = {"model": "stub", "base_url": "http://127.0.0.1:1/v1"}
    return ModelSettings.model_validate(values | more)


@dataclass(frozen=True)
class Decision:
    sight: ModelView
    seen: Any
    legal: tuple[int, ...]
    texts: tuple[str, ...]
    """The legal actions in words."""


def decisions(game: str, every: int = 1, **options: Any) -> Iterator[TrialDecision]:
    """Each `every`-th decision of one playing, to be used before the next is asked for."""
    found = trial(make_game(game, options), settings())
    return islice(found, 0, None, every)


def decision(game: str, number: int = 0, **options: Any) -> Decision:
    """One decision of a playing."""
    found = next(islice(decisions(game, **options), number, None))
    sight = found.sight
    return Decision(sight, found.seen, found.legal, tuple(map(sight.game.action_text, found.legal)))
