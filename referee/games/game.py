"""The interface of every game, for the code that plays, records or shows matches.

Actions and events are non-negative ints with a text notation; a state is changed in place.
docs/extending.md says how to add a game.
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

# Re-exported, so that other code can import them together with `Game`.
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
    """The rules of one game under given options: it makes states, and has the notation.

    It is separate from State, which mypyc compiles and which therefore cannot be abstract or
    generic.

    A card that a method takes or returns is the number that `card_text` takes, a different one
    for each card of the pack. Actions and observations may use other numbers.
    """

    id: ClassVar[str]
    """The id of the game in its entry point, in commands, in records and in the protocol."""
    title: ClassVar[str]
    """The name of the game for people."""
    rules_version: ClassVar[int]
    """Saved in every record. To be increased when the same deal and actions may lead to another
    playing than before."""
    cooperative: ClassVar[bool] = False
    """Whether all seats are one team. They share the first place; the result is their points."""
    perfect_points: ClassVar[int | None] = None
    """The points of a perfect result in a cooperative game; None in a competitive one."""
    shortest: ClassVar[Mapping[str, Any]] = {}
    """Options for a short playing; options that are left out have their defaults."""
    longest: ClassVar[Mapping[str, Any]] = {}
    """Options for the longest possible playing; those left out have their defaults."""
    sample_bot: ClassVar[str] = ""
    """The sample bot that plays the game sensibly (bots/python/examples); "" for none."""
    summary: ClassVar[str] = ""
    """The rules in a few lines, for a person who plays the game; "" for none. Not used if the game
    has a module `screen`, whose view has a summary of its own."""
    options_type: ClassVar[type[Options]]
    """The class of the options that the constructor takes."""
    observation_type: ClassVar[type[Any]]
    """The NamedTuple that `State.observe` returns.

    Only a game without a module `wire` needs it: its observations are sent as JSON.
    """
    notation: ClassVar[Notation]
    """The functions that write the game's actions, events and cards, and read its actions."""
    seats: int
    """The number of seats under these options; the derived class or its constructor sets it."""
    options: OptionsT

    def __init__(self, options: OptionsT) -> None:
        self.options = options

    @cached_property
    def options_text(self) -> str:
        """All options by name, as JSON: sorted, without spaces."""
        # Every deal is derived from this text, so it must not depend on the order or the spacing
        # in which the options were given. Cached, since it is needed for every deal.
        return json.dumps(self.options.model_dump(), sort_keys=True, separators=(",", ":"))

    @abstractmethod
    def new(self, deal: Deal) -> StateT:
        """The state at the start of a playing of the deal, before the first decision."""

    def action_text(self, action: int) -> str:
        """The action in the game's notation. Raises NotationError if the number is no action."""
        return self.notation.action_text(action)

    def parse_action(self, text: str) -> int:
        """The action that the text stands for. Raises NotationError if it is no action."""
        return self.notation.parse_action(text)

    def event_text(self, event: int) -> str:
        """A public event in words; players are called "seat 0" and so on. Raises NotationError."""
        return self.notation.event_text(event)

    def card_text(self, card: int) -> str:
        """A card's name, such as B7. Raises NotationError for a number that is no card."""
        return self.notation.card_text(card)

    @abstractmethod
    def hidden(self, state: StateT, seat: int) -> frozenset[int]:
        """The cards that the seat has never seen since they were dealt.

        Any two of these cards could be exchanged without the seat noticing, as long as the same
        actions can be played afterwards. Cards whose exchange would change nothing may be left out.
        It is written independently of `observe`, so that check_no_leak can test one by the other.
        """

    @abstractmethod
    def placed(self, state: StateT) -> tuple[int, ...]:
        """Every card of the pack, from all places where cards lie or were played, in any order.

        check_game tests that no card is ever missing or there twice.
        """

    @abstractmethod
    def layout(self, state: StateT) -> Mapping[str, tuple[str, ...]]:
        """The names of the cards in each place just after a deal, by place. No seat sees all of it.

        The places are "hand 0" and so on by seat, "deck" with its top card first, and further
        places of the game.
        """

    def seen_text(self, observation: ObservationT) -> Mapping[str, str]:
        """What a seat may know, in words for people, by place.

        By default the places are the members of the observation, with their values as they are. A
        seat's own cards are best called "hand", which the plain picture looks for.
        """
        members: Mapping[str, Any] = observation._asdict()  # type: ignore[attr-defined]
        return {name: " ".join(map(str, _listed(value))) for name, value in members.items()}

    def draw_text(self, purpose: str, number: int) -> str | None:
        """The name of the card that the deal drew as `number`; None if the number is no card.

        By default the numbers are cards if the last part of the purpose is "cards".
        """
        return self.card_text(number) if purpose.rpartition("/")[2] == "cards" else None

    def redealt(self, drawn: Draws, one: int, other: int) -> Draws:
        """The draws of a world in which the cards `one` and `other` have changed places.

        `drawn` has the draws before the exchange; both cards are of the pack that was dealt last. A
        world is a complete arrangement of the cards that agrees with what a seat has seen.
        The default is for games that shuffle a whole pack for each purpose whose last part is
        "cards", such as "round/3/cards", and number the cards by it. It changes the last pack only.
        """
        packs = [purpose for purpose in drawn if purpose.rpartition("/")[2] == "cards"]
        exchange = {one: other, other: one}
        return {
            purpose: tuple(exchange.get(card, card) for card in cards)
            if packs[-1:] == [purpose]
            else cards
            for purpose, cards in drawn.items()
        }

    @abstractmethod
    def swapped(self, action: int, one: int, other: int) -> int:
        """The same action in a world in which the cards `one` and `other` have changed places."""

    @abstractmethod
    def determinize(self, observation: ObservationT, random: Random) -> StateT:
        """A random world, as a state, that agrees with all that the seat knows.

        Each game documents the distribution (docs/games). It is defined for the seat that decides;
        for another one a game may raise ValueError. Raises ValueError if no state agrees with the
        observation.
        """


def _listed(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


AnyGame: TypeAlias = Game[Any, Any, Any]
