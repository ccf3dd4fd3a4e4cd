"""Rules of thumb for The Fox in the Forest.

The scoring table pays most for 7 to 9 tricks and for 0 to 3. So the aim of a decision is either to
take tricks or to duck, that is, to lose them. It is to take with a strong hand, and to duck with a
weak one. From four tricks on, ducking has failed, and with seven the player has enough. The aim
decides which card is best, without any search.
"""

from collections.abc import Sequence
from typing import Final

from referee.games.fox import FoxObservation
from referee.games.fox.actions import GIVE, KEEP, UNDER
from referee.games.fox.cards import MONARCH, PACK, SWAN, TREASURE, WITCH, follower_wins, rank, suit

STRONG_HAND: Final = 0.5
"""The aim is to take tricks if the tricks taken and the strong cards in hand together are at least
this share of the tricks taken and all cards in hand."""


def choose(observation: FoxObservation, legal: Sequence[int]) -> int:
    """The index in `legal` of the action with the most merit; of equal ones the first."""
    taking = wants_tricks(observation)
    merits = [merit(observation, action, taking) for action in legal]
    return merits.index(max(merits))


def wants_tricks(observation: FoxObservation) -> bool:
    """Whether to take tricks from here on, or to duck them."""
    taken = observation.tricks[observation.seat]
    lost = observation.tricks[1 - observation.seat]
    if taken >= 7:
        return False
    if lost >= 7:
        return taken >= 4
    if taken >= 4:
        return True
    trump = suit(observation.decree)
    strong = sum(is_strong(card, trump) for card in observation.hand)
    return taken + strong >= STRONG_HAND * (taken + len(observation.hand))


def is_strong(card: int, trump: int) -> bool:
    """Whether the card is likely to take a trick: rank 9 or more, or a trump of rank 5 or more."""
    return rank(card) >= WITCH or (suit(card) == trump and rank(card) >= 5)


def merit(observation: FoxObservation, action: int, taking: bool) -> float:
    """How good the action is for the aim, in comparison with the others of this decision."""
    if action == KEEP:
        return 0.0
    card, trump = action % PACK, suit(observation.decree)
    if action >= UNDER:
        return riddance(card, trump, taking)
    if action >= GIVE:
        return new_trump(observation, card, taking)
    return reply(observation, card, taking) if observation.trick else lead(card, trump, taking)


def weight(card: int, trump: int) -> float:
    """How high a card is, with trumps and Witches above all other cards."""
    return rank(card) + (MONARCH if suit(card) == trump or rank(card) == WITCH else 0)


def lead(card: int, trump: int, taking: bool) -> float:
    """The merit of leading a card.

    To take tricks, high cards are led first, trumps and Treasures later. To duck, the lowest card
    is led.
    """
    if not taking:
        return -weight(card, trump)
    return rank(card) - (3 if suit(card) == trump else 0) - (5 if rank(card) == TREASURE else 0)


def reply(observation: FoxObservation, card: int, taking: bool) -> float:
    """The merit of a card as the answer to the one that was led.

    To take tricks, the lowest card that wins is best, or else the lowest one. To duck, the highest
    card that loses is best, or else the highest one. A Treasure in the trick is a point for its
    winner. A Swan is rated slightly higher, since the player of a Swan that loses leads next.
    """
    led, trump = observation.trick[0], suit(observation.decree)
    wins = follower_wins(led, card, observation.decree)
    treasures = (rank(card) == TREASURE) + (rank(led) == TREASURE)
    bonus = (10 * treasures if wins else -10 * treasures) + (2 if rank(card) == SWAN else 0)
    if taking:
        return bonus + (50 if wins else 0) - weight(card, trump)
    return bonus + (0 if wins else 50) + weight(card, trump)


def riddance(card: int, trump: int, taking: bool) -> float:
    """The merit of putting a card under the deck (Woodcutter): the least useful card is best."""
    return -weight(card, trump) if taking else weight(card, trump)


def new_trump(observation: FoxObservation, card: int, taking: bool) -> float:
    """The merit of giving a card for the decree card (Fox): above 0 if that serves the aim."""
    hand = [held for held in observation.hand if held != card] + [observation.decree]
    return strength(hand, suit(card), taking) - strength(
        observation.hand, suit(observation.decree), taking
    )


def strength(hand: Sequence[int], trump: int, taking: bool) -> float:
    """How well a hand serves the aim with this trump suit: its weight, or minus that to duck."""
    total = sum(weight(card, trump) for card in hand)
    return total if taking else -total
