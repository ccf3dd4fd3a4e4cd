"""The Fox in the Forest: rules FOX-1 to FOX-R4 (docs/games/fox.md)."""

from referee.games.fox.game import FoxGame, FoxOptions
from referee.games.fox.observation import FoxObservation, FoxPhase
from referee.games.fox.state import FoxState

__all__ = ["FoxGame", "FoxObservation", "FoxOptions", "FoxPhase", "FoxState"]

Phase = FoxPhase
"""Its former name, which bots import."""
