"""Bit masks over cards: a set of cards is one int, in which card c is the bit 1 << c.

Such a set is copied for nothing and compared at once (docs/performance.md, Engines).
"""

from collections.abc import Iterable


def mask_of(cards: Iterable[int]) -> int:
    """The set of the given cards; cards are numbers from 0 on."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a set, ascending."""
    cards = []
    while mask:
        # The lowest bit alone, so that only cards which are there cost a step.
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cards)
