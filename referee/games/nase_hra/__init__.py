"""Naše hra: rules NH-1 to NH-R12 (docs/games/nase-hra.md)."""

from typing import Final

from referee.games.nase_hra.cards import RankOrder
from referee.games.nase_hra.game import NaseHraGame, NaseHraOptions
from referee.games.nase_hra.observation import NaseHraObservation, NaseHraPhase
from referee.games.nase_hra.state import NaseHraState

__all__ = [
    "GAME",
    "NaseHraGame",
    "NaseHraObservation",
    "NaseHraOptions",
    "NaseHraPhase",
    "NaseHraState",
    "RankOrder",
]

Order, Phase = RankOrder, NaseHraPhase
"""Their former names, which bots import."""

GAME: Final = NaseHraGame
"""What the registry takes."""
