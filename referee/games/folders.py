"""The folders of our own games: for who looks for one without loading them all."""

from typing import Final

FOLDERS: Final = (
    "referee.games.fox",
    "referee.games.the_game",
    "referee.games.nase_hra",
    "referee.games.korist",
)


def own_folder(game_id: str) -> str:
    """The package that is the folder of our game of that id; "" for any other game."""
    # A folder is called as its game is, as far as Python allows: a test holds them to it.
    wanted = game_id.replace("-", "_")
    return next((each for each in FOLDERS if each.rpartition(".")[2] == wanted), "")
