"""The Game: rules TG-1 to TG-R7 (docs/games/the-game.md)."""

from referee.games.the_game.game import TheGame, TheGameOptions
from referee.games.the_game.observation import Phase, TheGameObservation
from referee.games.the_game.state import TheGameState

__all__ = ["Phase", "TheGame", "TheGameObservation", "TheGameOptions", "TheGameState"]
