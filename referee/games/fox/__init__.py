"""The Fox in the Forest, by the rules of docs/games/fox.md."""

from typing import Final

from referee.games.fox.game import FoxGame, FoxOptions
from referee.games.fox.observation import FoxObservation, FoxPhase
from referee.games.fox.state import FoxState

__all__ = ["GAME", "FoxGame", "FoxObservation", "FoxOptions", "FoxPhase", "FoxState"]

GAME: Final = FoxGame
"""The name under which the registry looks for the game in this folder."""

Phase = FoxPhase
"""Former name of FoxPhase, kept because existing bots import it."""
