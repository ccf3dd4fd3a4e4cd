"""Rejection sampling of what a seat of the fox cannot see.

A world is a complete arrangement of the unseen cards: the opponent's hand, the order of the deck,
and which cards the opponent drew and buried, that is, put under the deck.

The distribution: every arrangement of the unseen cards at the start of the round is equally likely,
and so is every choice of the card that the opponent buried. Of these worlds one is drawn, each with
the same probability, from those that agree with all hard facts: every public event, the seat's own
cards, suits that the opponent could not follow, cards above the one that followed a Monarch, and
decree cards that the opponent took into the hand. What may be inferred from choices beyond that
does not count.
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
"""The time of the deal; later times are positions in the round's history."""
_ATTEMPTS: Final = 1_000_000
"""Proposals before it gives up: many times what any decision of random play has needed."""


@dataclass(slots=True)
class _Facts:
    """What the history says about the opponent's cards."""

    lacks: list[tuple[int, int]] = field(default_factory=list)
    """Pairs (time, mask): the opponent held none of the mask's cards just then."""
    woodcutters: list[int] = field(default_factory=list)
    """The times at which the opponent drew a card and buried one."""
    burying_seats: list[int] = field(default_factory=list)
    """The seats that buried a card, either player's, in order."""
    revealed: dict[int, int] = field(default_factory=dict)
    """Cards that the opponent played or gave and had not taken as a decree card, by the time when
    they were first shown."""
    received: dict[int, int] = field(default_factory=dict)
    """Decree cards that the opponent took and has not shown since, by the time when it did."""
    seen: int = 0
    """Mask of all cards that ever lay face up."""

    def possible(self, card: int, since: int, until: int) -> bool:
        """Whether the opponent may have held the card all the time from `since` to `until`.

        Both times are exclusive.
        """
        bit = 1 << card
        # A plain loop: sampling spends most of its time here, and a generator takes four times
        # as long.
        for time, mask in self.lacks:  # noqa: SIM110
            if mask & bit and since < time < until:
                return False
        return True


def _gather(history: Sequence[int], opponent: int) -> _Facts:
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
            # The second card of a trick ends it: what is played next is led again.
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
    if facts.received.pop(card, None) is None:
        facts.revealed.setdefault(card, time)


def _ruled_out(led: int, answer: int) -> int:
    """The mask of cards that a follower who answered so did not hold (FOX-6, FOX-16)."""
    shift = RANKS * suit(led)
    if suit(answer) != suit(led):
        return SUIT_MASK << shift
    if rank(led) == MONARCH and rank(answer) != SWAN:
        higher = SUIT_MASK >> rank(answer) << rank(answer)
        return higher << shift
    return 0


class _WoodcutterOptions(NamedTuple):
    """What the opponent may have drawn and buried with one Woodcutter, as far as facts say."""

    time: int
    draws: list[int]
    """Cards that may have been drawn, without those that must have been drawn at some time."""
    holds: list[int]
    """Cards that the opponent may have held until then without drawing them."""


@dataclass(frozen=True, slots=True)
class _Unseen:
    """What is left to place once the facts are known."""

    facts: _Facts
    pool: tuple[int, ...]
    """Cards that the seat has never seen: they are in the opponent's hand or in the deck."""
    hand_size: int
    now: int
    holdable: list[int]
    """The cards of the pool that the opponent may have held all through the round."""
    surely: list[int]
    """The cards that the opponent cannot have held from the start until it showed them: it must
    have drawn them at some time."""
    options: list[_WoodcutterOptions]
    """What may have been drawn and buried with each Woodcutter of the opponent, oldest first."""


# Whoever searches samples many worlds for one observation: it is read once.
@lru_cache(maxsize=8)
def _read(observation: FoxObservation) -> _Unseen:
    opponent = 1 - observation.seat
    facts = _gather(observation.history, opponent)
    own = mask_of((*observation.hand, *observation.drawn, *observation.buried))
    pool = cards_of(((1 << PACK) - 1) & ~(own | facts.seen))
    now = len(observation.history)
    holdable = [card for card in pool if facts.possible(card, _START, now)]
    surely = [c for c, gone in facts.revealed.items() if not facts.possible(c, _START, gone)]
    options = _options(facts, pool, surely)
    size = observation.hand_sizes[opponent]
    return _Unseen(facts, pool, size, now, holdable, surely, options)


def _options(
    facts: _Facts, pool: tuple[int, ...], surely: Sequence[int]
) -> list[_WoodcutterOptions]:
    had = dict.fromkeys(pool, _START) | facts.received
    return [
        _WoodcutterOptions(
            time,
            [*pool, *(c for c, g in facts.revealed.items() if g > time and c not in surely)],
            [c for c, came in had.items() if came < time and facts.possible(c, came, time)],
        )
        for time in facts.woodcutters
    ]


class _Sampled(NamedTuple):
    """What the opponent holds now, and what it drew and buried, oldest first."""

    hand: list[int]
    drawn: list[int]
    buried: list[int]


class FoxDeductions(NamedTuple):
    """What follows about the cards that a seat has not seen, for certain."""

    unseen: tuple[int, ...]
    """The cards that the seat has never seen: in the opponent's hand or in the deck."""
    excluded: tuple[int, ...]
    """Those of them that the opponent cannot hold now."""
    held: tuple[int, ...]
    """Cards that lay open and are in the opponent's hand."""


