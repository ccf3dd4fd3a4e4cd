"""The observation of The Game: all that a seat may know at one moment."""

from enum import IntEnum
from typing import NamedTuple


class TheGamePhase(IntEnum):
    """The kind of the decision; the values are those of the_game.proto."""

    GLADNESS = 1
    """The seat says how gladly it would start, from 0 to 3 (TG-R1)."""
    FLAGS = 2
    """The seat sets its four flags before the mover's turn (TG-R2)."""
    TURN = 3
    """The mover places a card or ends the turn."""


class TheGameObservation(NamedTuple):
    """All that a seat knows of the game.

    The fields up to `history` are public; those from `seat` on are known to the seat alone.
    `TheGameState.observe` fills the fields in this order.
    """

    phase: TheGamePhase
    to_move: int
    """The seat that decides: the mover, a seat that is asked before the mover's turn, or NOBODY."""
    hand_limit: int
    """The number of cards to which a hand is filled up."""
    usual_minimum: int
    """The least number of cards of a turn while the deck lasts.

    With an empty deck the minimum is 1, but this field does not change.
    """
    talk: bool
    fire: bool
    mover: int
    """The seat whose turn it is or comes next.

    While seats are asked how gladly they would start, the seat that was asked first.
    """
    placed: int
    """The number of cards that were placed in this turn."""
    minimum: int
    """The least number of cards for this turn; before the first turn the usual minimum."""
    to_cover: tuple[int, ...]
    """The rows, 0 to 3, whose fire cards must still be covered in this turn (TG-R5)."""
    tops: tuple[int, ...]
    """The top cards of the rows A to D; 1 or 100 for a row without cards."""
    deck_size: int
    hand_sizes: tuple[int, ...]
    flags: tuple[int, ...]
    """Four flags for each seat, rows A to D, seat 0's first: 0 nothing, 1 no big jump, 2 leave
    it to me."""
    history: tuple[int, ...]
    """All public events, oldest first, each as one number (referee.games.events).

    All cards in the rows follow from these events (TG-R6).
    """

    seat: int
    """The seat whose view this is."""
    hand: tuple[int, ...]
    """The seat's cards, ascending."""
