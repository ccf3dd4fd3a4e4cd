"""The Game: rules TG-1 to TG-R7 (docs/games/the-game.md)."""

from typing import Final

from referee.games.the_game.game import TheGame, TheGameOptions
from referee.games.the_game.observation import TheGameObservation, TheGamePhase
from referee.games.the_game.state import TheGameState

__all__ = [
    "GAME",
    "TheGame",
    "TheGameObservation",
    "TheGameOptions",
    "TheGamePhase",
    "TheGameState",
]

GAME: Final = TheGame
"""The name under which the registry looks for the game in this folder."""

Phase = TheGamePhase
"""Former name of TheGamePhase, kept because existing bots import it."""
