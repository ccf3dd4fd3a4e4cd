"""A game for any number of seats, as small as a game can be.

Everybody is dealt cards. In turn each seat plays one; the highest of a round scores a point. The
last card of a hand is forced. Points decide; who has as many as another shares the place.
"""

from random import Random
from typing import ClassVar, Final, NamedTuple, Self

from pydantic import Field

from referee.deals import Deal, FixedDeal
from referee.games.events import pack, unpack
from referee.games.game import (
    NOBODY,
    Game,
    IllegalActionError,
    NotationError,
    Options,
    Outcome,
    State,
    places,
)

PLAYED: Final = 1
SCORED: Final = 2


class ToyOptions(Options):
    seats: int = Field(default=3, ge=1, le=8)
    hand: int = Field(default=3, ge=1, le=8)


class ToyObservation(NamedTuple):
    seat: int
    hand: tuple[int, ...]
    table: tuple[int, ...]


class ToyState(State):
    __slots__ = ("hands", "options", "scores", "table")

    def __init__(self, options: ToyOptions, deal: Deal) -> None:
        size = options.hand
        cards = deal.shuffle(options.seats * size, "cards")
        self.options = options
        self.deal = deal
        self.events = []
        self.hands = [
            tuple(sorted(cards[seat * size : (seat + 1) * size])) for seat in range(options.seats)
        ]
        self.table: tuple[int, ...] = ()
        self.scores = [0] * options.seats
        self.seat = 0

    def legal_actions(self) -> tuple[int, ...]:
        return () if self.seat == NOBODY else self.hands[self.seat]

    def apply(self, action: int) -> None:
        if action not in self.legal_actions():
            raise IllegalActionError(f"action {action} is not legal: {self.legal_actions()} are")
        self.hands[self.seat] = tuple(card for card in self.hands[self.seat] if card != action)
        self.table += (action,)
        self.events.append(pack(PLAYED, self.seat, action))
        self.seat = (self.seat + 1) % self.options.seats
        if self.seat == 0:
            self._score()

    def _score(self) -> None:
        best = self.table.index(max(self.table))
        self.scores[best] += 1
        self.events.append(pack(SCORED, best))
        self.table = ()
        if not self.hands[0]:
            self.seat = NOBODY

    def observe(self, seat: int) -> ToyObservation:
        return ToyObservation(seat, self.hands[seat], self.table)

    def copy(self) -> Self:
        twin = self.__class__(self.options, self.deal)
        twin.hands, twin.scores = self.hands[:], self.scores[:]
        twin.events, twin.table, twin.seat = self.events[:], self.table, self.seat
        return twin

    def points(self) -> tuple[int, ...]:
        return tuple(self.scores)

    def outcome(self) -> Outcome:
        if self.seat != NOBODY:
            raise ValueError("the game is not over: there is no outcome yet")
        return Outcome(self.points(), places(self.points()))


class ToyGame(Game[ToyOptions, ToyState, ToyObservation]):
    id: ClassVar[str] = "toy"
    title: ClassVar[str] = "High card"
    rules_version: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = ToyOptions

    def __init__(self, options: ToyOptions) -> None:
        super().__init__(options)
        self.seats = options.seats

    def new(self, deal: Deal) -> ToyState:
        return ToyState(self.options, deal)

    def action_text(self, action: int) -> str:
        if not 0 <= action < self.options.seats * self.options.hand:
            raise NotationError(f"{action} is no card")
        return str(action)

    def parse_action(self, text: str) -> int:
        if not text.isdecimal():
            raise NotationError(f"{text!r} is no card")
        return int(text)

    def event_text(self, event: int) -> str:
        kind, seat, card, *_ = unpack(event)
        return f"seat {seat} plays {card}" if kind == PLAYED else f"seat {seat} scores"

    def card_text(self, card: int) -> str:
        return str(card)

    def hidden(self, state: State, seat: int) -> frozenset[int]:
        others = (state.observe(other).hand for other in range(self.seats) if other != seat)
        return frozenset(card for hand in others for card in hand)

    def placed(self, state: State) -> tuple[int, ...]:
        return tuple(state.deal.drawn["cards"])

    def layout(self, state: State) -> dict[str, tuple[str, ...]]:
        hands = (state.observe(seat).hand for seat in range(self.seats))
        return {f"hand {seat}": tuple(map(str, hand)) for seat, hand in enumerate(hands)}

    def swapped(self, action: int, one: int, other: int) -> int:
        return {one: other, other: one}.get(action, action)

    def determinize(self, observation: ToyObservation, random: Random) -> ToyState:
        raise NotImplementedError("nobody searches in this game")


def toy(seats: int = 3, hand: int = 3) -> ToyGame:
    return ToyGame(ToyOptions(seats=seats, hand=hand))


def hands(*dealt: tuple[int, ...]) -> FixedDeal:
    """The deal that gives these hands, by seat."""
    return FixedDeal({"cards": [card for hand in dealt for card in hand]})
