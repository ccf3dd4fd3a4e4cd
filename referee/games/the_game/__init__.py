"""The Game: rules TG-1 to TG-R7 (docs/games/the-game.md)."""

from referee.games.the_game.game import TheGame, TheGameOptions
from referee.games.the_game.observation import TheGameObservation, TheGamePhase
from referee.games.the_game.state import TheGameState

__all__ = ["TheGame", "TheGameObservation", "TheGameOptions", "TheGamePhase", "TheGameState"]

Phase = TheGamePhase
"""Its former name, which bots import."""
