"""The Fox in the Forest as a game among others."""

from random import Random
from typing import ClassVar

from pydantic import Field

from referee.cards import cards_of
from referee.deals import Deal
from referee.games import events
from referee.games.fox import actions
from referee.games.fox.cards import PACK, card_text
from referee.games.fox.determinize import determinize
from referee.games.fox.observation import FoxObservation
from referee.games.fox.state import FoxState
from referee.games.game import Game, Options, State


class FoxOptions(Options):
    """The length of a game (FOX-21, FOX-23)."""

    target: int = Field(
        default=21,
        ge=1,
        le=999,
        description="points at which the game ends after a round: 16 short, 21 standard, 35 long",
    )


class FoxGame(Game[FoxOptions, FoxObservation]):
    """Two players, 33 cards, rounds of thirteen tricks."""

    id: ClassVar[str] = "fox"
    title: ClassVar[str] = "The Fox in the Forest"
    rules_version: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = FoxOptions
    seats = 2

    def new(self, deal: Deal) -> FoxState:
        """The state before the first lead."""
        return FoxState(self.options.target, deal)

    def action_text(self, action: int) -> str:
        """Such as B7, give B7, under B7, keep."""
        return actions.action_text(action)

    def parse_action(self, text: str) -> int:
        """Raises NotationError."""
        return actions.parse_action(text)

    def event_text(self, event: int) -> str:
        """Such as "seat 0 plays B7"."""
        return actions.event_text(event)

    def card_text(self, card: int) -> str:
        """Such as B7."""
        return card_text(card)

    def hidden(self, state: State[FoxObservation], seat: int) -> frozenset[int]:
        """The other hand and the deck, less what was seen on its way there."""
        own, other = _own(state), 1 - seat
        unseen = set(cards_of(own.hands[other])) | set(own.deck) | set(own.buried[other])
        return frozenset(unseen - set(own.buried[seat]) - _shown(own))

    def placed(self, state: State[FoxObservation]) -> tuple[int, ...]:
        """Both hands, the deck, the decree card and all that was played in this round."""
        own = _own(state)
        hands = cards_of(own.hands[0]) + cards_of(own.hands[1])
        return (*hands, *own.deck, own.decree, *_played(own))

    def layout(self, state: State[FoxObservation]) -> dict[str, tuple[str, ...]]:
        """Both hands, the decree card and the deck."""
        own = _own(state)
        places = {f"hand {seat}": cards_of(hand) for seat, hand in enumerate(own.hands)}
        places |= {"decree": (own.decree,), "deck": tuple(own.deck)}
        return {place: tuple(map(card_text, cards)) for place, cards in places.items()}

    def swapped(self, action: int, one: int, other: int) -> int:
        """The same action in a world where two cards have changed places."""
        if not 0 <= action < actions.KEEP:
            return action
        verb, card = divmod(action, PACK)
        return verb * PACK + {one: other, other: one}.get(card, card)

    def determinize(self, observation: FoxObservation, random: Random) -> FoxState:
        """A state drawn by the law that referee.games.fox.determinize states."""
        return determinize(observation, random)


def _own(state: State[FoxObservation]) -> FoxState:
    if not isinstance(state, FoxState):
        raise TypeError(f"a state of the fox is needed, not {type(state).__name__}")
    return state


def _played(state: FoxState) -> list[int]:
    """Cards played in this round."""
    happened = map(events.unpack, state.events[state.round_start :])
    return [event.a for event in happened if event.kind == actions.Happening.PLAY]


def _shown(state: FoxState) -> set[int]:
    """Cards that lay face up in this round: played, or once the decree card."""
    shown = {state.decree}
    for event in state.events[state.round_start :]:
        kind, _, a, b, _ = events.unpack(event)
        if kind in (actions.Happening.PLAY, actions.Happening.ROUND):
            shown.add(a)
        elif kind == actions.Happening.GIVE:
            shown |= {a, b}
    return shown
