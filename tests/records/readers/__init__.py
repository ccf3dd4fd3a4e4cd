"""Second readers of spelled records: they know the pages of the games, and nothing of the engines.

Each plays a match again from what `stych record show --json` prints, holds every list of legal
actions against its own, and returns the points and places that it comes to.
"""

from collections.abc import Callable, Mapping
from typing import Final

from tests.records.readers.fox import fox
from tests.records.readers.moves import Result, Told
from tests.records.readers.nase_hra import nase_hra
from tests.records.readers.the_game import the_game

READERS: Final[Mapping[str, Callable[[Told], Result]]] = {
    "fox": fox,
    "the-game": the_game,
    "nase-hra": nase_hra,
}
