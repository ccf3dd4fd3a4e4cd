"""Samples the cards that a seat of Kořist cannot see.

A world is a complete arrangement of the cards that the seat has not seen. `determinize` draws one
of the worlds that agree with all hard facts, each with the same probability. Hard facts are every
public event, the seat's own cards, and the cards that are known to be in the other hands.

Alike cards count as different cards here, so every order of the pack is equally likely. When
a player lays one of several alike cards, those that everybody knows to be in the hand are laid
first. Of the others each is equally likely to be the card that was laid.

It follows that the cards whose place the seat does not know are distributed uniformly at random
over the deck and the unknown part of each hand: no event of Kořist says what somebody did not hold,
and a card that was laid says nothing about the other cards of the hand.
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
    """The kinds of the cards whose place the seat does not know, ascending.

    They are in other hands or in the deck. Raises ValueError when the observation shows more cards
    of a kind than the pack has.
    """
    viewer = observation.seat
    seen = heap_from(observation.hand) + heap_from(observation.shadow)
    seen += heap_from(observation.discard) + sum(map(heap_of, observation.supply))
    seen += sum(CARDS[layer] for layers in observation.layouts for layer in layers)
    seen += sum(heap_from(known) for seat, known in enumerate(observation.known) if seat != viewer)
    if observation.captured != NO_SET:
        seen += CARDS[observation.captured]
    # Checked before subtracting, since a count below zero would borrow from the next kind.
    counts = zip(counts_of(WHOLE_PACK), counts_of(seen), strict=True)
    if any(in_pack < in_view for in_pack, in_view in counts):
        raise ValueError(f"more cards are seen than there are: {counts_of(seen)}")
    return kinds_of(WHOLE_PACK - seen)


def determinize(observation: KoristObservation, random: Random) -> KoristState:
    """A state that agrees with the observation, drawn as this module describes.

    Raises ValueError when it is not the observing seat that decides, or when no world fits.
    """
    viewer = observation.seat
    if observation.to_move != viewer:
        raise ValueError(f"seat {viewer} is not the one to decide: {observation.to_move} is")
    cards = unseen(observation)
    # One shuffle is enough: the unknown part of each hand is taken from its start, and the rest is
    # the deck.
    random.shuffle(cards)
    state = _restore(observation, random)
    for seat, hand in enumerate(state.hands):
        missing = state.sizes[seat] - size_of(hand)
        # The seat knows all cards of its own hand.
        if not 0 <= missing <= (0 if seat == viewer else len(cards)):
            raise ValueError(f"{missing} cards are missing in the hand of seat {seat}")
        state.hands[seat] = hand + heap_of(cards[:missing])
        del cards[:missing]
    if len(cards) != observation.deck_size:
        raise ValueError(f"{len(cards)} cards are left for a deck of {observation.deck_size}")
    state.deck = cards
    return state


def _restore(observation: KoristObservation, random: Random) -> KoristState:
    """A state with everything that the observation shows.

    Of the other hands it has only the known cards. The caller adds the rest, and sets the deck.
    """
    # Made without the constructor, which would deal cards.
    state = KoristState.__new__(KoristState)
    # Kořist draws nothing from a deal once the cards are dealt, so any key will do.
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
