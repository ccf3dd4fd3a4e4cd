"""Cards as HTML, and the sheet of symbols that a page needs for them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from markupsafe import Markup

from referee.games.drawing import BACK
from referee.games.picture import GamePicture
from referee.games.scene import Face
from tournaments.present.html.markup import element, joined

Faces = Mapping[str, Face]
"""The faces of a game by their keys."""

_KEPT: Final = 4096
"""How many drawn cards are kept: those of all games are some hundreds."""


def sheet(picture: GamePicture, keys: Iterable[str] | None = None) -> Markup:
    """All symbols of the game's cards, or those of the keys alone; a page has it once.

    It is nothing to be seen. The cards of the page refer to it.
    """
    chosen = picture.faces.values() if keys is None else [picture.faces[key] for key in keys]
    symbols = [symbol(each) for each in (BACK, *chosen)]
    # The game's own drawings, and no text of a bot's, come unescaped into the page.
    defs = element("defs", Markup(picture.marks))  # noqa: S704
    return element("svg", defs, *symbols, class_="sheet", aria_hidden="true", focusable="false")


def symbol(face: Face) -> Markup:
    """The face as a symbol that cards refer to by its key."""
    return element("symbol", Markup(face.drawing), id=face.key, viewBox="0 0 100 140")  # noqa: S704


@lru_cache(_KEPT)
def drawn(key: str, spoken: str = "") -> Markup:
    """The card as a picture; without a name it is hidden from those who are read to."""
    used = element("use", href=f"#{key}")
    if spoken:
        return element("svg", used, class_="card", role="img", aria_label=spoken)
    return element("svg", used, class_="card", aria_hidden="true")


def backs(number: int, most: int) -> Markup:
    """So many cards face down, each drawn up to `most` of them; the number is said once."""
    said = f"{number} card{'s' * (number != 1)}, face down"
    first = element("li", drawn(BACK.key, said), class_="down")
    more = element("li", drawn(BACK.key), class_="down", aria_hidden="true")
    return joined([first, *[more] * (min(number, most) - 1)]) if number else Markup("")
