"""What a seat of Kořist may know, and what it may have to decide."""

from enum import IntEnum
from typing import Literal, NamedTuple

Variant = Literal["base", "advanced", "expert"]


class KoristPhase(IntEnum):
    """What is to be decided; the values are those of korist.proto."""

    LAY = 1
    """Which set to lay (KO-3)."""
    SHADOW = 2
    """Which group of the shadow offer to capture (KO-23)."""
    TAKE = 3
    """As captor: take the captured cards or leave them (KO-7)."""
    RETURN = 4
    """As victim: take the cards back, or discard them and draw (KO-7)."""
    DRAW = 5
    """As victim: which card to draw next (KO-10)."""
    MAY_DRAW = 6
    """After a turn without a capture: which card to draw, or none (KO-11)."""


class KoristObservation(NamedTuple):
    """A seat's whole knowledge of the game.

    Tuples by seat begin with seat 0. Counts are fourteen numbers: those of ones, twos, ...,
    thirteens and jokers. A layer is the number of the action that laid it
    (referee.games.korist.sets). All fields but `hand` are public.
    """

    phase: KoristPhase
    to_move: int
    """The seat that decides; -1 when the game is over."""
    variant: Variant
    limit: int
    """The number of decisions after which the game ends (KO-R9)."""
    decisions: int
    """The number of decisions so far, forced ones included."""
    turn: int
    """The seat whose turn it is; in it other seats may decide as victims."""
    has_captured: bool
    """Whether something was captured in this turn."""
    victim: int
    """The seat whose layer was captured last in this turn; `turn` if no layer was."""
    captured: int
    """The captured layer that captor or victim is to decide about (TAKE, RETURN), or -1."""
    draws: int
    """The number of cards that the victim has still to draw, the next one included; 0 at any
    decision but DRAW."""
    hand_sizes: tuple[int, ...]
    """The number of cards in each hand, by seat."""
    known: tuple[tuple[int, ...], ...]
    """Counts of the cards that everybody knows to be in the hand, by seat."""
    layouts: tuple[tuple[int, ...], ...]
    """The layers, the top one last, by seat."""
    supply: tuple[tuple[int, ...], ...]
    """The piles from left to right, each with its bottom card first."""
    shadow: tuple[int, ...]
    """Counts of the shadow offer; all 0 when more than two play."""
    discard: tuple[int, ...]
    """Counts of the discard pile."""
    deck_size: int
    history: tuple[int, ...]
    """Every public event of the game, packed."""

    seat: int
    """The seat whose view this is."""
    hand: tuple[int, ...]
    """Counts of the cards in the seat's own hand."""
