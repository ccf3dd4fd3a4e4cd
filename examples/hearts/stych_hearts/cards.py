"""The pack of Hearts (H-1, H-3).

A card is an int from 0 to 51: 13 * suit + place of its rank, twos being lowest. Sets of cards are
masks, as in referee.cards.
"""

from typing import Final

from referee.cards import mask_of
from referee.games.notation import NotationError

SUITS: Final = "CDSH"
"""Clubs, diamonds, spades, hearts."""
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK: Final = 52
DIAMONDS: Final = 1
SPADES: Final = 2
HEARTS: Final = 3


def suit(card: int) -> int:
    """The place of the card's suit in SUITS."""
    return card // 13


def rank(card: int) -> int:
    """The place of the card's rank in RANKS."""
    return card % 13


def card_text(card: int) -> str:
    """The card as rank and suit: 2C, 10D, QS. Raises NotationError for no card."""
    if not 0 <= card < PACK:
        raise NotationError(f"{card} is no card of hearts: cards are 0 to {PACK - 1}")
    return RANKS[rank(card)] + SUITS[suit(card)]


_CARDS: Final = {card_text(card): card for card in range(PACK)}


def parse_card(text: str) -> int:
    """The card of that name. Raises NotationError."""
    card = _CARDS.get(text)
    if card is None:
        raise NotationError(
            f"{text!r} is no card of hearts: a card is a rank 2 to 10, J, Q, K or A, and C, D, S "
            "or H, such as QS"
        )
    return card


QUEEN: Final = parse_card("QS")
JACK: Final = parse_card("JD")

SUIT_MASKS: Final = tuple(0b1_1111_1111_1111 << 13 * number for number in range(4))
"""The cards of each suit."""
POINT_CARDS: Final = SUIT_MASKS[HEARTS] | 1 << QUEEN
"""H-3: the cards that count against whoever takes them."""

_WHOLE: Final = (1 << PACK) - 1
PACKS: Final = {
    3: _WHOLE & ~mask_of([parse_card("2D")]),
    4: _WHOLE,
    5: _WHOLE & ~mask_of([parse_card("2D"), parse_card("2C")]),
}
"""H-1: the cards in play, by the number of players."""
