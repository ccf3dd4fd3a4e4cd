"""The pack of Naše hra: 32 cards, four suits of four numbers and four figures (NH-1 to NH-3).

A card is an int from 0 to 31: 8 * suit + rank. A hand is a mask of cards.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from referee.cards import mask_of
from referee.games.notation import NotationError

SUITS: Final = "KCLZ"
"""The suits' letters by number: kule (bells), červené (hearts), listy (leaves), žaludy (acorns)."""
RANKS: Final = "7890PVKE"
"""The ranks' letters: numbers seven to ten (0), then figures under, over, king, ace."""
PACK: Final = 32
FULL: Final = (1 << PACK) - 1
"""The mask of all cards."""
NUMBERS: Final = 0x0F0F0F0F
"""The mask of all numbers: the lower four bits of each suit."""
FIGURES: Final = 0xF0F0F0F0
"""The mask of all figures: the upper four bits of each suit."""
SUIT_MASKS: Final = tuple(0xFF << 8 * suit for suit in range(4))
"""By suit the mask of its cards."""


class RankOrder(IntEnum):
    """The order of the ranks, named after the four ranks on top (NH-2).

    The values are those of nase_hra.proto.
    """

    UNCHOSEN = 0
    FIGURES = 1
    NUMBERS = 2


TAKING: Final = (0, FIGURES, NUMBERS)
"""By RankOrder the mask of the taking cards; there are none before an order is chosen."""


def suit(card: int) -> int:
    """The card's suit: 0 kule, 1 červené, 2 listy, 3 žaludy."""
    return card >> 3


def strength(card: int, order: int) -> int:
    """The height of the card in its suit under the RankOrder `order`, 0 to 7 (NH-2)."""
    # With numbers on top, numbers and figures change places, which is one bit of the rank.
    return card & 7 ^ (4 if order == RankOrder.NUMBERS else 0)


def card_text(card: int) -> str:
    """The card as suit and rank, such as Z0. Raises NotationError when `card` is no card."""
    if not 0 <= card < PACK:
        raise NotationError(f"{card} is no card of Naše hra: cards are 0 to {PACK - 1}")
    return SUITS[card >> 3] + RANKS[card & 7]


_CARDS: Final = {card_text(card): card for card in range(PACK)}


def parse_card(text: str) -> int:
    """The card that `text` names. Raises NotationError when there is none."""
    card = _CARDS.get(text)
    if card is None:
        raise NotationError(
            f"{text!r} is no card of Naše hra: a card is a suit K, C, L or Z and a rank "
            "7, 8, 9, 0, P, V, K or E, such as Z0"
        )
    return card


# 256 tuples for each suit take little memory, and save a loop over the hand at every decision.
LISTS: Final = tuple(
    tuple(tuple(8 * s + bit for bit in range(8) if mask >> bit & 1) for mask in range(256))
    for s in range(4)
)
"""LISTS[suit][mask of ranks]: the cards of the suit with these ranks, ascending."""


def hand_cards(hand: int) -> tuple[int, ...]:
    """The cards of the mask `hand`, ascending."""
    kule, cervene, listy, zaludy = LISTS
    return (
        kule[hand & 255]
        + cervene[hand >> 8 & 255]
        + listy[hand >> 16 & 255]
        + zaludy[hand >> 24 & 255]
    )


def _suit_value(ranks: int) -> int:
    """The value by NH-3 of the cards of one suit, given as a mask of ranks."""
    numbers, figures = ranks & 15, ranks >> 4
    if not numbers or not figures:
        return 0
    # Each bit length is 1 to 4, by the highest rank. 7 and P make 7, a higher rank takes 1 off.
    return 9 - numbers.bit_length() - figures.bit_length()


# All masks are computed once, as every trick asks for four of them.
_SUIT_VALUES: Final = bytes(map(_suit_value, range(256)))


def mask_value(cards: int) -> int:
    """The value of a trick of up to three cards, given as a mask (NH-3)."""
    # The suits' values can be added: three cards have a number and a figure in one suit at most.
    values = _SUIT_VALUES
    return (
        values[cards & 255]
        + values[cards >> 8 & 255]
        + values[cards >> 16 & 255]
        + values[cards >> 24]
    )


def trick_value(cards: Iterable[int]) -> int:
    """The value of a trick of up to three cards (NH-3, NH-R12)."""
    return mask_value(mask_of(cards))


def _beats(card: int, best: int, order: int) -> bool:
    return suit(card) == suit(best) and strength(card, order) > strength(best, order)


_BEATS: Final = tuple(
    bytes(_beats(card, best, order) for best in range(PACK) for card in range(PACK))
    for order in RankOrder
)
"""_BEATS[order][best << 5 | card]: whether the card beats `best`."""


def taker(trick: tuple[int, int, int], order: int) -> int:
    """The place in the trick of the card that takes it: 0 is the led card (NH-11)."""
    # A card beats only cards of its own suit, so no card of another suit beats the led one.
    beats = _BEATS[order]
    led, second, third = trick
    if beats[led << 5 | second]:
        return 2 if beats[second << 5 | third] else 1
    return 2 if beats[led << 5 | third] else 0
