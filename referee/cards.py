"""Bit masks over cards: a set of cards is one int, card c being the bit 1 << c."""

from collections.abc import Iterable


def mask_of(cards: Iterable[int]) -> int:
    """The set of the given cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a set, ascending."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cards)
