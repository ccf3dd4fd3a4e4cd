"""The game Naše hra, by the rules NH-1 to NH-R12 of docs/games/nase-hra.md."""

from typing import TYPE_CHECKING, Final

from referee.games.lazy import lazily

if TYPE_CHECKING:
    from referee.games.nase_hra.cards import RankOrder
    from referee.games.nase_hra.game import NaseHraGame, NaseHraOptions
    from referee.games.nase_hra.observation import NaseHraObservation, NaseHraPhase
    from referee.games.nase_hra.state import NaseHraState

    GAME: Final = NaseHraGame
    """The name under which the registry looks for the game in this folder."""
    Order, Phase = RankOrder, NaseHraPhase
    """Former names of RankOrder and NaseHraPhase, kept because existing bots import them."""
else:
    # Each name is imported when it is first asked for: a program that only needs the notation does
    # not load the rules.
    __getattr__ = lazily(
        __name__,
        {
            "GAME": "game:NaseHraGame",
            "RankOrder": "cards",
            "NaseHraGame": "game",
            "NaseHraOptions": "game",
            "NaseHraObservation": "observation",
            "NaseHraPhase": "observation",
            "NaseHraState": "state",
            "Order": "cards:RankOrder",
            "Phase": "observation:NaseHraPhase",
        },
    )

__all__ = [
    "GAME",
    "NaseHraGame",
    "NaseHraObservation",
    "NaseHraOptions",
    "NaseHraPhase",
    "NaseHraState",
    "RankOrder",
]
