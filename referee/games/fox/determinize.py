"""Rejection sampling of the cards that a seat of the fox cannot see.

A world is a complete arrangement of the unseen cards: the opponent's hand, the order of the deck,
and which cards the opponent drew and buried, that is, put under the deck.

The distribution: every arrangement of the unseen cards at the start of the round is equally likely,
and so is every choice of the card that the opponent buried. One world is drawn, each with the same
probability, from the worlds that agree with all hard facts: every public event, the seat's own
cards, suits that the opponent could not follow, cards of the suit above the one that followed a
Monarch (unless that was the Swan), and decree cards that the opponent took into its hand.
Inferences from the opponent's choices beyond these facts are not used.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb
from random import Random
from typing import Final, NamedTuple

from referee.cards import cards_of, mask_of
from referee.deals import Deal
from referee.games.events import unpack
from referee.games.fox.actions import FoxEventKind
from referee.games.fox.cards import MONARCH, PACK, RANKS, SUIT_MASK, SWAN, rank, suit
from referee.games.fox.observation import FoxObservation
from referee.games.fox.state import NO_CARD, FoxState

_START: Final = -1
"""The time of the deal. The time of an event is its index in the round's history."""
_ATTEMPTS: Final = 1_000_000
"""The most proposals for one sample: many times the number that decisions of random play needed."""


@dataclass(slots=True)
class _Facts:
    """The facts of the history about the opponent's cards."""

    lacks: list[tuple[int, int]] = field(default_factory=list)
    """Pairs (time, mask): at this time the opponent held no card of the mask."""
    woodcutters: list[int] = field(default_factory=list)
    """The times at which the opponent drew a card and buried one."""
    burying_seats: list[int] = field(default_factory=list)
    """The seat of each burial, in order."""
    revealed: dict[int, int] = field(default_factory=dict)
    """The time when the opponent first showed a card by playing or giving it, by card, without
    cards that it had taken as the decree card before."""
    received: dict[int, int] = field(default_factory=dict)
    """The time when the opponent took a decree card that it has not shown since, by card."""
    seen: int = 0
    """The mask of all cards that have lain face up in this round."""

    def possible(self, card: int, since: int, until: int) -> bool:
        """Whether the opponent may have held the card at all times between `since` and `until`.

        Neither of these two times is included.
        """
        bit = 1 << card
        # A plain loop: sampling spends most of its time here, and a generator takes four times
        # as long.
        for time, mask in self.lacks:  # noqa: SIM110
            if mask & bit and since < time < until:
                return False
        return True


def _facts_of(history: Sequence[int], opponent: int) -> _Facts:
    facts = _Facts()
    led = NO_CARD
    for time, event in enumerate(history):
        kind, seat, a, b, _ = unpack(event)
        if kind == FoxEventKind.ROUND:
            facts.seen |= 1 << a
        elif kind == FoxEventKind.PLAY:
            facts.seen |= 1 << a
            if seat == opponent:
                _reveal(facts, a, time)
                if led != NO_CARD and (mask := _ruled_out(led, a)):
                    facts.lacks.append((time, mask))
            # After the second card of a trick the next card is led.
            led = a if led == NO_CARD else NO_CARD
        elif kind == FoxEventKind.GIVE:
            facts.seen |= 1 << a
            if seat == opponent:
                _reveal(facts, a, time)
                facts.received[b] = time
        elif kind == FoxEventKind.UNDER:
            facts.burying_seats.append(seat)
            if seat == opponent:
                facts.woodcutters.append(time)
    return facts


def _reveal(facts: _Facts, card: int, time: int) -> None:
    # A card that came as the decree card says nothing about the hand as it was dealt or drawn.
    if facts.received.pop(card, None) is None:
        facts.revealed.setdefault(card, time)


def _ruled_out(led: int, answer: int) -> int:
    """The mask of the cards that a follower who played `answer` did not hold (FOX-6, FOX-16)."""
    shift = RANKS * suit(led)
    if suit(answer) != suit(led):
        return SUIT_MASK << shift
    if rank(led) == MONARCH and rank(answer) != SWAN:
        higher = SUIT_MASK >> rank(answer) << rank(answer)
        return higher << shift
    return 0


class _WoodcutterOptions(NamedTuple):
    """The cards that the opponent may have drawn and buried with one Woodcutter."""

    time: int
    draws: list[int]
    """Cards that may have been drawn, without those of `_Unseen.forced`."""
    holds: list[int]
    """Cards that may have been buried without being drawn: the opponent may have held them since
    the deal, or since it took them as the decree card."""


