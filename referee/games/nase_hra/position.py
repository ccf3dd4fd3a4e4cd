"""What a state of Naše hra holds, how it is copied, and what each seat sees of it."""

from collections.abc import Iterable
from typing import Self, TypeVar

from mypy_extensions import mypyc_attr

from referee.games.nase_hra.cards import RankOrder, hand_cards
from referee.games.nase_hra.observation import NaseHraObservation, NaseHraPhase
from referee.games.outcome import Outcome, places
from referee.games.state import NOBODY, CachingState

T = TypeVar("T")


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The items with the one at the place replaced."""
    return (*items[:place], item, *items[place + 1 :])


def added(one: Iterable[int], other: Iterable[int]) -> tuple[int, ...]:
    """The sums of two rows of numbers by seat."""
    return tuple([a + b for a, b in zip(one, other, strict=True)])


@mypyc_attr(allow_interpreted_subclasses=True)
class Position(CachingState):
    """The fields of a playing. Lists and tuples of numbers are by seat.

    What changes seldom is a tuple, so that copies can share it: searching bots copy at every
    playout.
    """

    __slots__ = (
        "announced",
        "chooser",
        "cross",
        "done",
        "game",
        "game_start",
        "hands",
        "leader",
        "lifts",
        "order",
        "past_games",
        "phase",
        "pile",
        "players",
        "redeal",
        "renounced",
        "scores",
        "series",
        "taken",
        "talon",
        "totals",
        "trick",
        "tricks",
        "triple",
        "triple_points",
    )

    players: int
    series: str
    triple: int
    game: int
    redeal: int
    lifts: tuple[int, ...]
    """The events of the lifting before this triple."""
    game_start: int
    """The position in `events` at which this game begins."""
    chooser: int
    order: RankOrder
    phase: NaseHraPhase
    leader: int
    hands: list[int]
    """The hands by seat, as masks of cards."""
    pile: tuple[int, ...]
    """With two players: what is left of the pile, the next card first."""
    talon: tuple[int, ...]
    """The cards that still lie there, the top one first."""
    cross: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    renounced: tuple[bool, ...]
    announced: tuple[int, ...]
    trick: tuple[int, ...]
    tricks: list[int]
    """Tricks taken; always three numbers, as with two players the pile's come third."""
    done: int
    """How many tricks of this game are over."""
    scores: list[int]
    triple_points: tuple[int, ...]
    totals: tuple[int, ...]
    past_games: tuple[int, ...]

    def observe(self, seat: int) -> NaseHraObservation:
        """All that the seat may know; may be asked for at any moment, for any seat."""
        # By tuple.__new__, since a call with so many arguments takes several times as long.
        return tuple.__new__(
            NaseHraObservation,
            (
                self.phase,
                self.seat,
                self.series,
                self.triple,
                self.game,
                self.redeal,
                self.chooser,
                self.order,
                self.leader,
                self.trick,
                tuple([hand.bit_count() for hand in self.hands]),
                len(self.pile),
                len(self.talon),
                self.cross,
                tuple([len(cards) for cards in self.taken]),
                self.renounced,
                self.announced,
                tuple(self.scores),
                # The third number is the pile's where there is a pile (NH-19).
                tuple(self.tricks[: 3 if self.players == 2 else self.players]),
                self.triple_points,
                self.totals,
                self.past_games,
                self.lifts,
                tuple(self.events[self.game_start :]),
                seat,
                hand_cards(self.hands[seat]),
                self.taken[seat],
            ),
        )

    def copy(self) -> Self:
        """An independent copy; the deal is shared."""
        twin = self.__class__.__new__(self.__class__)
        twin.players = self.players
        twin.series = self.series
        twin.deal = self.deal
        twin.events = self.events[:]
        twin.totals = self.totals
        twin.past_games = self.past_games
        twin.triple = self.triple
        twin.triple_points = self.triple_points
        twin.lifts = self.lifts
        twin.game = self.game
        twin.chooser = self.chooser
        twin.game_start = self.game_start
        twin.scores = self.scores[:]
        twin.tricks = self.tricks[:]
        twin.redeal = self.redeal
        twin.talon = self.talon
        twin.hands = self.hands[:]
        twin.pile = self.pile
        twin.order = self.order
        twin.cross = self.cross
        twin.taken = self.taken
        twin.renounced = self.renounced
        twin.announced = self.announced
        twin.trick = self.trick
        twin.done = self.done
        twin.leader = self.leader
        twin.seat = self.seat
        twin.phase = self.phase
        twin._legal = self._legal
        return twin

    def points(self) -> tuple[int, ...]:
        """Totals with the points of the game in progress."""
        return added(self.totals, self.scores)

    def outcome(self) -> Outcome:
        """The result: the most points win (NH-17), equals share a place (NH-R10).

        Raises ValueError while the game goes on.
        """
        if self.seat != NOBODY:
            raise ValueError("the game is not over: there is no outcome yet")
        return Outcome(points=self.totals, places=places(self.totals))
