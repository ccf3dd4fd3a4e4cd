"""What a seat of Naše hra may know, and what it may have to decide."""

from enum import IntEnum
from typing import NamedTuple

from referee.games.nase_hra.cards import RankOrder


class NaseHraPhase(IntEnum):
    """What is to be decided; the values are those of nase_hra.proto."""

    ORDER = 1
    """Figures or numbers on top (NH-6)."""
    ASK = 2
    """Whether to play on or to refuse the game (NH-7)."""
    TALON = 3
    """How many cards to take from the talon (NH-8)."""
    DISCARD = 4
    """Which card to lay on the cross (NH-9)."""
    ANNOUNCE = 5
    """How many taking cards the seat holds (NH-21); only the true number is legal."""
    PLAY = 6
    """Which card to play (NH-11)."""


class NaseHraObservation(NamedTuple):
    """A seat's whole knowledge of the game in progress, and the points of earlier games.

    Tuples are by seat unless said otherwise. The fields before `seat` are public. Events of earlier
    games of a series are left out: the pack is shuffled anew for each game, so that they tell
    nothing about its cards.
    """

    phase: NaseHraPhase
    to_move: int
    """The seat that decides; -1 when the series is over."""
    series: str
    """The option `series` of the game: "single", "triple" or "nine"."""
    triple: int
    """The number of the triple in the series, from 1."""
    game: int
    """The number of the game in the triple, from 1."""
    redeal: int
    """The number of times that this game was refused (NH-7)."""
    chooser: int
    """The seat that chooses the order of ranks in this game."""
    order: RankOrder
    leader: int
    """The seat that plays first to the trick in progress; with two players, first after the
    pile."""
    trick: tuple[int, ...]
    """The cards of the trick in progress, the led one first."""
    hand_sizes: tuple[int, ...]
    pile_size: int
    talon_size: int
    cross: tuple[int, ...]
    """The cards of the cross, in the order in which they came there."""
    took: tuple[int, ...]
    """The number of cards that each seat has taken from the talon."""
    renounced: tuple[bool, ...]
    """Whether each seat has renounced the talon (NH-10)."""
    announced: tuple[int, ...]
    """The number of taking cards that each seat has announced; -1 before it has done so."""
    points: tuple[int, ...]
    """Points of the game in progress, by seat."""
    tricks: tuple[int, ...]
    """Tricks taken in the game in progress; with two players a third number is the pile's."""
    triple_points: tuple[int, ...]
    """Points of the games of this triple that are over."""
    totals: tuple[int, ...]
    """Points of all games that are over."""
    past_games: tuple[int, ...]
    """For each game that is over, oldest first: its chooser, then each seat's points."""
    lifts: tuple[int, ...]
    """The public events of the lifting before this triple, packed; not by seat."""
    history: tuple[int, ...]
    """Every public event of this game since its first deal, packed."""

    seat: int
    """The seat whose view this is."""
    hand: tuple[int, ...]
    """The cards of this seat, ascending."""
    taken: tuple[int, ...]
    """The cards that this seat took from the talon in this game, in the order of the talon."""
