"""The game Hearts, by the rules H-1 to H-R6 of rules.md."""

from typing import Final

from stych_hearts.game import HeartsGame
from stych_hearts.observation import HeartsObservation, HeartsPhase
from stych_hearts.options import HeartsOptions
from stych_hearts.state import HeartsState

__all__ = ["GAME", "HeartsGame", "HeartsObservation", "HeartsOptions", "HeartsPhase", "HeartsState"]

GAME: Final = HeartsGame
"""The class that the entry point in pyproject.toml names."""
