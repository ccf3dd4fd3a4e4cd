"""Rules of thumb for The Fox in the Forest.

The scoring table pays for 7 to 9 tricks or for 0 to 3, so each moment has an aim: to take tricks or
to duck them. A strong hand takes, a weak one ducks; with four tricks ducking is over, with seven
there is enough. The aim then says which card is best, and nothing is ever looked up or searched.
"""

from collections.abc import Sequence
from typing import Final

from referee.games.fox import FoxObservation
from referee.games.fox.actions import GIVE, KEEP, UNDER
from referee.games.fox.cards import MONARCH, PACK, SWAN, TREASURE, WITCH, follower_wins, rank, suit

STRONG_HAND: Final = 0.5
"""The share of strong cards from which a hand takes tricks."""


def choose(observation: FoxObservation, legal: Sequence[int]) -> int:
    """The place in `legal` of the action that the rules like best; of equals the first."""
    taking = wants_tricks(observation)
    merits = [merit(observation, action, taking) for action in legal]
    return merits.index(max(merits))


def wants_tricks(observation: FoxObservation) -> bool:
    """Whether to take tricks from here on, or to duck them."""
    own = observation.tricks[observation.seat]
    other = observation.tricks[1 - observation.seat]
    if own >= 7:
        return False
    if other >= 7:
        return own >= 4
    if own >= 4:
        return True
    trump = suit(observation.decree)
    strong = sum(is_strong(card, trump) for card in observation.hand)
    return own + strong >= STRONG_HAND * (own + len(observation.hand))


def is_strong(card: int, trump: int) -> bool:
    """Likely to take a trick: high, a Witch, or a trump of some size."""
    return rank(card) >= WITCH or (suit(card) == trump and rank(card) >= 5)


def merit(observation: FoxObservation, action: int, taking: bool) -> float:
    """How good an action is for the aim; only comparisons count."""
    if action == KEEP:
        return 0.0
    card, trump = action % PACK, suit(observation.decree)
    if action >= UNDER:
        return riddance(card, trump, taking)
    if action >= GIVE:
        return new_trump(observation, card, taking)
    return reply(observation, card, taking) if observation.trick else lead(card, trump, taking)


def weight(card: int, trump: int) -> float:
    """How high a card is, trumps above all others."""
    return rank(card) + (MONARCH if suit(card) == trump or rank(card) == WITCH else 0)


def lead(card: int, trump: int, taking: bool) -> float:
    """To take: the highest plain card first, Monarchs before all. To duck: the lowest."""
    if not taking:
        return -weight(card, trump)
    return rank(card) - (3 if suit(card) == trump else 0) - (5 if rank(card) == TREASURE else 0)


def reply(observation: FoxObservation, card: int, taking: bool) -> float:
    """To take: the cheapest winner, or else the lowest loser. To duck: the highest loser.

    A Swan that loses leads the next trick, so it goes where it loses. A Treasure goes where it
    is taken by oneself.
    """
    led, trump = observation.trick[0], suit(observation.decree)
    wins = follower_wins(led, card, observation.decree)
    treasures = (rank(card) == TREASURE) + (rank(led) == TREASURE)
    bonus = (10 * treasures if wins else -10 * treasures) + (2 if rank(card) == SWAN else 0)
    if taking:
        return bonus + (50 if wins else 0) - weight(card, trump)
    return bonus + (0 if wins else 50) + weight(card, trump)


def riddance(card: int, trump: int, taking: bool) -> float:
    """What a Woodcutter puts under the deck: what serves the aim least."""
    return -weight(card, trump) if taking else weight(card, trump)


def new_trump(observation: FoxObservation, card: int, taking: bool) -> float:
    """What a Fox gives: above 0 if the hand then serves the aim better than with the old trump."""
    hand = [held for held in observation.hand if held != card] + [observation.decree]
    return strength(hand, suit(card), taking) - strength(
        observation.hand, suit(observation.decree), taking
    )


def strength(hand: Sequence[int], trump: int, taking: bool) -> float:
    """The weight of a hand under a trump, as the aim sees it."""
    total = sum(weight(card, trump) for card in hand)
    return total if taking else -total
