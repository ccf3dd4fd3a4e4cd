"""Foxes that break a promise of every game, each in one way."""

from random import Random
from typing import ClassVar, Self

from referee.deals import Deal
from referee.games.fox import FoxGame, FoxObservation, FoxOptions, FoxPhase, FoxState
from referee.games.fox.actions import KEEP
from referee.games.game import NOBODY, IllegalActionError, Outcome


class RepeatsAction(FoxState):
    __slots__ = ()

    def legal_actions(self) -> tuple[int, ...]:
        legal = super().legal_actions()
        return legal + legal[:1]


class ForgetsKeep(FoxState):
    """Takes an action that it does not list."""

    __slots__ = ()

    def legal_actions(self) -> tuple[int, ...]:
        return tuple(action for action in super().legal_actions() if action != KEEP)

    def apply(self, action: int) -> None:
        if action == KEEP and self.phase == FoxPhase.FOX:
            self._exchange(KEEP)
        else:
            super().apply(action)


class ChangesOnRefusal(FoxState):
    __slots__ = ()

    def apply(self, action: int) -> None:
        try:
            super().apply(action)
        except IllegalActionError:
            self.treasures[0] += 1
            raise


class ReshufflesOnRefusal(FoxState):
    """Changes what nobody sees."""

    __slots__ = ()

    def apply(self, action: int) -> None:
        try:
            super().apply(action)
        except IllegalActionError:
            self.deck.reverse()
            raise


class RefusesOddly(FoxState):
    """An illegal action is ignored, without an error."""

    __slots__ = ()

    def apply(self, action: int) -> None:
        if action in self.legal_actions():
            super().apply(action)


class SharesEvents(FoxState):
    __slots__ = ()

    def copy(self) -> Self:
        twin = super().copy()
        twin.events = self.events
        return twin


class SharesDeck(FoxState):
    """A copy that plays on takes cards from the original's deck."""

    __slots__ = ()

    def copy(self) -> Self:
        twin = super().copy()
        twin.deck = self.deck
        return twin


class ForgetfulCopy(FoxState):
    __slots__ = ()

    def copy(self) -> Self:
        twin = super().copy()
        twin.dealer = 0
        return twin


class PeekingObserve(FoxState):
    """Being looked at changes it."""

    __slots__ = ()

    def observe(self, seat: int) -> FoxObservation:
        seen = super().observe(seat)
        self.totals[0] += 1
        return seen


class RewritesEvents(FoxState):
    """Rewrites the past."""

    __slots__ = ()

    def apply(self, action: int) -> None:
        super().apply(action)
        self.events[:-1] = self.events[:-1][::-1]


class LosesCard(FoxState):
    __slots__ = ()

    def _put_under(self, card: int) -> None:
        super()._put_under(card)
        self.deck.pop()


class DoublesCard(FoxState):
    __slots__ = ()

    def _put_under(self, card: int) -> None:
        super()._put_under(card)
        self.deck[-1] = self.deck[0]


class EarlyOutcome(FoxState):
    __slots__ = ()

    def outcome(self) -> Outcome:
        return Outcome(self.points(), (1, 1))


class OddPlaces(FoxState):
    __slots__ = ()

    def outcome(self) -> Outcome:
        return Outcome(super().outcome().points, (1, 3))


class OddPoints(FoxState):
    __slots__ = ()

    def outcome(self) -> Outcome:
        return Outcome((0, 0), super().outcome().places)


class PlaysAfterEnd(FoxState):
    __slots__ = ()

    def legal_actions(self) -> tuple[int, ...]:
        return (KEEP,) if self.seat == NOBODY else super().legal_actions()


class WrongEvent(FoxState):
    __slots__ = ()

    def _start_trick(self, leader: int) -> None:
        super()._start_trick(leader)
        self.events.append(31)


class SaysNothingOddly(FoxState):
    """What is said to say nothing is not legal."""

    __slots__ = ()

    def silence(self) -> int | None:
        return 99


class HidesHand(FoxState):
    """Not enough is shown to know the legal actions."""

    __slots__ = ()

    def observe(self, seat: int) -> FoxObservation:
        seen = super().observe(seat)
        return seen._replace(hand=seen.hand[:-1], drawn=(*seen.drawn, *seen.hand[-1:]))


class MisnamesSeat(FoxState):
    """Each observation says that it is seat 0's."""

    __slots__ = ()

    def observe(self, seat: int) -> FoxObservation:
        return super().observe(seat)._replace(seat=0)


class SetOrder(FoxState):
    """The legal actions come in another order each time."""

    __slots__ = ("asked",)
    asked: int

    def legal_actions(self) -> tuple[int, ...]:
        self.asked = getattr(self, "asked", 0) + 1
        legal = super().legal_actions()
        return legal[::-1] if self.asked % 2 else legal


class Endless(FoxState):
    __slots__ = ()

    def _end_round(self) -> None:
        self.totals = [-99, -99]
        super()._end_round()


class Unlucky(FoxState):
    """Draws on chance that is not the deal's."""

    __slots__ = ()
    chance: ClassVar[Random] = Random(1)

    def _start_trick(self, leader: int) -> None:
        super()._start_trick(leader if self.chance.random() < 0.9 else 1 - leader)


def broken_game(state: type[FoxState]) -> FoxGame:
    """The fox, played with that state."""

    class Game(FoxGame):
        def new(self, deal: Deal) -> FoxState:
            return state(self.options.target, deal)

    return Game(FoxOptions())
