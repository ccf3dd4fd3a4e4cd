"""The pack and the rows of The Game: 98 cards, two rows going up and two going down (TG-1).

A card is its number, from 2 to 99. A row is 0 or 1 (A, B: ascending), 2 or 3 (C, D: descending).
"""

from collections.abc import Iterable
from typing import Final

from referee.games.notation import NotationError

LOWEST: Final = 2
HIGHEST: Final = 99
PACK: Final = 98
"""The number of cards."""

ROWS: Final = "ABCD"
STARTS: Final = (1, 1, 100, 100)
"""The numbers that the rows A to D start from (TG-1)."""
TRICK: Final = 10
"""A card may go back by exactly this much: the backwards trick (TG-5)."""
FIRE_CARDS: Final = (22, 33, 44, 55, 66, 77)
"""The fire cards (TG-14)."""

PLACES: Final = 100
"""The action of placing a card on a row is the number PLACES * row + card."""


def card_text(card: int) -> str:
    """The card's number as text. Raises NotationError when `card` is no card."""
    if not LOWEST <= card <= HIGHEST:
        raise NotationError(f"{card} is no card of The Game: cards are {LOWEST} to {HIGHEST}")
    return str(card)


_CARDS: Final = {card_text(card): card for card in range(LOWEST, HIGHEST + 1)}


def parse_card(text: str) -> int:
    """The card with the text `text`. Raises NotationError if there is none."""
    card = _CARDS.get(text)
    if card is None:
        raise NotationError(
            f"{text!r} is no card of The Game: a card is a number {LOWEST} to {HIGHEST}, such as 47"
        )
    return card


def jump(row: int, top: int, card: int) -> int:
    """How far the card moves the row towards its end; -10 is the backwards trick (TG-5)."""
    return card - top if row < 2 else top - card


def fits(row: int, top: int, card: int) -> bool:
    """Whether the card may be placed on the row when its top card is `top` (TG-4, TG-5)."""
    step = jump(row, top, card)
    return step > 0 or step == -TRICK


def _placing(row: int, top: int) -> tuple[int, ...]:
    return tuple(
        PLACES * row + card if card >= LOWEST and fits(row, top, card) else 0
        for card in range(HIGHEST + 1)
    )


# Computed once for all cases, since every step of every playout asks which cards fit.
# 0 can stand for "does not fit": no placing has this number, since cards begin with 2.
_PLACINGS: Final = tuple(tuple(_placing(row, top) for top in range(101)) for row in range(4))
"""The number of placing a card, by row, top card and card; 0 if it does not fit."""


def placings(tops: list[int], hand: list[int]) -> list[int]:
    """The actions that place a card of the hand where it fits: row by row, each in hand order."""
    top_a, top_b, top_c, top_d = tops
    row_a, row_b, row_c, row_d = _PLACINGS
    rows = (row_a[top_a], row_b[top_b], row_c[top_c], row_d[top_d])
    return [action for row in rows for card in hand if (action := row[card])]


def burning(tops: Iterable[int]) -> int:
    """The mask of the rows whose top card is a fire card: bit 0 is row A (TG-14)."""
    return sum([1 << row for row, top in enumerate(tops) if top in FIRE_CARDS])
