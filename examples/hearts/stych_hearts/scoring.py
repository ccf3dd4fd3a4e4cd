"""What a round counts (H-13 to H-15)."""

from collections.abc import Sequence
from typing import Final

from stych_hearts.cards import HEARTS, JACK, POINT_CARDS, QUEEN, SUIT_MASKS
from stych_hearts.options import HeartsOptions

MOON: Final = 26
"""All points of a round."""
_JACK_POINTS: Final = 10


def card_points(cards: int) -> int:
    """H-3: what the cards count against whoever takes them."""
    return (cards & SUIT_MASKS[HEARTS]).bit_count() + 13 * (cards >> QUEEN & 1)


def jack_points(cards: int, options: HeartsOptions) -> int:
    """H-15: what the cards take off."""
    return _JACK_POINTS if options.jack and cards >> JACK & 1 else 0


def points_of(cards: int, options: HeartsOptions) -> int:
    """What the cards taken count as they are, whoever shoots the moon."""
    return card_points(cards) - jack_points(cards, options)


def moon_shooter(won: Sequence[int]) -> int | None:
    """H-14: the seat that has taken all hearts and the queen, if one has."""
    return next((seat for seat, cards in enumerate(won) if not POINT_CARDS & ~cards), None)


def round_points(won: Sequence[int], options: HeartsOptions) -> list[tuple[int, int]]:
    """By seat what the round counts against it, and what it takes off, from the cards taken."""
    against = [card_points(cards) for cards in won]
    off = [jack_points(cards, options) for cards in won]
    shooter = moon_shooter(won)
    if shooter is not None:
        against = [0] * len(won)
        if options.moon == "self":
            off[shooter] += MOON
        else:
            against = [MOON if seat != shooter else 0 for seat in range(len(won))]
    return list(zip(against, off, strict=True))
