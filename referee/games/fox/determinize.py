"""Sampling what a seat of the fox cannot see.

The law: every arrangement of the unseen cards at the start of the round is equally likely, and so
is every choice of the card that the other player put under the deck. Of these worlds one is drawn,
each with the same probability, from those that agree with all hard facts: every public event, the
seat's own cards, suits that the other could not follow, cards above the one that followed a
Monarch, and decree cards that the other took into the hand. What may be inferred from choices
beyond that does not count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
"""Proposals before it gives up: many times what the rarest worlds of random play have needed."""


@dataclass(slots=True)
class _Facts:
    """What the history says about the other player's cards."""

    lacks: list[tuple[int, int]] = field(default_factory=list)
    """Pairs (time, mask): the other held none of the mask's cards just then."""
    woodcutters: list[int] = field(default_factory=list)
    """The times at which the other drew a card and put one under the deck."""
    burials: list[int] = field(default_factory=list)
    """The seats that put a card under the deck, in order."""
    revealed: dict[int, int] = field(default_factory=dict)
    """Cards that came to light out of the other's own hand, and the time."""
    received: dict[int, int] = field(default_factory=dict)
    """Decree cards that the other took and has not shown since, and the time."""
    seen: int = 0
    """Mask of all cards that ever lay face up."""

    def possible(self, card: int, since: int, until: int) -> bool:
        """Whether the other may have held the card between the two moments."""
        bit = 1 << card
        # A plain loop: sampling spends most of its time here, and a generator takes four times
        # as long.
        for time, mask in self.lacks:  # noqa: SIM110
            if mask & bit and since < time < until:
                return False
        return True


def _gather(history: Sequence[int], other: int) -> _Facts:
    facts = _Facts()
    led = NO_CARD
    for time, event in enumerate(history):
        kind, seat, a, b, _ = unpack(event)
        if kind == FoxEventKind.ROUND:
            facts.seen |= 1 << a
        elif kind == FoxEventKind.PLAY:
            facts.seen |= 1 << a
            if seat == other:
                _reveal(facts, a, time)
                if led != NO_CARD and (mask := _ruled_out(led, a)):
                    facts.lacks.append((time, mask))
            # The second card of a trick ends it: what is played next is led again.
            led = a if led == NO_CARD else NO_CARD
        elif kind == FoxEventKind.GIVE:
            facts.seen |= 1 << a
            if seat == other:
                _reveal(facts, a, time)
                facts.received[b] = time
        elif kind == FoxEventKind.UNDER:
            facts.burials.append(seat)
            if seat == other:
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


class _Cut(NamedTuple):
    """What a Woodcutter of the other may have moved, as far as that is known beforehand."""

    time: int
    draws: list[int]
    """Cards that may have been drawn, less those that must have been drawn some time."""
    holds: list[int]
    """Cards that the other may have held until then without drawing them."""


@dataclass(frozen=True, slots=True)
class _Unseen:
    """What is left to place once the facts are known."""

    facts: _Facts
    pool: tuple[int, ...]
    """Cards that the seat has never seen: in the other's hand, in the deck, or under it."""
    hand_size: int
    now: int

    def holdable(self) -> list[int]:
        """The cards of the pool that the other may have held all through the round."""
        return [card for card in self.pool if self.facts.possible(card, _START, self.now)]

    def drawn_surely(self) -> list[int]:
        """The shown cards that the other cannot have held from the start until then."""
        facts = self.facts
        return [c for c, gone in facts.revealed.items() if not facts.possible(c, _START, gone)]

    def cuts(self, surely: Sequence[int]) -> list[_Cut]:
        """What each Woodcutter of the other may have moved, oldest first."""
        facts = self.facts
        had = dict.fromkeys(self.pool, _START) | facts.received
        return [
            _Cut(
                time,
                [
                    *self.pool,
                    *(c for c, g in facts.revealed.items() if g > time and c not in surely),
                ],
                [c for c, came in had.items() if came < time and facts.possible(c, came, time)],
            )
            for time in facts.woodcutters
        ]


class _Sampled(NamedTuple):
    """What the other holds now; and what was drawn and put under the deck, oldest first."""

    hand: list[int]
    drawn: list[int]
    buried: list[int]


