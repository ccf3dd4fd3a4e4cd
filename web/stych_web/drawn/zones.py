"""A zone of the table, with the cards that lie there, as HTML."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from markupsafe import Markup

from referee.games.drawing import BACK
from referee.games.picture import GamePicture
from referee.games.scene import Lie, SceneCard, Zone
from stych_web.drawn.cards import Faces, backs, down_in_words, drawn
from tournaments.present.html.markup import element

_MOST_BACKS: Final = 13
"""How many cards face down are drawn in a zone; if there are more, their number is written too."""
_SOME: Final = 8
_MANY: Final = 13
_CROWD: Final = 20
"""More cards than `_SOME`, `_MANY` and `_CROWD` lie closer in three steps; see `closeness`."""
_CACHED: Final = 4096
"""How many drawn zones are cached, and how many cards in them. From step to step most zones stay
the same."""


@lru_cache(_CACHED)
def zone_html(zone: Zone, picture: GamePicture) -> Markup:
    """The zone with its label, its cards and its words."""
    label = element("p", zone.label, class_="label") if zone.label else ""
    words = element("p", zone.words, class_="words") if zone.words else ""
    number = len(zone.cards) + min(zone.backs, _MOST_BACKS)
    classes = ["zone", zone.lie.value, closeness(number), "new" if zone.is_new else ""]
    cards = element(
        "ul", *_items(zone, picture.faces), class_="cards", aria_label=zone.label or None
    )
    return element(
        "div", label, cards, words, class_=" ".join(filter(None, classes)), data_zone=zone.key
    )


def closeness(cards: int) -> str:
    """The style class for this number of cards: "crowd", "many", "some", or "" for few.

    By the class the style sheet decides how close the cards lie.
    """
    steps = ((_CROWD, "crowd"), (_MANY, "many"), (_SOME, "some"))
    return next((name for limit, name in steps if cards > limit), "")


def _items(zone: Zone, faces: Faces) -> Iterator[Markup]:
    if zone.lie is Lie.PILE:
        yield from _pile(zone, faces)
        return
    for card in zone.cards:
        yield _card(card, faces[card.face].spoken)
    yield backs(zone.backs, _MOST_BACKS)
    if zone.backs > _MOST_BACKS:
        yield element("li", f"{zone.backs} cards", class_="more", aria_hidden="true")
    # An outline for each free place shows that a trick waits for cards.
    for _ in range(zone.room - len(zone.cards)):
        yield element("li", element("span", class_="outline"), aria_hidden="true")


@lru_cache(_CACHED)
def _card(card: SceneCard, spoken: str) -> Markup:
    classes = ["new" if card.is_new else "", "took" if card.is_winner else ""]
    words = element("span", card.words, class_="said") if card.words else ""
    names = " ".join(filter(None, classes))
    return element("li", drawn(card.face, spoken), words, class_=names or None)


def _pile(zone: Zone, faces: Faces) -> Iterator[Markup]:
    """The top card of the pile, and the number of cards in a pile that lies face down."""
    number = len(zone.cards) + zone.backs
    if not number:
        yield element(
            "li", element("span", class_="outline"), element("span", "empty", class_="hidden")
        )
    elif zone.cards:
        yield _card(zone.cards[-1], faces[zone.cards[-1].face].spoken)
    else:
        count = element("span", number, class_="count", aria_hidden="true")
        thick = "deep" if number > 1 else None
        yield element("li", drawn(BACK.key, down_in_words(number)), count, class_=thick)
