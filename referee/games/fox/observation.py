"""The observation of the fox: all that a seat may know."""

from enum import IntEnum
from typing import NamedTuple


class FoxPhase(IntEnum):
    """The kind of the decision; the values are those of fox.proto."""

    PLAY = 1
    FOX = 2
    """Give a card for the decree card, or keep that (FOX-12)."""
    WOODCUTTER = 3
    """Put a card under the deck (FOX-14)."""


class FoxObservation(NamedTuple):
    """All that a seat knows of the round in progress, and the points of earlier rounds.

    Pairs are by seat. The fields up to `history` are public; those from `seat` on are known to the
    seat alone. `FoxState.observe` fills the fields in this order.
    """

    phase: FoxPhase
    to_move: int
    """The seat that decides; NOBODY (-1) after the end."""
    target: int
    dealer: int
    leader: int
    """The seat that leads or has led the trick in progress."""
    decree: int
    """The decree card, whose suit is trump."""
    trick: tuple[int, ...]
    """The cards of the trick in progress, the led one first."""
    hand_sizes: tuple[int, int]
    deck_size: int
    tricks: tuple[int, int]
    """The number of tricks that each seat has taken in this round."""
    treasures: tuple[int, int]
    """Points for Treasures in this round (FOX-15)."""
    totals: tuple[int, int]
    """The sum of each seat's points in the rounds that are over."""
    past_rounds: tuple[int, ...]
    """Points of each round that is over, oldest first: seat 0's, then seat 1's."""
    history: tuple[int, ...]
    """All public events of this round, oldest first, packed (FOX-R3)."""

    seat: int
    """The seat whose view this is."""
    hand: tuple[int, ...]
    """The seat's cards, ascending by number."""
    drawn: tuple[int, ...]
    """The cards that the seat drew with Woodcutters in this round, oldest first."""
    buried: tuple[int, ...]
    """The cards that the seat put under the deck in this round, oldest first."""
