"""Kořist (Linko!): rules KO-1 to KO-R13 (docs/games/korist.md)."""

from typing import Final

from referee.games.korist.game import KoristGame, KoristOptions
from referee.games.korist.observation import KoristObservation, KoristPhase, Variant
from referee.games.korist.state import KoristState

__all__ = [
    "GAME",
    "KoristGame",
    "KoristObservation",
    "KoristOptions",
    "KoristPhase",
    "KoristState",
    "Variant",
]

GAME: Final = KoristGame
"""The name under which the registry looks for the game in this folder."""

Phase = KoristPhase
"""Former name of KoristPhase, kept because existing bots import it."""
