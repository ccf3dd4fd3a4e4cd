"""Cards as HTML, and the sheet of symbols that a page needs for them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from markupsafe import Markup

from referee.games.drawing import BACK
from referee.games.picture import GamePicture
from referee.games.scene import Face
from tournaments.core.words import how_many
from tournaments.present.html.markup import element, joined

Faces = Mapping[str, Face]
"""The faces of a game by their keys."""

_CACHED: Final = 4096
"""How many drawn cards are cached: the cards of all games are some hundreds."""


def sheet(picture: GamePicture, keys: Iterable[str] | None = None) -> Markup:
    """The SVG symbols of the back and of the faces with these keys, by default of all faces.

    A page has one sheet, which is not visible itself: the cards on the page refer to its symbols.
    """
    chosen = picture.faces.values() if keys is None else [picture.faces[key] for key in keys]
    symbols = [symbol(each) for each in (BACK, *chosen)]
    # Only drawings of the game come unescaped into the page, and no text of a bot.
    defs = element("defs", Markup(picture.marks))  # noqa: S704
    return element("svg", defs, *symbols, class_="sheet", aria_hidden="true", focusable="false")


def symbol(face: Face) -> Markup:
    """The face as a symbol, to which cards refer by its key."""
    return element("symbol", Markup(face.drawing), id=face.key, viewBox="0 0 100 140")  # noqa: S704


@lru_cache(_CACHED)
def drawn(key: str, spoken: str = "") -> Markup:
    """The card whose face has this key, as a picture.

    `spoken` is its name for screen readers. A card without a name is hidden from them.
    """
    used = element("use", href=f"#{key}")
    if spoken:
        return element("svg", used, class_="card", role="img", aria_label=spoken)
    return element("svg", used, class_="card", aria_hidden="true")


def backs(number: int, most: int) -> Markup:
    """List items for `number` cards face down, of which at most `most` are drawn; empty for none.

    A screen reader reads the number of cards once.
    """
    if not number:
        return Markup()
    first = element("li", drawn(BACK.key, down_in_words(number)), class_="down")
    more = element("li", drawn(BACK.key), class_="down", aria_hidden="true")
    return joined([first, *[more] * (min(number, most) - 1)])


def down_in_words(number: int) -> str:
    """The number of cards face down in words, for screen readers."""
    return f"{how_many(number, 'card')}, face down"
