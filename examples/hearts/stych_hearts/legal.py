"""Which cards may be passed and played: each rule is written here, and nowhere else."""

from functools import cache
from typing import Final

from referee.cards import cards_of
from stych_hearts.cards import HEARTS, PACK, POINT_CARDS, QUEEN, SUIT_MASKS, suit
from stych_hearts.passing import PASSED

NOTHING_LED: Final = -1


def passable(hand: int, chosen: tuple[int, ...]) -> tuple[int, ...]:
    """H-5: those above the cards chosen before, of which as many are left as are to follow."""
    lowest = chosen[-1] + 1 if chosen else 0
    above = cards_of(hand >> lowest << lowest)
    to_follow = PASSED - len(chosen) - 1
    return above[: len(above) - to_follow]


def playable(hand: int, led: int, first: bool, broken: bool) -> int:
    """The cards of the hand that may be played (H-7, H-8, H-10, H-11).

    `led` is the suit of the trick or NOTHING_LED, `first` whether it is the first of the round.
    """
    if led == NOTHING_LED:
        if first:
            # Who leads the first trick holds the lowest club, and clubs are the lowest numbers.
            return hand & -hand
        plain = hand & ~SUIT_MASKS[HEARTS]
        return hand if broken or not plain else plain
    if of_suit := hand & SUIT_MASKS[led]:
        return of_suit
    return (hand & ~POINT_CARDS or hand) if first else hand


def breaks(card: int, queen_breaks: bool) -> bool:
    """Whether hearts may be led once the card was played (H-11, H-12)."""
    return suit(card) == HEARTS or (queen_breaks and card == QUEEN)


@cache
def ruled_out(card: int, led: int, first: bool, broken: bool) -> int:
    """The cards that cannot have been in the hand out of which the card was played."""
    own = 1 << card
    others = (1 << other for other in range(PACK) if other != card)
    return sum(other for other in others if not playable(own | other, led, first, broken) & own)


def winning_place(trick: tuple[int, ...]) -> int:
    """H-9: the place in the trick of its highest card of the suit that was led."""
    led = suit(trick[0])
    return max(range(len(trick)), key=lambda place: (suit(trick[place]) == led, trick[place]))
