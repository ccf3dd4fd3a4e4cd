"""What every game is: the interface between the rules and what plays, records or shows them.

Actions and events are small non-negative ints with a text notation; a state is changed in place.
docs/extending.md has the recipe for a game of one's own.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

from referee.deals import Deal, Draws
from referee.games.notation import Notation, NotationError
from referee.games.outcome import Outcome, places
from referee.games.state import (
    NOBODY,
    AnyState,
    CachingState,
    IllegalActionError,
    State,
)

# Re-exported, so that a game is written against this module alone.
__all__ = [
    "NOBODY",
    "AnyGame",
    "AnyState",
    "CachingState",
    "Game",
    "IllegalActionError",
    "Notation",
    "NotationError",
    "Options",
    "Outcome",
    "State",
    "places",
]


class Options(BaseModel):
    """The options of a game: typed, validated, hashable; unknown names are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


ObservationT = TypeVar("ObservationT")
OptionsT = TypeVar("OptionsT", bound=Options)
StateT = TypeVar("StateT", bound="State")


class Game(ABC, Generic[OptionsT, StateT, ObservationT]):
    """The rules under given options: makes states, and knows the notation.

    Separate from State, which mypyc compiles and which therefore cannot be abstract or generic.

    Where a method takes or returns a card, it is the number that `Deal.shuffle` gave it, whatever
    numbers actions and observations use.
    """

    id: ClassVar[str]
    """As in the entry point, in commands, in records and in the protocol."""
    title: ClassVar[str]
    """Its name for people."""
    rules_version: ClassVar[int]
    """To be increased when the same deal and actions may lead to another game; records name it."""
    cooperative: ClassVar[bool] = False
    """Whether all seats are one team, which shares first place; its points are its result."""
    perfect_points: ClassVar[int | None] = None
    """The points of a perfect result in a cooperative game; None for others."""
    shortest: ClassVar[Mapping[str, Any]] = {}
    """The options that make a playing short; the others have their defaults."""
    longest: ClassVar[Mapping[str, Any]] = {}
    """The options that make a playing as long as it can get."""
    sample_bot: ClassVar[str] = ""
    """The name of the sample bot that plays it sensibly (bots/python/examples); "" for none."""
    summary: ClassVar[str] = ""
    """How the game goes, in a few lines, for a person who plays it; "" for none."""
    options_type: ClassVar[type[Options]]
    """The class of the options that the constructor takes."""
    observation_type: ClassVar[type[Any]]
    """The NamedTuple that `State.observe` gives; needed where observations go as JSON."""
    notation: ClassVar[Notation]
    """How its actions, events and cards are written."""
    seats: int
    """How many there are under these options; the constructor of the derived class sets it."""
    options: OptionsT

    def __init__(self, options: OptionsT) -> None:
        self.options = options

    @cached_property
    def options_text(self) -> str:
        """All options by name, as JSON: sorted, without spaces."""
        # Every deal asks for it, and is derived from it: it must not depend on how options were
        # written.
        return json.dumps(self.options.model_dump(), sort_keys=True, separators=(",", ":"))

    @abstractmethod
    def new(self, deal: Deal) -> StateT:
        """The state at the start of a playing of the deal, before the first decision."""

    def action_text(self, action: int) -> str:
        """The action in the game's notation. Raises NotationError for a number that is none."""
        return self.notation.action_text(action)

    def parse_action(self, text: str) -> int:
        """The action that the text stands for. Raises NotationError when there is none."""
        return self.notation.parse_action(text)

    def event_text(self, event: int) -> str:
        """A public event in words, players being named by seat number. Raises NotationError."""
        return self.notation.event_text(event)

    def card_text(self, card: int) -> str:
        """A card's name, such as B7. Raises NotationError for a number that is no card."""
        return self.notation.card_text(card)

    @abstractmethod
    def hidden(self, state: StateT, seat: int) -> frozenset[int]:
        """The cards that the seat has never seen since they were dealt.

        Any two of them could be exchanged without the seat noticing, if the same actions can be
        played afterwards. Cards whose exchange would change nothing may be left out. Written
        independently of `observe`, so that check_no_leak can hold one against the other.
        """

    @abstractmethod
    def placed(self, state: StateT) -> tuple[int, ...]:
        """Every card of the pack, wherever it now lies or was laid, in any order.

        check_game sees to it that none is ever lost or doubled.
        """

    @abstractmethod
    def layout(self, state: StateT) -> Mapping[str, tuple[str, ...]]:
        """The cards in each place when they have just been dealt, by name; no seat sees all of it.

        Places are called "hand 0" (by seat), "deck" (its top card first), and what the game has
        besides.
        """

    def seen_text(self, observation: ObservationT) -> Mapping[str, str]:
        """What a seat may know, in words, by place, for people.

        By default each member of the observation, as it is; a game may override it.
        """
        members: Mapping[str, Any] = observation._asdict()  # type: ignore[attr-defined]
        return {name: " ".join(map(str, _listed(value))) for name, value in members.items()}

    def draw_text(self, purpose: str, number: int) -> str | None:
        """The name of a card that was drawn; None for a number that is no card.

        By default the numbers of purposes that end in "cards" are cards.
        """
        return self.card_text(number) if purpose.rpartition("/")[2] == "cards" else None

    def redealt(self, drawn: Draws, one: int, other: int) -> Draws:
        """The draws of a world where two cards of the pack in play have changed places.

        A world is a complete arrangement of the cards that agrees with what a seat has seen.
        By default for games that shuffle a whole pack for purposes whose last part is "cards", such
        as "round/3/cards"; the last one drawn is in play, and packs before it stay as they were.
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
        """The number of the same action in a world where two cards have changed places."""

    @abstractmethod
    def determinize(self, observation: ObservationT, random: Random) -> StateT:
        """A world as a state: one that fits all that the seat knows, drawn at random.

        Each game documents from which distribution (docs/games). Raises ValueError when the
        observation is not that of the seat to decide, or fits no state.
        """


def _listed(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


AnyGame: TypeAlias = Game[Any, Any, Any]
