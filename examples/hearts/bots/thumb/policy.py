"""Rules of thumb for Hearts.

It takes no tricks that it can help taking: it follows as high as it can below the winning card,
gives away its most dangerous cards when it cannot follow, and passes the same. It never tries to
shoot the moon, and stops nobody who does.
"""

from collections.abc import Sequence
from typing import Final

from referee.games.events import unpack
from stych_hearts.actions import PASS, HeartsEventKind, this_round
from stych_hearts.cards import HEARTS, JACK, QUEEN, SPADES, rank, suit
from stych_hearts.legal import winning_place
from stych_hearts.observation import HeartsObservation, HeartsPhase
from stych_hearts.passing import PASSED

_QUEEN_DANGER: Final = 40.0
_FEW_SPADES: Final = 4
"""With so many spades below her the queen is guarded."""


def choose(seen: HeartsObservation, legal: Sequence[int]) -> int:
    """The place in `legal` of the action that the rules like best; of equals the first."""
    if seen.phase == HeartsPhase.PASS:
        return to_pass(seen, legal)
    merits = [merit(seen, card) for card in legal]
    return merits.index(max(merits))


def to_pass(seen: HeartsObservation, legal: Sequence[int]) -> int:
    """The three most dangerous cards of the hand as it was dealt, from the lowest up."""
    dealt = sorted((*seen.hand, *seen.passed))
    worst = sorted(dealt, key=lambda card: danger(seen, dealt, card))[-PASSED:]
    return next(n for n, action in enumerate(legal) if action - PASS in worst)


def danger(seen: HeartsObservation, hand: Sequence[int], card: int) -> float:
    """How much a card is to be got rid of; only comparisons count."""
    if seen.jack and card == JACK:
        return -1.0
    of_suit = [other for other in hand if suit(other) == suit(card)]
    below = sum(other < card for other in of_suit)
    if suit(card) == SPADES:
        if QUEEN in played(seen):
            return float(rank(card))
        guarded = sum(other < QUEEN for other in of_suit) >= _FEW_SPADES
        if card >= QUEEN and not guarded:
            return _QUEEN_DANGER + (card == QUEEN)
        return _QUEEN_DANGER / 2 if card == QUEEN and seen.phase == HeartsPhase.PLAY else 0.0
    return rank(card) + 2.0 * (suit(card) == HEARTS) + (4 - min(below, 4))


def played(seen: HeartsObservation) -> set[int]:
    """The cards that were played in this round."""
    happened = map(unpack, this_round(seen.history))
    return {event.a for event in happened if event.kind == HeartsEventKind.PLAY}


def merit(seen: HeartsObservation, card: int) -> float:
    """How good a card is to be played; only comparisons count."""
    if not seen.trick:
        return lead(seen, card)
    if suit(card) != suit(seen.trick[0]):
        return danger(seen, seen.hand, card)
    return follow(seen, card)


def lead(seen: HeartsObservation, card: int) -> float:
    """Low cards; no spades that might take the queen, but lower ones to drive her out."""
    low = -float(rank(card))
    if suit(card) == SPADES and QUEEN not in played(seen):
        if card >= QUEEN:
            return low - _QUEEN_DANGER
        return low + (6.0 if QUEEN not in seen.hand else -6.0)
    return low


def follow(seen: HeartsObservation, card: int) -> float:
    """As high as it goes without taking the trick; a trick that has to be taken, cheaply."""
    best = seen.trick[winning_place(seen.trick)]
    if card < best:
        return 100.0 + rank(card) + _QUEEN_DANGER * (card == QUEEN)
    last = len(seen.trick) == len(seen.totals) - 1
    if card == QUEEN:
        return -100.0
    has_points = QUEEN in seen.trick or any(suit(other) == HEARTS for other in seen.trick)
    if last:
        # Who takes the trick anyway loses a high card by it; one without points costs nothing.
        return (rank(card) if has_points else 100.0 + rank(card)) + 0.0
    return -float(rank(card))
