"""Naše hra as one of the referee's games: its options, and where its cards lie."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Literal

from pydantic import Field

from referee.cards import cards_of, mask_of
from referee.deals import Deal
from referee.games import events
from referee.games.game import Game, Notation, Options
from referee.games.nase_hra.actions import NaseHraEventKind
from referee.games.nase_hra.cards import FULL, PACK, card_text
from referee.games.nase_hra.determinize import determinize
from referee.games.nase_hra.names import NOTATION
from referee.games.nase_hra.observation import NaseHraObservation
from referee.games.nase_hra.state import NaseHraState

_FACE_UP = frozenset(
    {NaseHraEventKind.DISCARD, NaseHraEventKind.TURN, NaseHraEventKind.PILE, NaseHraEventKind.PLAY}
)
"""Kinds of events that lay a card of the deal face up; the card is their argument `a`.

Lifted cards are not among them, since the pack is shuffled after lifting.
"""


class NaseHraOptions(Options):
    """The number of players (NH-18), and the length of a match (NH-14 to NH-16)."""

    players: Literal[2, 3] = Field(
        default=3, description="players at the table; with 2 a pile of cards stands for the third"
    )
    series: Literal["single", "triple", "nine"] = Field(
        default="single", description="games in a match: 1, 3, or 3 times 3"
    )


class NaseHraGame(Game[NaseHraOptions, NaseHraState, NaseHraObservation]):
    """Naše hra: two or three players, 32 cards, games of ten tricks."""

    id: ClassVar[str] = "nase-hra"
    title: ClassVar[str] = "Naše hra"
    rules_version: ClassVar[int] = 1
    sample_bot: ClassVar[str] = "nase_hra_thumb"
    shortest: ClassVar[Mapping[str, Any]] = {"series": "single"}
    longest: ClassVar[Mapping[str, Any]] = {"series": "nine"}
    options_type: ClassVar[type[Options]] = NaseHraOptions
    notation: ClassVar[Notation] = NOTATION

    def __init__(self, options: NaseHraOptions) -> None:
        super().__init__(options)
        self.seats = options.players

    def new(self, deal: Deal) -> NaseHraState:
        """The state after the lifting and the first deal; the chooser is to choose the order."""
        return NaseHraState(self.options.players, self.options.series, deal)

    def hidden(self, state: NaseHraState, seat: int) -> frozenset[int]:
        """All cards except those of the seat's own hand and those that have lain face up."""
        return frozenset(cards_of(FULL & ~mask_of(_shown(state)) & ~state.hands[seat]))

    def placed(self, state: NaseHraState) -> tuple[int, ...]:
        """The cards of the hands, the talon and the pile, and all that lie face up."""
        hands = [card for hand in state.hands for card in cards_of(hand)]
        return (*hands, *state.talon, *state.pile, *_shown(state))

    def layout(self, state: NaseHraState) -> dict[str, tuple[str, ...]]:
        """The hands, the talon, and the pile if there is one."""
        places = {f"hand {seat}": cards_of(hand) for seat, hand in enumerate(state.hands)}
        places["talon"] = state.talon
        if state.pile:
            places["pile"] = state.pile
        return {place: tuple(map(card_text, cards)) for place, cards in places.items()}

    def draw_text(self, purpose: str, number: int) -> str | None:
        """The name of the drawn card: all draws, for dealing and for lifting, are of cards."""
        del purpose
        return card_text(number)

    def swapped(self, action: int, one: int, other: int) -> int:
        """The number of the same action in a world where two cards have changed places."""
        # Only the actions of playing and of discarding name a card.
        if not 0 <= action < 2 * PACK:
            return action
        verb, card = divmod(action, PACK)
        return verb * PACK + {one: other, other: one}.get(card, card)

    def determinize(self, observation: NaseHraObservation, random: Random) -> NaseHraState:
        """A sample from the distribution described in referee.games.nase_hra.determinize."""
        return determinize(observation, random)


def _shown(state: NaseHraState) -> list[int]:
    """The cards that came to lie face up since the last deal, in that order."""
    shown: list[int] = []
    # Read from the events and not from the fields of the state: the leak check compares `observe`
    # with `hidden`, so the two must be computed independently.
    for kind, _, a, _, _ in map(events.unpack, state.events[state.game_start :]):
        if kind == NaseHraEventKind.DEAL:
            shown = []
        elif kind in _FACE_UP:
            shown.append(a)
    return shown
