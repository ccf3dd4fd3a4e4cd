"""What a seat of the fox may know when it decides."""

from enum import IntEnum
from typing import NamedTuple


class FoxPhase(IntEnum):
    """What is to be decided; the values are those of fox.proto."""

    PLAY = 1
    FOX = 2
    WOODCUTTER = 3


class FoxObservation(NamedTuple):
    """A seat's whole knowledge of the round in progress, with the points of those before.

    Pairs are by seat. The first part is public, the second only the seat's own. The order of the
    fields is that in which `FoxState.observe` fills them.
    """

    phase: FoxPhase
    to_move: int
    target: int
    dealer: int
    leader: int
    """The seat that leads, or has led, the trick in progress."""
    decree: int
    trick: tuple[int, ...]
    """The cards of the trick in progress, the led one first."""
    hand_sizes: tuple[int, int]
    deck_size: int
    tricks: tuple[int, int]
    treasures: tuple[int, int]
    """Points for Treasures in this round, by seat (FOX-15)."""
    totals: tuple[int, int]
    """Points of the rounds that are over."""
    past_rounds: tuple[int, ...]
    """Points of each round that is over, seat 0 and seat 1 in turn."""
    history: tuple[int, ...]
    """Every public event of this round, packed (FOX-R3)."""

    seat: int
    """The seat whose view this is."""
    hand: tuple[int, ...]
    drawn: tuple[int, ...]
    """Cards this seat drew by Woodcutters in this round, oldest first."""
    buried: tuple[int, ...]
    """Cards this seat put under the deck in this round, oldest first."""
