"""Sampling what a seat of the fox cannot see.

The law: every arrangement of the unseen cards at the start of the round is equally likely, and so
is every choice of the card that the other put under the deck; of these worlds one is drawn, each
with the same probability, from those that agree with all hard facts: every public event, the seat's
own cards, suits the other could not follow, cards above the one he followed a Monarch with, and
decree cards that he took into his hand. What may be inferred from his choices beyond that is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb
from random import Random
from typing import Final, NamedTuple

from referee.cards import cards_of, mask_of
from referee.deals import Deal
from referee.games.events import unpack
from referee.games.fox.actions import Happening
from referee.games.fox.cards import MONARCH, PACK, RANKS, SUIT_MASK, SWAN, rank, suit
from referee.games.fox.observation import FoxObservation
from referee.games.fox.state import NO_CARD, FoxState

_START: Final = -1
"""The time of the deal; later times are positions in the round's history."""


@dataclass(slots=True)
class _Facts:
    """What the history says about the other player's cards."""

    lacks: list[tuple[int, int]] = field(default_factory=list)
    """(time, mask): he held none of these cards just then."""
    woodcutters: list[int] = field(default_factory=list)
    """When he drew a card and put one under the deck."""
    burials: list[int] = field(default_factory=list)
    """Who put each card under the deck, in order."""
    revealed: dict[int, int] = field(default_factory=dict)
    """Cards that came to light out of his own hand, and when."""
    received: dict[int, int] = field(default_factory=dict)
    """Decree cards that he took and has not shown since, and when."""
    seen: int = 0
    """Mask of all cards that ever lay face up."""

    def possible(self, card: int, since: int, until: int) -> bool:
        """Whether he may have held the card between the two moments."""
        bit = 1 << card
        return not any(mask & bit and since < time < until for time, mask in self.lacks)


def _gather(history: Sequence[int], other: int) -> _Facts:
    facts = _Facts()
    led = NO_CARD
    for time, event in enumerate(history):
        kind, seat, a, b, _ = unpack(event)
        if kind == Happening.ROUND:
            facts.seen |= 1 << a
        elif kind == Happening.PLAY:
            facts.seen |= 1 << a
            if seat == other:
                _reveal(facts, a, time)
                if led != NO_CARD:
                    facts.lacks.append((time, _ruled_out(led, a)))
            led = a if led == NO_CARD else NO_CARD
        elif kind == Happening.GIVE:
            facts.seen |= 1 << a
            if seat == other:
                _reveal(facts, a, time)
                facts.received[b] = time
        elif kind == Happening.UNDER:
            facts.burials.append(seat)
            if seat == other:
                facts.woodcutters.append(time)
    return facts


def _reveal(facts: _Facts, card: int, time: int) -> None:
    if facts.received.pop(card, None) is None:
        facts.revealed.setdefault(card, time)


def _ruled_out(led: int, answer: int) -> int:
    """The cards that a follower who answered so did not hold (FOX-6, FOX-16)."""
    shift = RANKS * suit(led)
    if suit(answer) != suit(led):
        return SUIT_MASK << shift
    if rank(led) == MONARCH and rank(answer) != SWAN:
        higher = SUIT_MASK >> rank(answer) << rank(answer)
        return higher << shift
    return 0


@dataclass(frozen=True, slots=True)
class _Unseen:
    """What is left to place once the facts are known."""

    facts: _Facts
    pool: tuple[int, ...]
    """Cards that the seat has never seen: in the other's hand, in the deck, or under it."""
    hand_size: int
    now: int

    def holdable(self) -> list[int]:
        """Cards of the pool that the other may have held all through the round."""
        return [card for card in self.pool if self.facts.possible(card, _START, self.now)]


class _Sampled(NamedTuple):
    """What the other has; what he drew and put under the deck, oldest first."""

    hand: list[int]
    drawn: list[int]
    buried: list[int]


