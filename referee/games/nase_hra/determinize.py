"""Samples the cards that a seat of Naše hra cannot see.

Every deal of the pack is equally likely; `determinize` draws one of the deals that agree with all
hard facts, each with the same probability.

Hard facts are every public event, the seat's own cards and the cards that it took from the talon.
The events tell how many taking cards another seat has left: the number that it announced minus
those that it has played since. They also tell which suits a seat could not follow. A refused game
tells nothing about the deal after it. Conclusions from the choices of others are not drawn.
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
    """What the events since the last deal say; lists are by seat."""

    lacks: list[int]
    """Mask of all cards of the suits that the seat could not follow."""
    shown: list[int]
    """Mask of the cards that the seat discarded or played, which it held after taking its talon."""
    played: list[int]
    """Mask of the cards that the seat played, which it held when it announced."""
    seen: int = 0
    """Mask of all cards that have lain face up."""


def determinize(observation: NaseHraObservation, random: Random) -> NaseHraState:
    """A state that shows the seat exactly this observation, drawn as this module describes.

    Raises ValueError when the game is over, or when no deal fits.
    """
    if observation.to_move == NOBODY:
        raise ValueError("the game is over: there is nothing left to sample")
    facts = _gather(observation)
    state = _restore(observation, random)
    _deal_unseen(state, observation, facts, random)
    # A seat holds the cards that it took, or has shown them since. Any of these cards may be the
    # ones that another seat took, with equal probability.
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
            # The facts of a refused game say nothing about the deal after it.
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
    """What a seat knows about the other hands by the suits that were not followed.

    Conclusions from announced numbers of taking cards are left out.
    """

    unseen: tuple[int, ...]
    """The cards that the seat has not seen since the last deal."""
    excluded: tuple[tuple[int, ...], ...]
    """By seat the cards of `unseen` that it cannot hold, as it could not follow their suit."""


def deduce(observation: NaseHraObservation) -> NaseHraDeductions:
    """The cards that the seat has not seen, and those among them that each hand cannot hold."""
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
    # Hands that have announced are dealt first. A hand that has not can take any of the cards left,
    # in a number of ways that does not depend on the hands dealt before. So all deals are equally
    # likely.
    others.sort(key=lambda seat: observation.announced[seat] < 0)
    other_places = observation.talon_size + observation.pile_size
    for number, seat in enumerate(others):
        last = number + 1 == len(others)
        # Without talon and pile every card goes to a hand: the last hand gets all that is left, and
        # the hand before it gets the cards that the last one cannot hold.
        must = 0 if other_places else (pool if last else facts.lacks[others[-1]])
        hand = _sample_hand(observation, facts, seat, pool, must & pool, random)
        state.hands[seat] = hand
        pool ^= hand
    rest = list(cards_of(pool))
    random.shuffle(rest)
    state.talon = tuple(rest[: observation.talon_size])
    state.pile = tuple(rest[observation.talon_size :])


def _sample_hand(
    observation: NaseHraObservation,
    facts: _Facts,
    seat: int,
    pool: int,
    must: int,
    random: Random,
) -> int:
    """A hand of another seat from the mask `pool`, with all cards of `must`.

    All hands that agree with the facts are equally likely. Raises ValueError when there is none.
    """
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
    """A mask of `count` cards of `may`, among them all of `must`. Raises ValueError for none."""
    free = cards_of(may & ~must)
    missing = count - must.bit_count()
    if must & ~may or not 0 <= missing <= len(free):
        raise ValueError(
            f"no deal fits what the seat is said to know: {count} cards of {cards_of(may)} "
            f"with all of {cards_of(must)}"
        )
    return must | mask_of(random.sample(free, missing))


def _restore(observation: NaseHraObservation, random: Random) -> NaseHraState:
    """A state with everything that the observation shows.

    The caller deals the other hands, the talon and the pile, and sets the cards that were taken.
    """
    # Made without the constructor, which would lift and deal. The key of the deal decides later
    # redeals and games.
    state = NaseHraState.__new__(NaseHraState)
    state.deal = Deal(random.randbytes(32))
    state.players = len(observation.hand_sizes)
    state.events = list(observation.history)
    # The history has only the game in progress.
    state.game_start = 0
    state.seat = observation.to_move
    state.phase = observation.phase
    for name in _SAME_FIELDS:
        setattr(state, name, getattr(observation, name))
    state.hands = [0] * state.players
    state.hands[observation.seat] = mask_of(observation.hand)
    state.scores = list(observation.points)
    tricks = observation.tricks
    state.tricks = [*tricks, *[0] * (3 - len(tricks))]
    state.done = sum(tricks)
    state.forget_legal()
    return state


_SAME_FIELDS = (
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
"""The fields that a restored state takes from the observation unchanged, under the same name."""
