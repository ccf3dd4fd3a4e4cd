"""The game Kořist (Linko!), by the rules KO-1 to KO-R13 of docs/games/korist.md."""

from typing import TYPE_CHECKING, Final

from referee.games.lazy import lazily

if TYPE_CHECKING:
    from referee.games.korist.game import KoristGame, KoristOptions
    from referee.games.korist.observation import KoristObservation, KoristPhase, Variant
    from referee.games.korist.state import KoristState

    GAME: Final = KoristGame
    """The name under which the registry looks for the game in this folder."""
    Phase = KoristPhase
    """Former name of KoristPhase, kept because existing bots import it."""
else:
    # Each name is imported when it is first asked for: a program that only needs the notation does
    # not load the rules.
    __getattr__ = lazily(
        __name__,
        {
            "GAME": "game:KoristGame",
            "KoristGame": "game",
            "KoristOptions": "game",
            "KoristObservation": "observation",
            "KoristPhase": "observation",
            "Variant": "observation",
            "KoristState": "state",
            "Phase": "observation:KoristPhase",
        },
    )

__all__ = [
    "GAME",
    "KoristGame",
    "KoristObservation",
    "KoristOptions",
    "KoristPhase",
    "KoristState",
    "Variant",
]
