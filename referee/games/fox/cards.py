"""The pack of The Fox in the Forest: 33 cards, three suits of ranks 1 to 11 (FOX-1).

A card is an int from 0 to 32: 11 * suit + rank - 1. A hand is a mask of cards.
"""

from typing import Final

from referee.games.notation import NotationError

SUITS: Final = "BKM"
"""The suits' letters by number: Bells, Keys, Moons."""
RANKS: Final = 11
PACK: Final = 33
SUIT_MASK: Final = (1 << RANKS) - 1

SWAN: Final = 1
FOX: Final = 3
WOODCUTTER: Final = 5
TREASURE: Final = 7
WITCH: Final = 9
MONARCH: Final = 11

CHARACTERS: Final = {
    SWAN: "Swan",
    FOX: "Fox",
    WOODCUTTER: "Woodcutter",
    TREASURE: "Treasure",
    WITCH: "Witch",
    MONARCH: "Monarch",
}


def suit(card: int) -> int:
    """The card's suit: 0 for Bells, 1 for Keys, 2 for Moons."""
    return card // RANKS


def rank(card: int) -> int:
    """The card's rank, from 1 to 11."""
    return card % RANKS + 1


def card_text(card: int) -> str:
    """The card as suit and rank: B7, K11, M3. Raises NotationError for no card."""
    if not 0 <= card < PACK:
        raise NotationError(f"{card} is no card of the fox: cards are 0 to {PACK - 1}")
    return f"{SUITS[suit(card)]}{rank(card)}"


_CARDS: Final = {card_text(card): card for card in range(PACK)}


def parse_card(text: str) -> int:
    """The card of that name. Raises NotationError."""
    card = _CARDS.get(text)
    if card is None:
        raise NotationError(
            f"{text!r} is no card of the fox: a card is B, K or M and a rank 1 to 11, such as B7"
        )
    return card


def _suit_lists(offset: int) -> tuple[tuple[int, ...], ...]:
    lists: list[tuple[int, ...]] = [()]
    for rank in range(RANKS):
        lists += [(*each, offset + rank) for each in lists]
    return tuple(lists)


# 2,048 tuples a suit are little memory, and save a loop over the hand at every decision.
LISTS: Final = tuple(_suit_lists(RANKS * s) for s in range(3))
"""LISTS[suit][mask of ranks]: the cards of the mask, ascending."""


def hand_cards(hand: int) -> tuple[int, ...]:
    """The cards of a hand, ascending."""
    bells, keys, moons = LISTS
    # The masks of suits lie one above the other, 11 bits each.
    return bells[hand & SUIT_MASK] + keys[hand >> 11 & SUIT_MASK] + moons[hand >> 22]


def _follower_wins(lead: int, follow: int, trump: int) -> bool:
    """Whether the second card takes the trick by FOX-7, FOX-17 and FOX-18; `trump` is a suit."""
    lead_suit, follow_suit = suit(lead), suit(follow)
    lead_witch, follow_witch = rank(lead) == WITCH, rank(follow) == WITCH
    # A single Witch counts as the nine of trumps (FOX-17); two undo each other (FOX-18).
    if lead_witch != follow_witch:
        if lead_witch:
            lead_suit = trump
        else:
            follow_suit = trump
    if lead_suit == follow_suit:
        return rank(follow) > rank(lead)
    return follow_suit == trump


# All 3 * 33 * 33 cases are worked out once, as this is asked in every trick of every playout.
_FOLLOWER_WINS: Final = tuple(
    bytes(_follower_wins(lead, follow, trump) for lead in range(PACK) for follow in range(PACK))
    for trump in range(3)
)


def follower_wins(lead: int, follow: int, decree: int) -> bool:
    """Whether the second card of a trick takes it under the decree card (FOX-7, FOX-17, FOX-18)."""
    return bool(_FOLLOWER_WINS[decree // RANKS][lead * PACK + follow])
