"""The odds in The Fox in the Forest: expect, and choose what promises most.

Every card in hand has a power: how often it takes a trick against the cards not seen yet. The mean
power of the hand, the tricks already taken and the scoring table give a prospect: the points to
expect when the round is over, less the opponent's. A choice is as good as the prospect it leaves.

The familiar aims come out of that one number. A strong hand goes for 7 to 9 tricks and a weak one
for 0 to 3; each trick shifts the aim; and with 9 taken it is time to lose the rest. A card is spent
where it does more than it would later, so tricks are taken and ducked at the least cost.
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
"""Points that leading the next trick costs: whoever plays second knows what to beat."""
STEPS: Final = 40
"""A mean power is rounded to this part, so that prospects are worked out once."""

Cards = tuple[int, ...]


class After(NamedTuple):
    """What a choice leaves: the cards on the table, the decree card and the own hand."""

    trick: Cards
    decree: int
    hand: Cards


def choose(observation: FoxObservation, legal: Sequence[int]) -> int:
    """The place in `legal` of the action with the best prospect; of equals the first."""
    unseen = unseen_cards(observation)
    values = [value(observation, after(observation, action), unseen) for action in legal]
    return values.index(max(values))


def unseen_cards(observation: FoxObservation) -> Cards:
    """The cards that the opponent may hold: all that this seat has not seen in this round."""
    seen = {*observation.hand, *observation.drawn, *observation.buried}
    for event in observation.history:
        kind, _, card, _, _ = unpack(event)
        if kind in (FoxEventKind.ROUND, FoxEventKind.PLAY, FoxEventKind.GIVE):
            seen.add(card)
    return tuple(card for card in range(PACK) if card not in seen)


def after(observation: FoxObservation, action: int) -> After:
    """The table and the hand once the action is taken."""
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
    """The prospect of this seat, weighed over winning and losing the trick on the table."""
    me = observation.seat
    taken, lost = observation.tricks[me], observation.tricks[1 - me]
    trump = suit(then.decree)
    powers = [power(card, trump, unseen) for card in then.hand]
    strength = sum(powers) / len(powers) if powers else 0.0
    chance = chance_of_trick(observation, then, unseen)
    treasures = sum(rank(card) == TREASURE for card in then.trick)
    won = prospect(taken + 1, lost, round(strength * STEPS)) + treasures
    gone = prospect(taken, lost + 1, round(strength * STEPS)) - treasures
    leads = 1.0 if rank(then.trick[-1]) == SWAN else chance
    return chance * won + (1 - chance) * gone - leads * LEAD_COST


def chance_of_trick(observation: FoxObservation, then: After, unseen: Cards) -> float:
    """How surely the trick on the table is this seat's."""
    me = observation.seat
    if len(then.trick) == 1:
        return chance_of_lead(then.trick[0], then.decree, unseen, observation.hand_sizes[1 - me])
    led, answer = then.trick
    return float(follower_wins(led, answer, then.decree) == (observation.leader != me))


def chance_of_lead(card: int, decree: int, unseen: Cards, held: int) -> float:
    """How often a card takes the trick it leads, if any of `held` unseen cards may answer."""
    answers = [other for other in unseen if suit(other) == suit(card)]
    others = [other for other in unseen if suit(other) != suit(card)]
    held = min(held, len(unseen))
    void = comb(len(others), held) / comb(len(unseen), held)
    return (1 - void) * share_beaten(card, decree, answers) + void * share_beaten(
        card, decree, others
    )


def share_beaten(card: int, decree: int, answers: Sequence[int]) -> float:
    """The part of the answers that a led card withstands."""
    beaten = sum(not follower_wins(card, answer, decree) for answer in answers)
    return beaten / len(answers) if answers else 0.0


@lru_cache(maxsize=4096)
def power(card: int, trump: int, unseen: Cards) -> float:
    """How often a card takes a trick against an unseen one, leading half the time."""
    decree = RANKS * trump
    wins = sum(not follower_wins(card, other, decree) for other in unseen)
    wins += sum(follower_wins(other, card, decree) for other in unseen)
    return wins / (2 * len(unseen)) if unseen else 0.5


@lru_cache(maxsize=4096)
def prospect(taken: int, lost: int, strength: int) -> float:
    """The expected lead in points, if each trick left is won with probability strength / STEPS."""
    chance, left = strength / STEPS, TRICKS - taken - lost
    return sum(
        comb(left, more)
        * chance**more
        * (1 - chance) ** (left - more)
        * (TRICK_POINTS[taken + more] - TRICK_POINTS[lost + left - more])
        for more in range(left + 1)
    )
