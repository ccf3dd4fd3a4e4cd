"""The Game, by the rules of docs/games/the-game.md."""

from typing import TYPE_CHECKING, Final

from referee.games.lazy import lazily

if TYPE_CHECKING:
    from referee.games.the_game.game import TheGame, TheGameOptions
    from referee.games.the_game.observation import TheGameObservation, TheGamePhase
    from referee.games.the_game.state import TheGameState

    GAME: Final = TheGame
    """The name under which the registry looks for the game in this folder."""
    Phase = TheGamePhase
    """Former name of TheGamePhase, kept because existing bots import it."""
else:
    # Imported on first use, so that a program that needs only the notation does not load the
    # rules.
    __getattr__ = lazily(
        __name__,
        {
            "GAME": "game:TheGame",
            "TheGame": "game",
            "TheGameOptions": "game",
            "TheGameObservation": "observation",
            "TheGamePhase": "observation",
            "TheGameState": "state",
            "Phase": "observation:TheGamePhase",
        },
    )

__all__ = [
    "GAME",
    "TheGame",
    "TheGameObservation",
    "TheGameOptions",
    "TheGamePhase",
    "TheGameState",
]
