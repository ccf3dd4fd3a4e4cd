"""What a seat of Hearts may know when it decides."""

from enum import IntEnum
from typing import NamedTuple

from stych_hearts.passing import HeartsDirection


class HeartsPhase(IntEnum):
    """What is to be decided."""

    PASS = 1
    PLAY = 2


class HeartsObservation(NamedTuple):
    """A seat's whole knowledge of the game.

    Tuples are by seat unless said otherwise; points are those of Hearts, which count against a
    seat. The first part is public, the second only the seat's own.
    """

    phase: HeartsPhase
    to_move: int
    target: int
    moon: str
    """As in HeartsOptions."""
    jack: bool
    """As in HeartsOptions."""
    direction: HeartsDirection
    """Where the cards of this round are passed to."""
    leader: int
    """Who leads, or has led, the trick in progress; -1 while cards are chosen to be passed."""
    trick: tuple[int, ...]
    """The cards of the trick in progress, the led one first."""
    broken: bool
    """Whether hearts may be led."""
    hand_sizes: tuple[int, ...]
    """Without the cards that were chosen to be passed."""
    tricks: tuple[int, ...]
    """Tricks taken in this round."""
    taken: tuple[int, ...]
    """Points of the cards taken in this round, as if nobody shot the moon."""
    totals: tuple[int, ...]
    """Points of the rounds that are over."""
    past_rounds: tuple[int, ...]
    """Points of each round that is over, those of all seats one after another."""
    history: tuple[int, ...]
    """Every public event of the game, packed."""

    seat: int
    """Whose view this is."""
    hand: tuple[int, ...]
    passed: tuple[int, ...]
    """The cards that this seat has chosen to pass in this round."""
    received: tuple[int, ...]
    """The cards that were passed to this seat in this round."""
    earlier_passed: tuple[int, ...]
    """The same of the rounds that are over, three a round in which cards were passed."""
    earlier_received: tuple[int, ...]