@dataclass(frozen=True, slots=True)
class _Unseen:
    """The cards that a world has to place, and the facts that restrict where."""

    facts: _Facts
    pool: tuple[int, ...]
    """The cards that the seat has never seen: they are in the opponent's hand or in the deck."""
    hand_size: int
    """The size of the opponent's hand."""
    now: int
    """The time of the observation, which comes after all events of the history."""
    holdable: list[int]
    """The cards of the pool that the opponent may have held all through the round."""
    forced: list[int]
    """Cards that the opponent must have drawn with a Woodcutter, since it cannot have held them
    from the deal until it showed them."""
    options: list[_WoodcutterOptions]
    """The options of each Woodcutter of the opponent, oldest first."""


# Cached, since a bot that searches samples many worlds for the same observation.
@lru_cache(maxsize=8)
def _read(observation: FoxObservation) -> _Unseen:
    opponent = 1 - observation.seat
    facts = _facts_of(observation.history, opponent)
    own_cards = mask_of((*observation.hand, *observation.drawn, *observation.buried))
    pool = cards_of(((1 << PACK) - 1) & ~(own_cards | facts.seen))
    now = len(observation.history)
    holdable = [card for card in pool if facts.possible(card, _START, now)]
    forced = [c for c, time in facts.revealed.items() if not facts.possible(c, _START, time)]
    options = _options(facts, pool, forced)
    size = observation.hand_sizes[opponent]
    return _Unseen(facts, pool, size, now, holdable, forced, options)


def _options(
    facts: _Facts, pool: tuple[int, ...], forced: Sequence[int]
) -> list[_WoodcutterOptions]:
    held_since = dict.fromkeys(pool, _START) | facts.received
    return [
        _WoodcutterOptions(
            time,
            [*pool, *(c for c, t in facts.revealed.items() if t > time and c not in forced)],
            [c for c, t in held_since.items() if t < time and facts.possible(c, t, time)],
        )
        for time in facts.woodcutters
    ]


class _Sampled(NamedTuple):
    """A sampled hand of the opponent, and the cards that it drew and buried, oldest first."""

    hand: list[int]
    drawn: list[int]
    buried: list[int]


class FoxDeductions(NamedTuple):
    """What is certain about the cards in the opponent's hand, each list ascending."""

    unseen: tuple[int, ...]
    """The cards that the seat has never seen: in the opponent's hand or in the deck."""
    excluded: tuple[int, ...]
    """The cards of `unseen` that the opponent cannot hold now."""
    held: tuple[int, ...]
    """Cards that have lain face up and are in the opponent's hand now."""


def deduce(observation: FoxObservation) -> FoxDeductions:
    """What follows about the opponent's hand from the hard facts that `determinize` uses."""
    unseen = _read(observation)
    facts = unseen.facts
    # A card in the hand was dealt, or drawn with one of the Woodcutters.
    arrivals = (_START, *facts.woodcutters)
    excluded = tuple(
        card
        for card in unseen.pool
        if not any(facts.possible(card, time, unseen.now) for time in arrivals)
    )
    # A card that was taken before the last burial may have been buried.
    last = max(facts.woodcutters, default=_START)
    held = tuple(sorted(card for card, time in facts.received.items() if time > last))
    return FoxDeductions(unseen.pool, excluded, held)


def _sample_hand(unseen: _Unseen, random: Random) -> _Sampled:
    facts, holdable = unseen.facts, unseen.holdable
    if not facts.woodcutters:
        # Without a Woodcutter all changes of the hand were seen: all choices are equally likely.
        size = unseen.hand_size - len(facts.received)
        return _Sampled([*facts.received, *random.sample(holdable, size)], [], [])
    # No proposal has more ways to fill the hand, so the acceptance probability is at most 1.
    ceiling = max(comb(len(holdable), size) for size in range(unseen.hand_size + 1))
    for _ in range(_ATTEMPTS):
        proposal = _propose(facts, unseen.options, unseen.forced, random)
        if proposal is None:
            continue
        weight, drawn_at, buried_at = proposal
        unshown = (card for card in drawn_at if card not in facts.revealed)
        fixed = [card for card in (*facts.received, *unshown) if card not in buried_at]
        rest = [card for card in holdable if card not in drawn_at and card not in buried_at]
        size = unseen.hand_size - len(fixed)
        if not 0 <= size <= len(rest) or not _agrees(unseen, drawn_at, buried_at):
            continue
        # Accepted with the probability by which all worlds become equally likely (`_propose`).
        if random.random() * ceiling < weight * comb(len(rest), size):
            return _Sampled(fixed + random.sample(rest, size), list(drawn_at), list(buried_at))
    raise ValueError(f"no world fits what the seat is said to know: {facts}")


