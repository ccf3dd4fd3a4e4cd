"""What a seat of Hearts may know, and what it may have to decide."""

from enum import IntEnum
from typing import NamedTuple

from stych_hearts.passing import HeartsDirection


class HeartsPhase(IntEnum):
    """What is to be decided; the values are those of hearts.proto."""

    PASS = 1
    """Which card to choose next to be passed (H-5)."""
    PLAY = 2
    """Which card to play (H-8)."""


class HeartsObservation(NamedTuple):
    """A seat's whole knowledge of the game.

    Tuples of points and of numbers of cards are by seat unless said otherwise. Points are those of
    Hearts, which count against a seat. The fields before `seat` are public.
    """

    phase: HeartsPhase
    to_move: int
    """The seat that decides; -1 when the game is over."""
    target: int
    """This option, `moon` and `jack` are as in HeartsOptions."""
    moon: str
    jack: bool
    direction: HeartsDirection
    """Where the cards of this round are passed to."""
    leader: int
    """The seat that leads the trick in progress; -1 during passing and when the game is over."""
    trick: tuple[int, ...]
    """The cards of the trick in progress, the led one first."""
    broken: bool
    """Whether hearts are broken, so that any player may lead them (H-11)."""
    hand_sizes: tuple[int, ...]
    """The number of cards in each hand, without those that were chosen to be passed."""
    tricks: tuple[int, ...]
    """The number of tricks taken in this round."""
    taken: tuple[int, ...]
    """Points of the cards taken in this round, as if nobody shot the moon."""
    totals: tuple[int, ...]
    """Points of the rounds that are over."""
    past_rounds: tuple[int, ...]
    """Points of each round that is over, oldest first: those of seat 0, seat 1 and so on."""
    history: tuple[int, ...]
    """Every public event of the game, packed."""

    seat: int
    """The seat whose view this is."""
    hand: tuple[int, ...]
    """The seat's hand, ascending, without the cards that it has chosen to pass."""
    passed: tuple[int, ...]
    """The cards that this seat has chosen to pass in this round; empty when the game is over."""
    received: tuple[int, ...]
    """The cards that were passed to this seat in this round; empty when the game is over."""
    earlier_passed: tuple[int, ...]
    """The cards passed in rounds that are over: three for each round with passing."""
    earlier_received: tuple[int, ...]
    """The cards received in rounds that are over: three for each round with passing."""
