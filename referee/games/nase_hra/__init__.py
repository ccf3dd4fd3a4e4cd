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
"""Former names of RankOrder and NaseHraPhase, kept because existing bots import them."""

GAME: Final = NaseHraGame
"""The name under which the registry looks for the game in this folder."""
