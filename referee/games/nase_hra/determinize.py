"""Sampling what a seat of Naše hra cannot see.

A world is a complete arrangement of the cards that the seat has not seen.

The distribution: every deal of the pack is equally likely; of the deals that agree with all hard
facts one is drawn, each with the same probability. Hard facts are every public event, the seat's
own cards and what it took from the talon; so also the number of taking cards that a seat announced,
less those played since, and the suits that a seat could not follow. A refused game tells nothing
about the deal after it. What may be inferred from choices beyond that does not count.
"""

from dataclasses import dataclass
from random import Random

from referee.cards import cards_of, mask_of
from referee.deals import Deal
from referee.games.events import unpack
from referee.games.nase_hra.actions import NaseHraEventKind
from referee.games.nase_hra.cards import FULL, SUIT_MASKS, TAKING
from referee.games.nase_hra.observation import NaseHraObservation
from referee.games.nase_hra.state import NaseHraState
from referee.games.state import NOBODY


@dataclass(slots=True)
class _Facts:
    """What the history since the last deal says, by seat where it is a list."""

    lacks: list[int]
    """Mask of the suits that the seat could not follow."""
    shown: list[int]
    """Mask of the cards that the seat discarded or played: it held them when the talon was gone."""
    played: list[int]
    """Mask of those that it played: it held them when it announced its taking cards."""
    seen: int = 0
    """Mask of all cards that ever lay face up."""


def determinize(observation: NaseHraObservation, random: Random) -> NaseHraState:
    """A whole state that shows the seat exactly this observation.

    Raises ValueError when the game is over, or when no deal fits.
    """
    if observation.to_move == NOBODY:
        raise ValueError("the game is over: there is nothing left to sample")
    facts = _gather(observation)
    state = _restore(observation, random)
    _deal_unseen(state, observation, facts, random)
    # What another seat took it holds, or has shown since; each such choice is equally likely.
    state.taken = tuple(
        observation.taken
        if seat == observation.seat
        else tuple(random.sample(cards_of(state.hands[seat] | facts.shown[seat]), took))
        for seat, took in enumerate(observation.took)
    )
    return state


def _gather(observation: NaseHraObservation) -> _Facts:
    players = len(observation.hand_sizes)
    facts = _Facts([0] * players, [0] * players, [0] * players)
    led: int | None = None
    for kind, seat, a, _, _ in map(unpack, observation.history):
        if kind == NaseHraEventKind.DEAL:
            facts = _Facts([0] * players, [0] * players, [0] * players)
        elif kind in (NaseHraEventKind.TURN, NaseHraEventKind.PILE):
            facts.seen |= 1 << a
            led = a if kind == NaseHraEventKind.PILE else None
        elif kind == NaseHraEventKind.DISCARD:
            facts.seen |= 1 << a
            facts.shown[seat] |= 1 << a
        elif kind == NaseHraEventKind.PLAY:
            facts.seen |= 1 << a
            facts.shown[seat] |= 1 << a
            facts.played[seat] |= 1 << a
            if led is None:
                led = a
            elif led >> 3 != a >> 3:
                facts.lacks[seat] |= SUIT_MASKS[led >> 3]
        elif kind in (NaseHraEventKind.TRICK, NaseHraEventKind.PILE_TRICK):
            led = None
    return facts


@dataclass(frozen=True, slots=True)
class NaseHraDeductions:
    """What follows about the cards that a seat has not seen, for certain."""

    unseen: tuple[int, ...]
    """The cards that the seat has never seen since they were dealt."""
    excluded: tuple[tuple[int, ...], ...]
    """By seat: those of them that it cannot hold, as it could not follow their suit."""


def deduce(observation: NaseHraObservation) -> NaseHraDeductions:
    """What the hard facts that deals are sampled by say of the other hands."""
    facts = _gather(observation)
    pool = FULL & ~facts.seen & ~mask_of(observation.hand)
    excluded = tuple(cards_of(pool & lacks) for lacks in facts.lacks)
    return NaseHraDeductions(cards_of(pool), excluded)


def _deal_unseen(
    state: NaseHraState, observation: NaseHraObservation, facts: _Facts, random: Random
) -> None:
    """Give the other hands, the talon and the pile the cards that the seat has never seen."""
    pool = FULL & ~facts.seen & ~mask_of(observation.hand)
    others = [seat for seat in range(state.players) if seat != observation.seat]
    # An announced hand is a smaller choice than one of which nothing is known: it is dealt first,
    # and what is left can then be dealt freely, in the same number of ways whatever it got.
    others.sort(key=lambda seat: observation.announced[seat] < 0)
    places = observation.talon_size + observation.pile_size
    for number, seat in enumerate(others):
        last = number + 1 == len(others)
        # The last hand gets what nobody else can hold, and the one before what the last cannot.
        rest = 0 if places else (pool if last else facts.lacks[others[-1]])
        hand = _sample_hand(observation, facts, seat, pool, rest & pool, random)
        state.hands[seat] = hand
        pool ^= hand
    left = list(cards_of(pool))
    random.shuffle(left)
    state.talon = tuple(left[: observation.talon_size])
    state.pile = tuple(left[observation.talon_size :])


def _sample_hand(
    observation: NaseHraObservation,
    facts: _Facts,
    seat: int,
    pool: int,
    must: int,
    random: Random,
) -> int:
    """One other hand out of the pool: `must` is in it, all that fits is equally likely."""
    size = observation.hand_sizes[seat]
    may = pool & ~facts.lacks[seat]
    announced = observation.announced[seat]
    if announced < 0:
        return _choose(may, must, size, random)
    taking = TAKING[observation.order]
    count = announced - (facts.played[seat] & taking).bit_count()
    top = _choose(may & taking, must & taking, count, random)
    return top | _choose(may & ~taking, must & ~taking, size - count, random)


def _choose(may: int, must: int, count: int, random: Random) -> int:
    """A set of that many cards out of `may`, with all of `must`."""
    free = cards_of(may & ~must)
    missing = count - must.bit_count()
    if must & ~may or not 0 <= missing <= len(free):
        raise ValueError(
            f"no deal fits what the seat is said to know: {count} cards of {cards_of(may)} "
            f"with all of {cards_of(must)}"
        )
    return must | mask_of(random.sample(free, missing))


def _restore(observation: NaseHraObservation, random: Random) -> NaseHraState:
    """A state with everything that the observation shows; the other hands are yet to be dealt."""
    # Not by the constructor, which would lift and deal.
    state = NaseHraState.__new__(NaseHraState)
    state.deal = Deal(random.randbytes(32))
    state.players = len(observation.hand_sizes)
    state.events = list(observation.history)
    state.game_start = 0
    state.seat = observation.to_move
    state.phase = observation.phase
    for name in _SHARED:
        setattr(state, name, getattr(observation, name))
    state.hands = [0] * state.players
    state.hands[observation.seat] = mask_of(observation.hand)
    state.scores = list(observation.points)
    tricks = observation.tricks
    state.tricks = [*tricks, *[0] * (3 - len(tricks))]
    state.done = sum(tricks)
    state.forget_legal()
    return state


_SHARED = (
    "announced",
    "chooser",
    "cross",
    "game",
    "leader",
    "lifts",
    "order",
    "past_games",
    "redeal",
    "renounced",
    "series",
    "totals",
    "trick",
    "triple",
    "triple_points",
)
"""The fields that a state and an observation have alike."""
