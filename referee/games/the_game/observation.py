"""What a seat of The Game may know at any moment."""

from enum import IntEnum
from typing import NamedTuple


class TheGamePhase(IntEnum):
    """What is to be decided; the values are those of the_game.proto."""

    GLADNESS = 1
    """The seat says how gladly it would start, from 0 to 3 (TG-R1)."""
    FLAGS = 2
    TURN = 3


class TheGameObservation(NamedTuple):
    """A seat's whole knowledge of the game; first what is public, then the seat's own."""

    phase: TheGamePhase
    to_move: int
    """The seat that decides: the mover, or another seat that is asked before the mover's turn."""
    hand_limit: int
    """The number of cards to which a hand is filled up."""
    usual_minimum: int
    """The least number of cards of a turn while the deck lasts.

    With an empty deck the minimum is 1; this field stays.
    """
    talk: bool
    fire: bool
    mover: int
    """The seat whose turn it is or is about to be, while `to_move` may be another one.

    While gladness is asked it is the seat that was asked first.
    """
    placed: int
    """How many cards were placed in this turn."""
    minimum: int
    """The least number of cards for this turn; before the first turn the usual minimum."""
    to_cover: tuple[int, ...]
    """Rows, as numbers 0 to 3, whose fire cards must still be covered in this turn (TG-R5)."""
    tops: tuple[int, ...]
    """The top cards of the rows A, B, C, D; 1 or 100 where no card was placed."""
    deck_size: int
    hand_sizes: tuple[int, ...]
    flags: tuple[int, ...]
    """Four flags for each seat, seat 0's first, rows A to D: 0 nothing, 1 no big jump, 2 leave it
    to me."""
    history: tuple[int, ...]
    """All public events, oldest first, each as one number (referee.games.events).

    The contents of the rows follow from them (TG-R6).
    """

    seat: int
    """The seat whose view this is."""
    hand: tuple[int, ...]
    """The seat's own cards, ascending."""
