"""Kořist (Linko!): rules KO-1 to KO-R13 (docs/games/korist.md)."""

from referee.games.korist.game import KoristGame, KoristOptions
from referee.games.korist.observation import KoristObservation, KoristPhase, Variant
from referee.games.korist.state import KoristState

__all__ = [
    "KoristGame",
    "KoristObservation",
    "KoristOptions",
    "KoristPhase",
    "KoristState",
    "Variant",
]

Phase = KoristPhase
"""Its former name, which bots import."""