def _propose(
    facts: _Facts, options: Sequence[_WoodcutterOptions], forced: Sequence[int], random: Random
) -> tuple[float, dict[int, int], dict[int, int]] | None:
    """Propose the cards that the Woodcutters drew and buried: (weight, drawn_at, buried_at).

    `drawn_at` and `buried_at` have the times by card. Returns None for an impossible proposal.
    The weight is at most 1. The fewer cards can have been buried, the more often each of them is
    proposed, and the smaller is the weight. If the caller accepts in proportion to the weight and
    to the number of ways to fill the hand, all worlds are equally likely.
    """
    drawn_at: dict[int, int] = {}
    buried_at: dict[int, int] = {}
    weight = 1.0
    # It is random which Woodcutter drew which of the forced cards; None stands for any other card.
    assigned: list[int | None] = [*forced, *[None] * (len(options) - len(forced))]
    random.shuffle(assigned)
    for number, (card, (time, draws, holds)) in enumerate(zip(assigned, options, strict=True), 1):
        drawn = random.choice(draws) if card is None else card
        if drawn in drawn_at or drawn in buried_at or facts.revealed.get(drawn, time) < time:
            return None
        drawn_at[drawn] = time
        candidates = [
            c for c in holds if c not in buried_at and (c in facts.received or c not in drawn_at)
        ]
        candidates += [
            c
            for c, since in drawn_at.items()
            if c not in buried_at and c not in facts.revealed and facts.possible(c, since, time)
        ]
        if not candidates:
            return None
        weight *= len(candidates) / (len(holds) + number)
        buried_at[random.choice(candidates)] = time
    return weight, drawn_at, buried_at


def _agrees(unseen: _Unseen, drawn_at: Mapping[int, int], buried_at: Mapping[int, int]) -> bool:
    """Whether the opponent may have held each card for as long as the proposal implies."""
    facts, now = unseen.facts, unseen.now
    # A card that was shown and not drawn need not be checked: it is not one of `forced`, so it may
    # have been held since the deal.
    for card, drawn in drawn_at.items():
        shown = facts.revealed.get(card)
        until = buried_at.get(card, now) if shown is None else shown
        if not facts.possible(card, drawn, until):
            return False
    for card, taken in facts.received.items():
        if not facts.possible(card, taken, buried_at.get(card, now)):
            return False
    return True


def determinize(observation: FoxObservation, random: Random) -> FoxState:
    """A random full state that agrees with the observation.

    Later rounds are dealt by a new key from `random`. The state lacks the events of earlier rounds,
    as the observation does. Raises ValueError if the seat is not the one to decide, or if no world
    agrees. If the opponent has played a Woodcutter, a million rejected proposals count as a proof.
    """
    seat = observation.seat
    if observation.to_move != seat:
        raise ValueError(f"seat {seat} is not the one to decide: {observation.to_move} is")
    opponent = 1 - seat
    unseen = _read(observation)
    facts, pool = unseen.facts, unseen.pool
    hand, drawn, under = _sample_hand(unseen, random)
    state = _restore(observation, random)
    state.hands[seat] = mask_of(observation.hand)
    state.hands[opponent] = mask_of(hand)
    top = [card for card in pool if card not in hand and card not in under]
    # The deck has on top the cards that nobody buried, in random order, and below them the buried
    # cards, in the order of burial.
    random.shuffle(top)
    mine, theirs = iter(observation.buried), iter(under)
    state.deck = top + [next(mine if who == seat else theirs) for who in facts.burying_seats]
    state.buried[seat] = observation.buried
    state.drawn[seat] = observation.drawn
    state.drawn[opponent] = tuple(drawn)
    state.buried[opponent] = tuple(under)
    return state


def _restore(observation: FoxObservation, random: Random) -> FoxState:
    """A state with all that the observation tells; the caller has to set hands and deck."""
    # Not by the constructor, which would deal a round.
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
