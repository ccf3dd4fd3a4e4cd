"""Sampling what a seat of Kořist cannot see.

A world is a complete arrangement of the cards that the seat has not seen.

The distribution: every arrangement of the cards, each taken for itself, is equally likely, and so
is every choice which of several alike cards a player laid that nobody had seen come; of a player's
cards, those that everybody knows are laid first. Of these worlds one is drawn, each with the same
probability, from those that agree with all hard facts: every public event, the seat's own cards,
and the cards that are known to be in the others' hands.

It follows that the cards whose place the seat does not know are distributed uniformly at random
over the deck and the unknown part of each hand: no event of Kořist says what somebody did not hold,
and a card that was laid says nothing about the others beside it.
"""

from random import Random

from referee.deals import Deal
from referee.games.korist.cards import (
    WHOLE_PACK,
    counts_of,
    heap_from,
    heap_of,
    kinds_of,
    size_of,
)
from referee.games.korist.observation import KoristObservation
from referee.games.korist.sets import CARDS, NO_SET
from referee.games.korist.state import KoristState


def unseen(observation: KoristObservation) -> list[int]:
    """The cards whose place the seat does not know, ascending: in other hands or in the deck.

    Raises ValueError when more cards are seen than the pack has.
    """
    seat = observation.seat
    seen = heap_from(observation.hand) + heap_from(observation.shadow)
    seen += heap_from(observation.discard) + sum(map(heap_of, observation.supply))
    seen += sum(CARDS[layer] for layers in observation.layouts for layer in layers)
    seen += sum(heap_from(known) for n, known in enumerate(observation.known) if n != seat)
    if observation.captured != NO_SET:
        seen += CARDS[observation.captured]
    # Before subtracting: a count below zero would borrow from the next kind.
    counts = zip(counts_of(WHOLE_PACK), counts_of(seen), strict=True)
    if any(own < shown for own, shown in counts):
        raise ValueError(f"more cards are seen than there are: {counts_of(seen)}")
    return kinds_of(WHOLE_PACK - seen)


def determinize(observation: KoristObservation, random: Random) -> KoristState:
    """A full state that fits the observation.

    Raises ValueError unless the decision is the seat's own, or when no world fits.
    """
    seat = observation.seat
    if observation.to_move != seat:
        raise ValueError(f"seat {seat} is not the one to decide: {observation.to_move} is")
    cards = unseen(observation)
    # One shuffle gives that distribution: the unknown part of each hand is cut off it, and the deck
    # is left.
    random.shuffle(cards)
    state = _restore(observation, random)
    for other, known in enumerate(state.known):
        missing = state.sizes[other] - size_of(known)
        if other != seat:
            state.hands[other] = known + heap_of(cards[:missing])
            del cards[:missing]
    if len(cards) != observation.deck_size:
        raise ValueError(f"{len(cards)} cards are left for a deck of {observation.deck_size}")
    state.deck = cards
    return state


def _restore(observation: KoristObservation, random: Random) -> KoristState:
    """A state with everything that the observation shows; hands and deck are yet to be filled."""
    # Not by the constructor, which would deal.
    state = KoristState.__new__(KoristState)
    state.deal = Deal(random.randbytes(32))
    state.events = list(observation.history)
    state.players = len(observation.hand_sizes)
    state.variant = observation.variant
    state.limit = observation.limit
    state.decisions = observation.decisions
    state.turn = observation.turn
    state.seat = observation.to_move
    state.phase = observation.phase
    state.victim = observation.victim
    state.captured = observation.captured
    state.draws = observation.draws
    state.has_captured = observation.has_captured
    state.sizes = list(observation.hand_sizes)
    state.known = list(map(heap_from, observation.known))
    state.hands = state.known[:]
    state.hands[observation.seat] = heap_from(observation.hand)
    state.layouts = list(map(list, observation.layouts))
    state.supply = list(observation.supply)
    state.shadow = heap_from(observation.shadow)
    state.discard = heap_from(observation.discard)
    state.forget_legal()
    return state
