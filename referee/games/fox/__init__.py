"""The Fox in the Forest, by the rules of docs/games/fox.md."""

from typing import TYPE_CHECKING, Final

from referee.games.lazy import lazily

if TYPE_CHECKING:
    from referee.games.fox.game import FoxGame, FoxOptions
    from referee.games.fox.observation import FoxObservation, FoxPhase
    from referee.games.fox.state import FoxState

    GAME: Final = FoxGame
    """The name under which the registry looks for the game in this folder."""
    Phase = FoxPhase
    """Former name of FoxPhase, kept because existing bots import it."""
else:
    # Imported on first use, so that a program that needs only the notation does not load the
    # rules.
    __getattr__ = lazily(
        __name__,
        {
            "GAME": "game:FoxGame",
            "FoxGame": "game",
            "FoxOptions": "game",
            "FoxObservation": "observation",
            "FoxPhase": "observation",
            "FoxState": "state",
            "Phase": "observation:FoxPhase",
        },
    )

__all__ = [
    "GAME",
    "FoxGame",
    "FoxObservation",
    "FoxOptions",
    "FoxPhase",
    "FoxState",
]
