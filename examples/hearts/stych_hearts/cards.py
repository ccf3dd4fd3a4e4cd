"""The pack of Hearts (H-1, H-3).

A card is an int from 0 to 51: 13 * suit + rank, where the rank is 0 for twos and 12 for aces. Sets
of cards are masks, as in referee.cards.
"""

from typing import Final

from referee.cards import mask_of
from referee.games.notation import NotationError

SUITS: Final = "CDSH"
"""The suits' letters by number: clubs, diamonds, spades, hearts."""
RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK: Final = 52
DIAMONDS: Final = 1
SPADES: Final = 2
HEARTS: Final = 3


def suit(card: int) -> int:
    """The number of the card's suit, its index in SUITS."""
    return card // 13


def rank(card: int) -> int:
    """The number of the card's rank, its index in RANKS."""
    return card % 13


def card_text(card: int) -> str:
    """The card as rank and suit, such as 10D. Raises NotationError when `card` is no card."""
    if not 0 <= card < PACK:
        raise NotationError(f"{card} is no card of hearts: cards are 0 to {PACK - 1}")
    return RANKS[rank(card)] + SUITS[suit(card)]


_CARDS: Final = {card_text(card): card for card in range(PACK)}


def parse_card(text: str) -> int:
    """The card that `text` names. Raises NotationError when there is none."""
    card = _CARDS.get(text)
    if card is None:
        raise NotationError(
            f"{text!r} is no card of hearts: a card is a rank 2 to 10, J, Q, K or A, and C, D, S "
            "or H, such as QS"
        )
    return card


QUEEN: Final = parse_card("QS")
JACK: Final = parse_card("JD")
"""The jack of diamonds, which counts with the option `jack` (H-15)."""

SUIT_MASKS: Final = tuple(0b1_1111_1111_1111 << 13 * number for number in range(4))
"""By suit the mask of its cards."""
POINT_CARDS: Final = SUIT_MASKS[HEARTS] | 1 << QUEEN
"""The mask of the cards that count against the player who takes them (H-3)."""

_WHOLE: Final = (1 << PACK) - 1
PACKS: Final = {
    3: _WHOLE & ~mask_of([parse_card("2D")]),
    4: _WHOLE,
    5: _WHOLE & ~mask_of([parse_card("2D"), parse_card("2C")]),
}
"""By number of players the mask of the cards in play (H-1)."""
