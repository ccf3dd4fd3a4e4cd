"""The pack of The Fox in the Forest: 33 cards, three suits of ranks 1 to 11 (FOX-1).

A card is an int from 0 to 32: 11 * suit + rank - 1. A hand is a bit mask of cards
(referee.cards), in which each suit has 11 bits: Bells the lowest, Moons the highest.
"""

from typing import Final

from referee.games.notation import NotationError

SUITS: Final = "BKM"
"""The suits' letters by number: Bells, Keys, Moons."""
RANKS: Final = 11
"""The number of ranks in a suit."""
PACK: Final = 33
"""The number of cards."""
SUIT_MASK: Final = (1 << RANKS) - 1
"""The mask of all cards of suit 0."""

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
"""The names of the odd ranks (FOX-9)."""


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
    """The card with the text `text`. Raises NotationError if there is none."""
    card = _CARDS.get(text)
    if card is None:
        raise NotationError(
            f"{text!r} is no card of the fox: a card is B, K or M and a rank 1 to 11, such as B7"
        )
    return card


def _suit_lists(offset: int) -> tuple[tuple[int, ...], ...]:
    lists: list[tuple[int, ...]] = [()]
    # Each pass adds the masks with the next bit: all lists so far, each with one more card.
    for bit in range(RANKS):
        lists += [(*each, offset + bit) for each in lists]
    return tuple(lists)


# 2,048 tuples a suit need little memory, and save a loop over the hand at every decision.
LISTS: Final = tuple(_suit_lists(RANKS * s) for s in range(3))
"""LISTS[suit][mask of ranks]: the cards of the mask, ascending."""


def hand_cards(hand: int) -> tuple[int, ...]:
    """The cards of a hand, ascending."""
    bells, keys, moons = LISTS
    # Cut the mask into its three suits of 11 bits.
    return bells[hand & SUIT_MASK] + keys[hand >> 11 & SUIT_MASK] + moons[hand >> 22]


def _follower_wins(lead: int, follow: int, trump: int) -> bool:
    """Whether the second card takes the trick (FOX-7, FOX-17, FOX-18); `trump` is a suit."""
    lead_suit, follow_suit = suit(lead), suit(follow)
    lead_witch, follow_witch = rank(lead) == WITCH, rank(follow) == WITCH
    # A single Witch counts as the nine of trumps (FOX-17); two cancel each other (FOX-18).
    if lead_witch != follow_witch:
        if lead_witch:
            lead_suit = trump
        else:
            follow_suit = trump
    if lead_suit == follow_suit:
        return rank(follow) > rank(lead)
    return follow_suit == trump


# All 3 * 33 * 33 cases are computed once, since every trick of every playout needs one.
_FOLLOWER_WINS: Final = tuple(
    bytes(_follower_wins(lead, follow, trump) for lead in range(PACK) for follow in range(PACK))
    for trump in range(3)
)
"""_FOLLOWER_WINS[trump][33 * lead + follow]: 1 if the second card takes the trick, else 0."""


def follower_wins(lead: int, follow: int, decree: int) -> bool:
    """Whether the second card takes the trick with this decree card (FOX-7, FOX-17, FOX-18)."""
    return bool(_FOLLOWER_WINS[decree // RANKS][lead * PACK + follow])