def deduce(observation: FoxObservation) -> FoxDeductions:
    """What the hard facts that worlds are sampled by say of the opponent's hand."""
    unseen = _read(observation)
    facts = unseen.facts
    # A card may have been there from the start, or have come with any Woodcutter.
    comings = (_START, *facts.woodcutters)
    excluded = tuple(
        card
        for card in unseen.pool
        if not any(facts.possible(card, came, unseen.now) for came in comings)
    )
    last = max(facts.woodcutters, default=_START)
    held = tuple(sorted(card for card, came in facts.received.items() if came > last))
    return FoxDeductions(unseen.pool, excluded, held)


def _sample_hand(unseen: _Unseen, random: Random) -> _Sampled:
    facts, holdable = unseen.facts, unseen.holdable
    if not facts.woodcutters:
        # Without a Woodcutter the hand has not changed unseen: every choice of cards is one world.
        size = unseen.hand_size - len(facts.received)
        return _Sampled([*facts.received, *random.sample(holdable, size)], [], [])
    # No proposal leaves more ways to fill the hand, so the acceptance probability is at most 1.
    ceiling = max(comb(len(holdable), size) for size in range(unseen.hand_size + 1))
    for _ in range(_ATTEMPTS):
        proposal = _propose(facts, unseen.options, unseen.surely, random)
        if proposal is None:
            continue
        weight, drawn_at, buried_at = proposal
        kept = (card for card in drawn_at if card not in facts.revealed)
        fixed = [card for card in (*facts.received, *kept) if card not in buried_at]
        rest = [card for card in holdable if card not in drawn_at and card not in buried_at]
        size = unseen.hand_size - len(fixed)
        if not 0 <= size <= len(rest) or not _agrees(unseen, drawn_at, buried_at):
            continue
        # Accepted in proportion to the number of worlds that the proposal stands for.
        if random.random() * ceiling < weight * comb(len(rest), size):
            return _Sampled(fixed + random.sample(rest, size), list(drawn_at), list(buried_at))
    raise ValueError(f"no world fits what the seat is said to know: {facts}")


def _propose(
    facts: _Facts, options: Sequence[_WoodcutterOptions], surely: Sequence[int], random: Random
) -> tuple[float, dict[int, int], dict[int, int]] | None:
    """Proposes what each Woodcutter drew and buried, with the times.

    Returns None if the proposal is impossible. The float is an acceptance weight, at most 1: where
    fewer cards can have been buried, each of them is proposed more often, and the weight makes up
    for that. When the caller accepts in proportion to the weight and to the number of ways to fill
    the hand, all worlds are equally likely.
    """
    drawn_at: dict[int, int] = {}
    buried_at: dict[int, int] = {}
    weight = 1.0
    wanted: list[int | None] = [*surely, *[None] * (len(options) - len(surely))]
    random.shuffle(wanted)
    for number, (card, (time, draws, holds)) in enumerate(zip(wanted, options, strict=True), 1):
        new = random.choice(draws) if card is None else card
        if new in drawn_at or new in buried_at or facts.revealed.get(new, time) < time:
            return None
        drawn_at[new] = time
        candidates = [
            c for c in holds if c not in buried_at and (c in facts.received or c not in drawn_at)
        ]
        candidates += [
            c
            for c, came in drawn_at.items()
            if c not in buried_at and c not in facts.revealed and facts.possible(c, came, time)
        ]
        if not candidates:
            return None
        weight *= len(candidates) / (len(holds) + number)
        buried_at[random.choice(candidates)] = time
    return weight, drawn_at, buried_at


def _agrees(unseen: _Unseen, drawn_at: Mapping[int, int], buried_at: Mapping[int, int]) -> bool:
    """Whether the opponent may have held every card for as long as the proposal says."""
    facts, now = unseen.facts, unseen.now
    # What was shown and not drawn can have been there from the start: what cannot is drawn surely.
    for card, came in drawn_at.items():
        gone = facts.revealed.get(card)
        until = buried_at.get(card, now) if gone is None else gone
        if not facts.possible(card, came, until):
            return False
    for card, came in facts.received.items():
        if not facts.possible(card, came, buried_at.get(card, now)):
            return False
    return True


def determinize(observation: FoxObservation, random: Random) -> FoxState:
    """A full state that fits the observation; later rounds are dealt anew from `random`.

    The history of earlier rounds is not in an observation and so not in the state. Raises
    ValueError unless the decision is the seat's own, or when no world fits: once the opponent has
    played a Woodcutter, it gives up after a million proposals without one that is accepted.
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
    # On top are the unseen cards that nobody buried, in random order; below them the buried cards,
    # in the order of burial.
    random.shuffle(top)
    mine, theirs = iter(observation.buried), iter(under)
    state.deck = top + [next(mine if who == seat else theirs) for who in facts.burying_seats]
    state.buried[seat] = observation.buried
    state.drawn[seat] = observation.drawn
    state.drawn[opponent] = tuple(drawn)
    state.buried[opponent] = tuple(under)
    return state


def _restore(observation: FoxObservation, random: Random) -> FoxState:
    """A state with everything that the observation shows; hands and deck are yet to be filled."""
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
