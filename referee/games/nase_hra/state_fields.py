"""The fields of a state of Naše hra, how they are copied, and what each seat sees of them."""

from collections.abc import Iterable
from typing import Self, TypeVar

from mypy_extensions import mypyc_attr

from referee.games.nase_hra.cards import RankOrder, hand_cards
from referee.games.nase_hra.observation import NaseHraObservation, NaseHraPhase
from referee.games.outcome import Outcome, places
from referee.games.state import NOBODY, CachingState

T = TypeVar("T")


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """A copy of `items` with `item` at `place`, from 0, instead of the item there."""
    return (*items[:place], item, *items[place + 1 :])


def sums_by_seat(first: Iterable[int], second: Iterable[int]) -> tuple[int, ...]:
    """The two numbers of each seat, added. Raises ValueError when the lengths differ."""
    return tuple([a + b for a, b in zip(first, second, strict=True)])


@mypyc_attr(allow_interpreted_subclasses=True)
class StateFields(CachingState):
    """The fields of a playing. Those named as in NaseHraObservation mean the same unless their
    texts here differ. `seat` is the seat that decides.

    Fields that change seldom are tuples, so that copies can share them: searching bots copy a state
    for every playout.
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
    """The index in `events` of the first event of this game."""
    chooser: int
    order: RankOrder
    phase: NaseHraPhase
    leader: int
    hands: list[int]
    """The hands by seat, as masks of cards."""
    pile: tuple[int, ...]
    """With two players the cards left in the pile, the next one first; else empty."""
    talon: tuple[int, ...]
    """The cards that nobody has taken from the talon, the top one first."""
    cross: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    """By seat the cards that it took from the talon, in that order."""
    renounced: tuple[bool, ...]
    announced: tuple[int, ...]
    trick: tuple[int, ...]
    tricks: list[int]
    """Tricks taken in this game; always three numbers: with two players the third is the pile's."""
    done: int
    """The number of tricks of this game that are over."""
    scores: list[int]
    """By seat the points of this game so far; 0 when the series is over."""
    triple_points: tuple[int, ...]
    totals: tuple[int, ...]
    past_games: tuple[int, ...]

    def observe(self, seat: int) -> NaseHraObservation:
        """All that the seat may know; may be asked for at any moment, for any seat."""
        # By tuple.__new__: calling the class with so many arguments takes several times as long.
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
                # With two players the third number is the pile's (NH-19).
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
        # Only lists are changed in place. Ints and tuples can be shared.
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
        """The totals with the points of the game in progress added, by seat."""
        return sums_by_seat(self.totals, self.scores)

    def outcome(self) -> Outcome:
        """The result: the most points win (NH-17), equal totals share a place (NH-R10).

        Raises ValueError while the game goes on.
        """
        if self.seat != NOBODY:
            raise ValueError("the game is not over: there is no outcome yet")
        return Outcome(points=self.totals, places=places(self.totals))