def _sample_hand(unseen: _Unseen, random: Random) -> _Sampled:
    facts, holdable = unseen.facts, unseen.holdable()
    if not facts.woodcutters:
        # Without a Woodcutter the hand has not changed unseen: every choice of cards is one world.
        size = unseen.hand_size - len(facts.received)
        return _Sampled([*facts.received, *random.sample(holdable, size)], [], [])
    # No world has more ways to fill the hand than this, so that the chance below is at most 1.
    ceiling = max(comb(len(holdable), size) for size in range(unseen.hand_size + 1))
    surely = unseen.drawn_surely()
    cuts = unseen.cuts(surely)
    for _ in range(_ATTEMPTS):
        moved = _propose(facts, cuts, surely, random)
        if moved is None:
            continue
        chance, drawn, buried = moved
        kept = (card for card in drawn if card not in facts.revealed)
        fixed = [card for card in (*facts.received, *kept) if card not in buried]
        rest = [card for card in holdable if card not in drawn and card not in buried]
        size = unseen.hand_size - len(fixed)
        if not 0 <= size <= len(rest) or not _agrees(unseen, drawn, buried):
            continue
        # Accepted in proportion to the number of worlds that the proposal stands for.
        if random.random() * ceiling < chance * comb(len(rest), size):
            return _Sampled(fixed + random.sample(rest, size), list(drawn), list(buried))
    raise ValueError(f"no world fits what the seat is said to know: {facts}")


def _propose(
    facts: _Facts, cuts: Sequence[_Cut], surely: Sequence[int], random: Random
) -> tuple[float, dict[int, int], dict[int, int]] | None:
    """One proposal of what each Woodcutter drew and put under, with the times; None if in vain.

    Fewer cards to put under are proposed where fewer are possible; the chance in front makes up for
    that. When the caller accepts in proportion to it, and to the number of ways to fill the hand,
    all worlds come out equally likely.
    """
    drawn: dict[int, int] = {}
    buried: dict[int, int] = {}
    chance = 1.0
    wanted: list[int | None] = [*surely, *[None] * (len(cuts) - len(surely))]
    random.shuffle(wanted)
    for number, (card, (time, draws, holds)) in enumerate(zip(wanted, cuts, strict=True), 1):
        new = random.choice(draws) if card is None else card
        if new in drawn or new in buried or facts.revealed.get(new, time) < time:
            return None
        drawn[new] = time
        burials = [c for c in holds if c not in buried and (c in facts.received or c not in drawn)]
        burials += [
            c
            for c, came in drawn.items()
            if c not in buried and c not in facts.revealed and facts.possible(c, came, time)
        ]
        if not burials:
            return None
        chance *= len(burials) / (len(holds) + number)
        buried[random.choice(burials)] = time
    return chance, drawn, buried


def _agrees(unseen: _Unseen, drawn: Mapping[int, int], buried: Mapping[int, int]) -> bool:
    """Whether the other may have held every card for as long as this world has it."""
    facts, now = unseen.facts, unseen.now
    shown = all(facts.possible(c, drawn.get(c, _START), g) for c, g in facts.revealed.items())
    kept = {card: came for card, came in drawn.items() if card not in facts.revealed}
    own = (kept | facts.received).items()
    return shown and all(facts.possible(c, came, buried.get(c, now)) for c, came in own)


def determinize(observation: FoxObservation, random: Random) -> FoxState:
    """A full state that fits the observation; later rounds are dealt anew from `random`.

    The history of earlier rounds is not in an observation and so not in the state. Raises
    ValueError unless the decision is the seat's own, or when no world fits.
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
    # The deck is what nobody has put there in an order of chance, and below it what was put under,
    # in the order in which that happened.
    random.shuffle(top)
    mine, theirs = iter(observation.buried), iter(under)
    state.deck = top + [next(mine if who == seat else theirs) for who in facts.burials]
    state.buried[seat] = observation.buried
    state.drawn[seat] = observation.drawn
    state.drawn[other] = tuple(drawn)
    state.buried[other] = tuple(under)
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
