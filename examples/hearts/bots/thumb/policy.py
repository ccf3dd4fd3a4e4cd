"""Rules of thumb for Hearts.

The bot avoids tricks: it follows as high as it can below the winning card. When it cannot follow
suit it gives away its most dangerous card, and it passes its most dangerous cards. It never tries
to shoot the moon, and stops nobody who does.
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
"""The danger of the queen and of higher spades, unguarded; in another suit it is at most 18."""
_GUARDING_SPADES: Final = 4
"""With at least this many spades below the queen in the hand, high spades need not be passed."""


def choose(seen: HeartsObservation, legal: Sequence[int]) -> int:
    """The index in `legal` of the best action; of equally good ones the first."""
    if seen.phase == HeartsPhase.PASS:
        return to_pass(seen, legal)
    merits = [merit(seen, card) for card in legal]
    return merits.index(max(merits))


def to_pass(seen: HeartsObservation, legal: Sequence[int]) -> int:
    """The index in `legal` of the lowest card, not yet chosen, of the three most dangerous ones."""
    dealt = sorted((*seen.hand, *seen.passed))
    worst = sorted(dealt, key=lambda card: danger(seen, dealt, card))[-PASSED:]
    return next(n for n, action in enumerate(legal) if action - PASS in worst)


def danger(seen: HeartsObservation, hand: Sequence[int], card: int) -> float:
    """How urgently the card should be given away from `hand`; higher is more urgent."""
    if seen.jack and card == JACK:
        return -1.0
    of_suit = [other for other in hand if suit(other) == suit(card)]
    below = sum(other < card for other in of_suit)
    if suit(card) == SPADES:
        if QUEEN in played(seen):
            return float(rank(card))
        guarded = sum(other < QUEEN for other in of_suit) >= _GUARDING_SPADES
        if card >= QUEEN and not guarded:
            # The queen is given away before the king and the ace.
            return _QUEEN_DANGER + (1 if card == QUEEN else 0)
        # A guarded queen is not passed, but given away when suit cannot be followed.
        return _QUEEN_DANGER / 2 if card == QUEEN and seen.phase == HeartsPhase.PLAY else 0.0
    # High cards are dangerous, the more so with few lower cards of the suit to play instead.
    points = 2.0 if suit(card) == HEARTS else 0.0
    return rank(card) + points + (4 - min(below, 4))


def played(seen: HeartsObservation) -> set[int]:
    """The cards that were played in this round."""
    events = map(unpack, this_round(seen.history))
    return {event.a for event in events if event.kind == HeartsEventKind.PLAY}


def merit(seen: HeartsObservation, card: int) -> float:
    """How good it is to play the card now; higher is better."""
    if not seen.trick:
        return lead(seen, card)
    if suit(card) != suit(seen.trick[0]):
        return danger(seen, seen.hand, card)
    return follow(seen, card)


def lead(seen: HeartsObservation, card: int) -> float:
    """How good it is to lead the card; higher is better, and low cards are best."""
    low = -float(rank(card))
    if suit(card) == SPADES and QUEEN not in played(seen):
        # High spades might take the queen. Lower ones drive her out, unless this hand has her.
        if card >= QUEEN:
            return low - _QUEEN_DANGER
        # A low spade counts like a card six ranks lower, or higher.
        return low + (6.0 if QUEEN not in seen.hand else -6.0)
    return low


def follow(seen: HeartsObservation, card: int) -> float:
    """How good it is to follow suit with the card; higher is better.

    Best is the queen if it does not take the trick, then the highest card below the winning one.
    The last player to a trick without points prefers the highest card, even if it takes it.
    """
    best = seen.trick[winning_place(seen.trick)]
    # 100 is more than all other terms together.
    if card < best:
        return 100.0 + rank(card) + (_QUEEN_DANGER if card == QUEEN else 0.0)
    last = len(seen.trick) == len(seen.totals) - 1
    if card == QUEEN:
        return -100.0
    has_points = QUEEN in seen.trick or any(suit(other) == HEARTS for other in seen.trick)
    if last:
        # Taking the trick gets rid of a high card. Without points in the trick that costs nothing.
        return float(rank(card)) if has_points else 100.0 + rank(card)
    return -float(rank(card))
