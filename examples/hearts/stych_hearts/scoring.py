"""The points of a round (H-13 to H-15); sets of cards are masks."""

from collections.abc import Sequence
from typing import Final

from stych_hearts.cards import HEARTS, JACK, POINT_CARDS, QUEEN, SUIT_MASKS
from stych_hearts.options import HeartsOptions

MOON: Final = 26
"""The points of all cards of a round: thirteen hearts, and 13 for the queen of spades."""
_JACK_POINTS: Final = 10
"""The points that the jack of diamonds takes off (H-15)."""


def card_points(cards: int) -> int:
    """The points that the cards count against the player who takes them (H-3)."""
    return (cards & SUIT_MASKS[HEARTS]).bit_count() + 13 * (cards >> QUEEN & 1)


def jack_points(cards: int, options: HeartsOptions) -> int:
    """The points that the cards take off: 10 for a jack of diamonds that counts (H-15), or 0."""
    return _JACK_POINTS if options.jack and cards >> JACK & 1 else 0


def points_of(cards: int, options: HeartsOptions) -> int:
    """The points of the cards taken, without regard to shooting the moon."""
    return card_points(cards) - jack_points(cards, options)


def moon_shooter(won: Sequence[int]) -> int | None:
    """The seat that has taken all hearts and the queen (H-14); None if no seat has.

    `won` has by seat the cards that it took in the round.
    """
    return next((seat for seat, cards in enumerate(won) if not POINT_CARDS & ~cards), None)


def round_points(won: Sequence[int], options: HeartsOptions) -> list[tuple[int, int]]:
    """By seat the points against it and the points taken off; `won` has its cards."""
    against = [card_points(cards) for cards in won]
    off = [jack_points(cards, options) for cards in won]
    shooter = moon_shooter(won)
    if shooter is not None:
        # Shooting the moon replaces the points of all cards; the jack counts all the same (H-15).
        against = [0] * len(won)
        if options.moon == "self":
            off[shooter] += MOON
        else:
            against = [MOON if seat != shooter else 0 for seat in range(len(won))]
    return list(zip(against, off, strict=True))
