"""What a seat of Naše hra may know when it decides."""

from enum import IntEnum
from typing import NamedTuple

from referee.games.nase_hra.cards import RankOrder


class NaseHraPhase(IntEnum):
    """What is to be decided; the values are those of nase_hra.proto."""

    ORDER = 1
    ASK = 2
    """Whether to play on or to refuse the game (NH-7)."""
    TALON = 3
    DISCARD = 4
    ANNOUNCE = 5
    """How many taking cards one holds (NH-21): there is one true answer."""
    PLAY = 6


class NaseHraObservation(NamedTuple):
    """A seat's whole knowledge of the game in progress, with the points of those before.

    Tuples are by seat unless they are said to be otherwise. The first part is public, the second
    only the seat's own. What was played in earlier games of a series is left out: the pack is
    shuffled anew for each, so that it tells nothing about the cards.
    """

    phase: NaseHraPhase
    to_move: int
    series: str
    triple: int
    """The number of the triple in the series, from 1."""
    game: int
    """The number of the game in the triple, from 1."""
    redeal: int
    """How often this game was refused (NH-7)."""
    chooser: int
    order: RankOrder
    leader: int
    """The seat that leads, or has led, the trick in progress; with two players, that follows the
    pile first."""
    trick: tuple[int, ...]
    """The cards of the trick in progress, the led one first."""
    hand_sizes: tuple[int, ...]
    pile_size: int
    talon_size: int
    cross: tuple[int, ...]
    """The cards of the cross, in the order in which they came there."""
    took: tuple[int, ...]
    """How many cards each seat has taken from the talon."""
    renounced: tuple[bool, ...]
    announced: tuple[int, ...]
    """Taking cards that each seat held when the talon was settled; -1 before it has said so."""
    points: tuple[int, ...]
    """Points of the game in progress, by seat."""
    tricks: tuple[int, ...]
    """Tricks taken in the game in progress; with two players the pile's come third."""
    triple_points: tuple[int, ...]
    """Points of the games of this triple that are over."""
    totals: tuple[int, ...]
    """Points of all games that are over."""
    past_games: tuple[int, ...]
    """For each game that is over its chooser, then each seat's points."""
    lifts: tuple[int, ...]
    """The public events of the lifting before this triple, packed."""
    history: tuple[int, ...]
    """Every public event of this game since its first deal, packed."""

    seat: int
    """The seat whose view this is."""
    hand: tuple[int, ...]
    taken: tuple[int, ...]
    """Cards this seat took from the talon in this game, in that order."""
