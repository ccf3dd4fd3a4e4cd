"""What every game is: the port between the rules and everything that plays, records or shows them.

Actions and events are small non-negative ints with a text notation; a state is changed in place.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

from referee.deals import Deal, Draws

NOBODY = -1
"""The seat to decide when the game is over."""


class IllegalActionError(ValueError):
    """The action is not legal in this state."""


class NotationError(ValueError):
    """The text is not an action or card of this game."""


class Options(BaseModel):
    """A game's variant: typed, validated, hashable; unknown names are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the game's own points by seat, and places (1 is best; shared: 1, 1, 3)."""

    points: tuple[int, ...]
    places: tuple[int, ...]


ObservationT = TypeVar("ObservationT")
OptionsT = TypeVar("OptionsT", bound=Options)
StateT = TypeVar("StateT", bound="State[Any]")


class Notation(NamedTuple):
    """How a game writes things."""

    action_text: Callable[[int], str]
    parse_action: Callable[[str], int]
    event_text: Callable[[int], str]
    card_text: Callable[[int], str]


class State(ABC, Generic[ObservationT]):
    """One playing, changed in place by `apply`. Small, and cheap to copy."""

    __slots__ = ("deal", "events", "seat")

    seat: int
    """The seat that decides next, or NOBODY when the game is over."""
    events: list[int]
    """Every public event so far, packed (referee.games.events)."""
    deal: Deal
    """Where chance comes from. Hidden from every seat."""

    @abstractmethod
    def legal_actions(self) -> tuple[int, ...]:
        """The legal actions of the seat that decides, distinct, in a stable order; () when over."""

    @abstractmethod
    def apply(self, action: int) -> None:
        """Take the action. Raises IllegalActionError and changes nothing when it is not legal."""

    @abstractmethod
    def observe(self, seat: int) -> ObservationT:
        """All that the seat may know now, built up from nothing."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy (the deal, which never changes, is shared)."""

    @abstractmethod
    def points(self) -> tuple[int, ...]:
        """The game's own points by seat, as they stand."""

    @abstractmethod
    def outcome(self) -> Outcome:
        """The result. Raises ValueError while the game goes on."""


class CachingState(State[ObservationT]):
    """A state that works its legal actions out once a decision, whoever asks for them."""

    __slots__ = ("_legal",)

    _legal: tuple[int, ...] | None

    def legal_actions(self) -> tuple[int, ...]:
        """As `_find_legal` orders them."""
        if self._legal is None:
            self._legal = self._find_legal()
        return self._legal

    @abstractmethod
    def _find_legal(self) -> tuple[int, ...]:
        """The legal actions; () when the game is over."""

    def forget_legal(self) -> None:
        """To be called by whoever sets the fields of a state from outside."""
        self._legal = None

    def _accept(self, action: int) -> None:
        """The first thing `apply` does: raises IllegalActionError unless the action is legal."""
        if action not in self.legal_actions():
            raise IllegalActionError(
                f"action {action} is not legal here: legal are {self.legal_actions()}"
            )
        self._legal = None


class Game(ABC, Generic[OptionsT, StateT, ObservationT]):
    """The rules under given options: makes states, and knows the notation."""

    id: ClassVar[str]
    title: ClassVar[str]
    rules_version: ClassVar[int]
    """Raised whenever the same deal and actions could lead to another game."""
    cooperative: ClassVar[bool] = False
    """Whether all seats are one team, which shares first place; its points are its result."""
    options_type: ClassVar[type[Options]]
    notation: ClassVar[Notation]
    seats: int
    options: OptionsT

    def __init__(self, options: OptionsT) -> None:
        self.options = options

    @abstractmethod
    def new(self, deal: Deal) -> StateT:
        """The state at the start of a playing of the deal."""

    def action_text(self, action: int) -> str:
        """The action in the game's notation. Raises NotationError for a number that is none."""
        return self.notation.action_text(action)

    def parse_action(self, text: str) -> int:
        """The action that the text stands for. Raises NotationError."""
        return self.notation.parse_action(text)

    def event_text(self, event: int) -> str:
        """A public event in words, players being named by seat number."""
        return self.notation.event_text(event)

    def card_text(self, card: int) -> str:
        """A card's name, such as B7."""
        return self.notation.card_text(card)

    @abstractmethod
    def hidden(self, state: StateT, seat: int) -> frozenset[int]:
        """The cards whose whereabouts the seat, with perfect memory, cannot know now.

        Written independently of `observe`, so that check_no_leak can hold one against the other.
        """

    @abstractmethod
    def placed(self, state: StateT) -> tuple[int, ...]:
        """Every card of the pack, wherever it now lies or was laid, in any order.

        check_game sees to it that none is ever lost or doubled.
        """

    def silence(self, state: StateT) -> int | None:
        """The legal action that says nothing, when the decision is only what to say; else None.

        The table takes it for a seat that never talks, without asking.
        """
        del state
        return None

    @abstractmethod
    def layout(self, state: StateT) -> Mapping[str, tuple[str, ...]]:
        """What lies in each place when cards have just been dealt, by name; no seat sees all of it.

        Places are called "hand 0" (by seat), "deck" (its top card first), and what the game has.
        """

    def draw_text(self, purpose: str, number: int) -> str | None:
        """The name of the card that was drawn, or None for a number that is no card.

        As it stands it fits games whose shuffles of cards hold what `card_text` knows.
        """
        return self.card_text(number) if purpose.rpartition("/")[2] == "cards" else None

    def redealt(self, drawn: Draws, one: int, other: int) -> Draws:
        """The draws of a world where two cards of the pack in play have changed places.

        As it stands it fits games that shuffle a whole pack of cards for purposes whose last part
        is "cards", such as "round/3/cards", the last one drawn being in play.
        """
        packs = [purpose for purpose in drawn if purpose.rpartition("/")[2] == "cards"]
        places = {one: other, other: one}
        return {
            purpose: tuple(places.get(card, card) for card in cards)
            if packs[-1:] == [purpose]
            else cards
            for purpose, cards in drawn.items()
        }

    @abstractmethod
    def swapped(self, action: int, one: int, other: int) -> int:
        """The same action in a world where two cards have changed places."""

    @abstractmethod
    def determinize(self, observation: ObservationT, random: Random) -> StateT:
        """A whole state drawn from those that fit all the seat knows; see the game for the law."""


AnyGame: TypeAlias = Game[Any, Any, Any]
AnyState: TypeAlias = State[Any]


def places(points: Sequence[int]) -> tuple[int, ...]:
    """Places by points, most first; equals share a place, the next ones are skipped (1, 1, 3)."""
    return tuple(1 + sum(other > own for other in points) for own in points)
