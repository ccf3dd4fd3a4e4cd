"""The odds in The Fox in the Forest: choose the action after which the most points are expected.

Every card in hand has a power: how often it takes a trick against the cards not seen yet. The mean
power of the hand, the tricks already taken and the scoring table give a prospect: the points to
expect when the round is over, less the opponent's. An action is rated by the prospect after it.

The usual aims follow from that number. A strong hand tries to take 7 to 9 tricks and a weak one 0
to 3; each trick changes the aim; and a player with 9 tricks tries to lose the rest. A card is
played where it does more than it would later, so tricks are taken and ducked at the least cost.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from referee.games.events import unpack
from referee.games.fox import FoxObservation
from referee.games.fox.actions import GIVE, KEEP, UNDER, FoxEventKind
from referee.games.fox.cards import PACK, RANKS, SWAN, TREASURE, follower_wins, rank, suit
from referee.games.fox.state import TRICK_POINTS, TRICKS

LEAD_COST: Final = 0.8
"""Points that leading the next trick costs: the second player knows which card to beat."""
STEPS: Final = 40
"""A mean power is rounded to a multiple of 1 / STEPS, so that few prospects have to be computed."""

Cards = tuple[int, ...]


class After(NamedTuple):
    """The position after an action: the cards of the trick, the decree card, this seat's hand."""

    trick: Cards
    decree: int
    hand: Cards


def choose(observation: FoxObservation, legal: Sequence[int]) -> int:
    """The index in `legal` of the action with the best prospect; of equal ones the first."""
    unseen = unseen_cards(observation)
    values = [value(observation, after(observation, action), unseen) for action in legal]
    return values.index(max(values))


def unseen_cards(observation: FoxObservation) -> Cards:
    """The cards that this seat has not seen in this round: in the opponent's hand or in the deck.

    A decree card that the opponent took into its hand was seen, so it is not among them.
    """
    seen = {*observation.hand, *observation.drawn, *observation.buried}
    for event in observation.history:
        kind, _, card, _, _ = unpack(event)
        if kind in (FoxEventKind.ROUND, FoxEventKind.PLAY, FoxEventKind.GIVE):
            seen.add(card)
    return tuple(card for card in range(PACK) if card not in seen)


def after(observation: FoxObservation, action: int) -> After:
    """The position after the action."""
    trick, decree, hand = observation.trick, observation.decree, observation.hand
    if action == KEEP:
        return After(trick, decree, hand)
    card = action % PACK
    rest = tuple(held for held in hand if held != card)
    if action >= UNDER:
        return After(trick, decree, rest)
    if action >= GIVE:
        return After(trick, card, (*rest, decree))
    return After((*trick, card), decree, rest)


def value(observation: FoxObservation, then: After, unseen: Cards) -> float:
    """The prospect of this seat after an action: the mean over winning and losing the trick."""
    me = observation.seat
    taken, lost = observation.tricks[me], observation.tricks[1 - me]
    trump = suit(then.decree)
    powers = [power(card, trump, unseen) for card in then.hand]
    strength = sum(powers) / len(powers) if powers else 0.0
    chance = chance_of_trick(observation, then, unseen)
    treasures = sum(rank(card) == TREASURE for card in then.trick)
    won = prospect(taken + 1, lost, round(strength * STEPS)) + treasures
    missed = prospect(taken, lost + 1, round(strength * STEPS)) - treasures
    # The winner of a trick leads the next one, unless the loser played a Swan. Only a Swan of this
    # seat is considered: the last card of the trick is its own.
    leads = 1.0 if rank(then.trick[-1]) == SWAN else chance
    return chance * won + (1 - chance) * missed - leads * LEAD_COST


def chance_of_trick(observation: FoxObservation, then: After, unseen: Cards) -> float:
    """The probability that this seat takes the trick on the table."""
    me = observation.seat
    if len(then.trick) == 1:
        return chance_of_lead(then.trick[0], then.decree, unseen, observation.hand_sizes[1 - me])
    led, answer = then.trick
    return float(follower_wins(led, answer, then.decree) == (observation.leader != me))


def chance_of_lead(card: int, decree: int, unseen: Cards, held: int) -> float:
    """How often a card takes the trick that it leads, if the opponent holds `held` unseen cards."""
    answers = [other for other in unseen if suit(other) == suit(card)]
    others = [other for other in unseen if suit(other) != suit(card)]
    held = min(held, len(unseen))
    void = comb(len(others), held) / comb(len(unseen), held)
    return (1 - void) * share_beaten(card, decree, answers) + void * share_beaten(
        card, decree, others
    )


def share_beaten(card: int, decree: int, answers: Sequence[int]) -> float:
    """The share of the answers that a led card beats; 0 if there are none."""
    beaten = sum(not follower_wins(card, answer, decree) for answer in answers)
    return beaten / len(answers) if answers else 0.0


@lru_cache(maxsize=4096)
def power(card: int, trump: int, unseen: Cards) -> float:
    """How often the card takes a trick against an unseen one, if it leads half of the time."""
    decree = RANKS * trump
    wins = sum(not follower_wins(card, other, decree) for other in unseen)
    wins += sum(follower_wins(other, card, decree) for other in unseen)
    return wins / (2 * len(unseen)) if unseen else 0.5


@lru_cache(maxsize=4096)
def prospect(taken: int, lost: int, strength: int) -> float:
    """The expected lead in points at the end of the round.

    The players have `taken` and `lost` tricks so far; each trick that is left is won with the
    probability strength / STEPS.
    """
    chance, left = strength / STEPS, TRICKS - taken - lost
    return sum(
        comb(left, more)
        * chance**more
        * (1 - chance) ** (left - more)
        * (TRICK_POINTS[taken + more] - TRICK_POINTS[lost + left - more])
        for more in range(left + 1)
    )
