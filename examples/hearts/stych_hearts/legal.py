"""Which cards may be passed and played: each rule is written here, and nowhere else."""

from functools import cache
from typing import Final

from referee.cards import cards_of
from stych_hearts.cards import HEARTS, PACK, POINT_CARDS, QUEEN, SUIT_MASKS, suit
from stych_hearts.passing import PASSED

NOTHING_LED: Final = -1
"""Stands in place of the led suit before the first card of a trick."""


def passable(hand: int, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of `hand` that may be chosen next to be passed, after `chosen` (H-5)."""
    # Cards are chosen from the lowest up.
    lowest = chosen[-1] + 1 if chosen else 0
    above = cards_of(hand >> lowest << lowest)
    # Enough higher cards must remain for the choices that follow.
    to_follow = PASSED - len(chosen) - 1
    return above[: len(above) - to_follow]


def playable(hand: int, led: int, first: bool, broken: bool) -> int:
    """The mask of the cards of `hand` that may be played (H-7, H-8, H-10, H-11).

    `led` is the led suit or NOTHING_LED, `first` says whether the trick is the first of the round,
    `broken` whether hearts may be led.
    """
    if led == NOTHING_LED:
        if first:
            # The leader holds the lowest club (H-7), and clubs have the lowest numbers.
            return hand & -hand
        plain = hand & ~SUIT_MASKS[HEARTS]
        return hand if broken or not plain else plain
    if of_suit := hand & SUIT_MASKS[led]:
        return of_suit
    return (hand & ~POINT_CARDS or hand) if first else hand


def breaks(card: int, queen_breaks: bool) -> bool:
    """Whether the card breaks hearts, so that they may be led after it (H-11, H-12)."""
    return suit(card) == HEARTS or (queen_breaks and card == QUEEN)


@cache
def ruled_out(card: int, led: int, first: bool, broken: bool) -> int:
    """The mask of the cards that the hand cannot have held when `card` was played from it."""
    # A card is ruled out if `card` could not be played from a hand of these two cards alone.
    mask = 1 << card
    others = (1 << other for other in range(PACK) if other != card)
    return sum(other for other in others if not playable(mask | other, led, first, broken) & mask)


def winning_place(trick: tuple[int, ...]) -> int:
    """The index in the trick of its highest card of the led suit, which takes it (H-9)."""
    led = suit(trick[0])
    return max(range(len(trick)), key=lambda place: (suit(trick[place]) == led, trick[place]))
