"""The games that a person can be shown, by id."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tournaments.joining import fox, korist, nase_hra, the_game
from tournaments.joining.game_view import GameView

VIEWS: Final[Mapping[str, GameView]] = MappingProxyType(
    {
        "fox": fox.VIEW,
        "korist": korist.VIEW,
        "nase-hra": nase_hra.VIEW,
        "the-game": the_game.VIEW,
    }
)
