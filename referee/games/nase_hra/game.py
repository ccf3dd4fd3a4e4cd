"""Naše hra as a game among others."""

from random import Random
from typing import ClassVar, Literal

from pydantic import Field

from referee.cards import cards_of, mask_of
from referee.deals import Deal
from referee.games import events
from referee.games.game import Game, Options, State
from referee.games.nase_hra import actions
from referee.games.nase_hra.actions import Happening
from referee.games.nase_hra.cards import FULL, PACK, card_text
from referee.games.nase_hra.determinize import determinize
from referee.games.nase_hra.observation import NaseHraObservation
from referee.games.nase_hra.state import NaseHraState

_FACE_UP = frozenset({Happening.DISCARD, Happening.TURN, Happening.PILE, Happening.PLAY})
"""Events whose argument a is a card that everybody sees."""


class NaseHraOptions(Options):
    """How many play (NH-18), and how long (NH-14 to NH-16)."""

    players: Literal[2, 3] = Field(
        default=3, description="players at the table; with 2 a pile of cards stands for the third"
    )
    series: Literal["single", "triple", "nine"] = Field(
        default="single", description="games in a match: 1, 3, or 3 times 3"
    )


class NaseHraGame(Game[NaseHraOptions, NaseHraObservation]):
    """Two or three players, 32 cards, games of ten tricks."""

    id: ClassVar[str] = "nase-hra"
    title: ClassVar[str] = "Naše hra"
    rules_version: ClassVar[int] = 1
    options_type: ClassVar[type[Options]] = NaseHraOptions

    def __init__(self, options: NaseHraOptions) -> None:
        super().__init__(options)
        self.seats = options.players

    def new(self, deal: Deal) -> NaseHraState:
        """The state after the lifting and the first deal: the order is to be chosen."""
        return NaseHraState(self.options.players, self.options.series, deal)

    def action_text(self, action: int) -> str:
        """Such as Z0, discard Z0, figures, play on, take 2."""
        return actions.action_text(action)

    def parse_action(self, text: str) -> int:
        """Raises NotationError."""
        return actions.parse_action(text)

    def event_text(self, event: int) -> str:
        """Such as "seat 0 plays Z0"."""
        return actions.event_text(event)

    def card_text(self, card: int) -> str:
        """Such as Z0."""
        return card_text(card)

    def hidden(self, state: State[NaseHraObservation], seat: int) -> frozenset[int]:
        """All cards but those of the seat's own hand and those that have lain face up."""
        own = _own(state)
        return frozenset(cards_of(FULL & ~mask_of(_shown(own)) & ~own.hands[seat]))

    def placed(self, state: State[NaseHraObservation]) -> tuple[int, ...]:
        """The hands, the talon, the pile, and all that lies face up."""
        own = _own(state)
        hands = [card for hand in own.hands for card in cards_of(hand)]
        return (*hands, *own.talon, *own.pile, *_shown(own))

    def layout(self, state: State[NaseHraObservation]) -> dict[str, tuple[str, ...]]:
        """The hands, the talon, and the pile if there is one."""
        own = _own(state)
        places = {f"hand {seat}": cards_of(hand) for seat, hand in enumerate(own.hands)}
        places["talon"] = own.talon
        if own.pile:
            places["pile"] = own.pile
        return {place: tuple(map(card_text, cards)) for place, cards in places.items()}

    def draw_text(self, purpose: str, number: int) -> str | None:
        """Nothing but cards is drawn: to deal them, or to lift them."""
        del purpose
        return card_text(number)

    def swapped(self, action: int, one: int, other: int) -> int:
        """The same action in a world where two cards have changed places."""
        if not 0 <= action < 2 * PACK:
            return action
        verb, card = divmod(action, PACK)
        return verb * PACK + {one: other, other: one}.get(card, card)

    def determinize(self, observation: NaseHraObservation, random: Random) -> NaseHraState:
        """A state drawn by the law that referee.games.nase_hra.determinize states."""
        return determinize(observation, random)


def _own(state: State[NaseHraObservation]) -> NaseHraState:
    if not isinstance(state, NaseHraState):
        raise TypeError(f"a state of Naše hra is needed, not {type(state).__name__}")
    return state


def _shown(state: NaseHraState) -> list[int]:
    """The cards that came to lie face up since the last deal, in that order."""
    shown: list[int] = []
    for kind, _, a, _, _ in map(events.unpack, state.events[state.game_start :]):
        if kind == Happening.DEAL:
            shown = []
        elif kind in _FACE_UP:
            shown.append(a)
    return shown
