"""The folders of our own games, to be looked up without loading the games."""

from typing import Final

FOLDERS: Final = (
    "referee.games.fox",
    "referee.games.the_game",
    "referee.games.nase_hra",
    "referee.games.korist",
)
"""The packages that are the folders of our own games."""
# A folder has the id of its game as its name, with underscores in place of hyphens. A test checks
# that.
_BY_ID: Final = {folder.rpartition(".")[2].replace("_", "-"): folder for folder in FOLDERS}


def own_folder(game_id: str) -> str:
    """The package that is the folder of our game `game_id`; "" for any other game."""
    return _BY_ID.get(game_id, "")
