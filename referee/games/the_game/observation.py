"""What a seat of The Game may know when it decides."""

from enum import IntEnum
from typing import NamedTuple


class TheGamePhase(IntEnum):
    """What is to be decided; the values are those of the_game.proto."""

    GLADNESS = 1
    FLAGS = 2
    TURN = 3


class TheGameObservation(NamedTuple):
    """A seat's whole knowledge of the game; first what is public, then the seat's own."""

    phase: TheGamePhase
    to_move: int
    hand_limit: int
    """The number of cards to which a hand is filled up."""
    usual_minimum: int
    """The minimum of a turn while the deck lasts."""
    talk: bool
    fire: bool
    mover: int
    """The seat whose turn it is or is about to be; while gladness is asked, who was asked first."""
    placed: int
    """How many cards were placed in this turn."""
    minimum: int
    """The least number of cards for this turn."""
    to_cover: tuple[int, ...]
    """Rows whose fire cards must still be covered in this turn."""
    tops: tuple[int, ...]
    """The top cards of the rows A, B, C, D; 1 or 100 where none was placed."""
    deck_size: int
    hand_sizes: tuple[int, ...]
    flags: tuple[int, ...]
    """Four flags for each seat, seat 0's first, rows A to D: 0 nothing, 1 no big jump, 2 leave it
    to me."""
    history: tuple[int, ...]
    """Every public event of the game, packed; with it all that the rows hold (TG-R6)."""

    seat: int
    """The seat whose view this is."""
    hand: tuple[int, ...]
    """The seat's own cards, ascending."""
