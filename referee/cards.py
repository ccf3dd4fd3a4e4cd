"""Sets of cards as bit masks: a set is one int, in which card c is the bit 1 << c.

An int costs nothing to copy, and two are compared in one step.
"""

from collections.abc import Iterable


def mask_of(cards: Iterable[int]) -> int:
    """The set of the cards, which are numbers from 0 on; repeated cards count once."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of the set `mask`, ascending."""
    cards = []
    while mask:
        # This is the lowest bit alone, so that the loop takes a step only for cards in the set.
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cards)
