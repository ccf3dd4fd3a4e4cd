"""Lays out the supply and the shadow offer, and fills them up again; a deck's top card is last."""

from typing import Final

from referee.games.events import pack
from referee.games.korist.actions import SHADOW_VALUES, SUPPLY_PILES
from referee.games.korist.cards import KINDS, ONE, size_of
from referee.games.korist.events import KoristEventKind

SHADOW_SIZE: Final = 13
"""The number of cards in a full shadow offer (KO-20)."""

_TURNED: Final = tuple(pack(KoristEventKind.SUPPLY, 0, kind) for kind in range(KINDS + 1))
"""By kind the event of a card that becomes a pile: packed once, as most draws cause one."""


def fill_supply(deck: list[int], supply: list[tuple[int, ...]], events: list[int]) -> None:
    """Fill `supply` from `deck` up to six piles, with events added to `events` (KO-10, KO-R13)."""
    while deck and len(supply) < SUPPLY_PILES:
        card = deck.pop()
        supply.append((card,))
        events.append(_TURNED[card])


def fill_shadow(
    shadow: int, deck: list[int], supply: list[tuple[int, ...]], events: list[int]
) -> int:
    """The heap `shadow`, filled up to 13 cards as far as the deck goes (KO-21, KO-R4).

    The cards are taken from `deck`, and an event for each is added to `events`. The supply must
    have piles while the deck has cards.
    """
    size = size_of(shadow)
    while deck and size < SHADOW_SIZE:
        card = deck.pop()
        if card <= SHADOW_VALUES:
            shadow += ONE[card]
            size += 1
            events.append(pack(KoristEventKind.SHADOW, 0, card))
        else:
            # The pile of fewest cards, then the one whose bottom card is lowest, then the leftmost
            # (KO-R4).
            pile = min(range(len(supply)), key=lambda p: (len(supply[p]), supply[p][0]))
            supply[pile] += (card,)
            events.append(pack(KoristEventKind.PILED, 0, card, pile))
    return shadow