def _sample_hand(unseen: _Unseen, random: Random) -> _Sampled:
    facts, holdable = unseen.facts, unseen.holdable()
    if not facts.woodcutters:
        size = unseen.hand_size - len(facts.received)
        return _Sampled([*facts.received, *random.sample(holdable, size)], [], [])
    ceiling = max(comb(len(holdable), size) for size in range(unseen.hand_size + 1))
    while True:
        found = _propose(unseen, holdable, random)
        if found is None:
            continue
        fixed, rest, drawn, buried = found
        size = unseen.hand_size - len(fixed)
        if 0 <= size <= len(rest) and random.random() * ceiling < comb(len(rest), size):
            return _Sampled(fixed + random.sample(rest, size), drawn, buried)


def _propose(
    unseen: _Unseen, holdable: list[int], random: Random
) -> tuple[list[int], list[int], list[int], list[int]] | None:
    """One uniform proposal of what each Woodcutter drew and buried.

    Returned: cards then surely in the hand, cards that may fill it, the drawn and the buried ones;
    or None when a fact speaks against it. The caller accepts in proportion to the number of ways
    to fill the hand, so that all worlds come out equally likely.
    """
    facts, now = unseen.facts, unseen.now
    drawn: dict[int, int] = {}
    buried: dict[int, int] = {}
    for time in facts.woodcutters:
        card = random.choice((*unseen.pool, *facts.revealed))
        if card in drawn or card in buried or facts.revealed.get(card, now) < time:
            return None
        drawn[card] = time
        card = random.choice((*unseen.pool, *facts.received))
        if card in buried or facts.received.get(card, _START) > time:
            return None
        buried[card] = time
    kept = [card for card in drawn if card not in facts.revealed]
    held = [
        *((card, drawn.get(card, _START), gone) for card, gone in facts.revealed.items()),
        *((card, came, buried.get(card, now)) for card, came in facts.received.items()),
        *((card, drawn[card], buried.get(card, now)) for card in kept),
        *(
            (c, _START, gone)
            for c, gone in buried.items()
            if c not in drawn and c not in facts.received
        ),
    ]
    if not all(facts.possible(*holding) for holding in held):
        return None
    fixed = [card for card in (*facts.received, *kept) if card not in buried]
    rest = [card for card in holdable if card not in drawn and card not in buried]
    return fixed, rest, list(drawn), list(buried)


def determinize(observation: FoxObservation, random: Random) -> FoxState:
    """A full state that fits the observation; later rounds are dealt anew from `random`.

    The history of earlier rounds is not in an observation and so not in the state.
    Raises ValueError unless the decision is the seat's own.
    """
    seat = observation.seat
    if observation.to_move != seat:
        raise ValueError(f"seat {seat} is not the one to decide: {observation.to_move} is")
    other = 1 - seat
    facts = _gather(observation.history, other)
    own = mask_of((*observation.hand, *observation.drawn, *observation.buried))
    pool = cards_of(((1 << PACK) - 1) & ~(own | facts.seen))
    unseen = _Unseen(facts, pool, observation.hand_sizes[other], len(observation.history))
    hand, drawn, under = _sample_hand(unseen, random)
    state = _restore(observation, random)
    state.hands[seat] = mask_of(observation.hand)
    state.hands[other] = mask_of(hand)
    top = [card for card in pool if card not in hand and card not in under]
    random.shuffle(top)
    mine, his = iter(observation.buried), iter(under)
    state.deck = top + [next(mine if who == seat else his) for who in facts.burials]
    state.buried[seat] = observation.buried
    state.drawn[seat] = observation.drawn
    state.drawn[other] = tuple(drawn)
    state.buried[other] = tuple(under)
    return state


def _restore(observation: FoxObservation, random: Random) -> FoxState:
    """A state with everything that the observation shows."""
    state = FoxState.__new__(FoxState)
    state.deal = Deal(random.randbytes(32))
    state.target = observation.target
    state.events = list(observation.history)
    state.round_start = 0
    state.seat = observation.to_move
    state.phase = observation.phase
    state.dealer = observation.dealer
    state.leader = observation.leader
    state.decree = observation.decree
    led, reply = (*observation.trick, NO_CARD, NO_CARD)[:2]
    state.led, state.reply = led, reply
    state.tricks = list(observation.tricks)
    state.treasures = list(observation.treasures)
    state.totals = list(observation.totals)
    state.past_rounds = list(observation.past_rounds)
    state.hands = [0, 0]
    state.drawn = [(), ()]
    state.buried = [(), ()]
    state.forget_legal()
    return state
