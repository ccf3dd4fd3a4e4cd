"""The Fox in the Forest: rules FOX-1 to FOX-R4 (docs/games/fox.md)."""

from typing import Final

from referee.games.fox.game import FoxGame, FoxOptions
from referee.games.fox.observation import FoxObservation, FoxPhase
from referee.games.fox.state import FoxState

__all__ = ["GAME", "FoxGame", "FoxObservation", "FoxOptions", "FoxPhase", "FoxState"]

GAME: Final = FoxGame
"""The name under which the registry looks for the game in this folder."""

Phase = FoxPhase
"""The former name of FoxPhase, which bots that people have import."""
