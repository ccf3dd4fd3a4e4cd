"""Sampling of the cards that a seat of The Game cannot see.

A world is a complete arrangement of the cards that the seat has not seen.

The distribution: every order of the shuffled pack that agrees with the seat's hand and with all
public events is equally likely. So every way to fill the other hands and to order the deck with the
cards that the seat has never seen is equally likely. Public events exclude none of them: a player
who had to place did so with a card that lies open now; an event of ending a turn does not tell
whether the player could have placed more; and talk (gladness, flags) tells nothing certain about
cards. Inferences from choices are not used.
"""

from random import Random

from referee.deals import Deal
from referee.games.events import unpack
from referee.games.the_game.actions import TheGameEventKind, flags_code
from referee.games.the_game.cards import HIGHEST, LOWEST
from referee.games.the_game.observation import TheGameObservation
from referee.games.the_game.state import TheGameState
from referee.games.the_game.terms import Terms


def determinize(observation: TheGameObservation, random: Random) -> TheGameState:
    """A random world, as a state, that agrees with the observation.

    Raises ValueError if the seat is not the one to decide, or if the numbers of cards do not agree.
    """
    seat = observation.seat
    if observation.to_move != seat:
        raise ValueError(f"seat {seat} is not the one to decide: {observation.to_move} is")
    unseen = unseen_cards(observation)
    in_hands = sum(observation.hand_sizes) - len(observation.hand)
    if len(unseen) != in_hands + observation.deck_size:
        raise ValueError(
            f"{in_hands} cards in other hands and {observation.deck_size} in the deck"
            f" are needed, {len(unseen)} were never seen"
        )
    # One shuffle gives this distribution: its first cards fill the hands, the rest is the deck.
    random.shuffle(unseen)
    state = _restore(observation, random)
    for holder, size in enumerate(observation.hand_sizes):
        if holder == seat:
            state.hands.append(list(observation.hand))
        else:
            state.hands.append(sorted(unseen[:size]))
            del unseen[:size]
    state.deck = tuple(unseen)
    return state


def unseen_cards(observation: TheGameObservation) -> list[int]:
    """The cards that are neither in the seat's hand nor in a row: in other hands or the deck.

    In ascending order.
    """
    seen = set(observation.hand)
    for event in observation.history:
        kind, _, card, _, _ = unpack(event)
        if kind == TheGameEventKind.PLACE:
            seen.add(card)
    return [card for card in range(LOWEST, HIGHEST + 1) if card not in seen]


def _restore(observation: TheGameObservation, random: Random) -> TheGameState:
    """A state with all that the observation tells; the caller has to set hands and deck."""
    # Not by the constructor, which would deal.
    state = TheGameState.__new__(TheGameState)
    state.deal = Deal(random.randbytes(32))
    state.terms = Terms(
        players=len(observation.hand_sizes),
        hand_limit=observation.hand_limit,
        minimum=observation.usual_minimum,
        talk=observation.talk,
        fire=observation.fire,
    )
    state.events = list(observation.history)
    state.seat = observation.to_move
    state.phase = observation.phase
    state.mover = observation.mover
    state.placed = observation.placed
    state.minimum = observation.minimum
    state.to_cover = sum([1 << row for row in observation.to_cover])
    state.tops = list(observation.tops)
    flags = observation.flags
    state.flags = [flags_code(flags[n : n + 4]) for n in range(0, len(flags), 4)]
    state.burnt = False
    state.left = sum(observation.hand_sizes) + observation.deck_size
    state.hands = []
    state.deck_index = 0
    state.forget_legal()
    return state
