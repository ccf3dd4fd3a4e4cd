"""The Fox in the Forest as a Game: its options, how it begins, and what tests and tools need."""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from pydantic import Field

from referee.cards import cards_of
from referee.deals import Deal
from referee.games import events
from referee.games.fox import actions
from referee.games.fox.cards import PACK, card_text
from referee.games.fox.determinize import determinize
from referee.games.fox.names import NOTATION
from referee.games.fox.observation import FoxObservation
from referee.games.fox.state import FoxState
from referee.games.game import Game, Notation, Options


class FoxOptions(Options):
    """The option of the fox: the length of a game (FOX-21, FOX-23)."""

    target: int = Field(
        default=21,
        ge=1,
        le=999,
        description="points at which the game ends after a round: 16 short, 21 standard, 35 long",
    )


class FoxGame(Game[FoxOptions, FoxState, FoxObservation]):
    """The fox: two players, 33 cards, rounds of thirteen tricks (FOX-1 to FOX-4)."""

    id: ClassVar[str] = "fox"
    title: ClassVar[str] = "The Fox in the Forest"
    rules_version: ClassVar[int] = 1
    sample_bot: ClassVar[str] = "fox_thumb"
    shortest: ClassVar[Mapping[str, Any]] = {"target": 1}
    longest: ClassVar[Mapping[str, Any]] = {"target": 999}
    options_type: ClassVar[type[Options]] = FoxOptions
    notation: ClassVar[Notation] = NOTATION
    seats = 2

    def new(self, deal: Deal) -> FoxState:
        """The state before the first lead."""
        return FoxState(self.options.target, deal)

    def hidden(self, state: FoxState, seat: int) -> frozenset[int]:
        """The opponent's hand and the deck, without cards that the seat buried or has seen."""
        # A buried card stays in the deck to the end of the round: at most three of the deck's six
        # cards are drawn, one for each Woodcutter.
        unseen = {*cards_of(state.hands[1 - seat]), *state.deck}
        # A card that was shown counts as seen (FOX-R3) wherever it is now: the opponent may have
        # taken a decree card and buried it.
        return frozenset(unseen - set(state.buried[seat]) - _shown(state))

    def placed(self, state: FoxState) -> tuple[int, ...]:
        """Both hands, the deck, the decree card, and the cards played in this round."""
        hands = cards_of(state.hands[0]) + cards_of(state.hands[1])
        return (*hands, *state.deck, state.decree, *_played(state))

    def layout(self, state: FoxState) -> dict[str, tuple[str, ...]]:
        """Both hands, the decree card and the deck."""
        places = {f"hand {seat}": cards_of(hand) for seat, hand in enumerate(state.hands)}
        places |= {"decree": (state.decree,), "deck": tuple(state.deck)}
        return {place: tuple(map(card_text, cards)) for place, cards in places.items()}

    def swapped(self, action: int, one: int, other: int) -> int:
        """The same action in a world in which the cards `one` and `other` have changed places."""
        # The only action that names no card.
        if action == actions.KEEP:
            return action
        verb, card = divmod(action, PACK)
        return verb * PACK + {one: other, other: one}.get(card, card)

    def determinize(self, observation: FoxObservation, random: Random) -> FoxState:
        """A random state from the distribution described in referee.games.fox.determinize."""
        return determinize(observation, random)


def _played(state: FoxState) -> list[int]:
    """The cards that were played in this round."""
    # The state itself keeps only the cards of the trick in progress.
    unpacked = map(events.unpack, state.events[state.round_start :])
    return [event.a for event in unpacked if event.kind == actions.FoxEventKind.PLAY]


def _shown(state: FoxState) -> set[int]:
    """The cards that have lain face up in this round: played cards and all decree cards."""
    shown = {state.decree}
    for event in state.events[state.round_start :]:
        kind, _, a, b, _ = events.unpack(event)
        if kind in (actions.FoxEventKind.PLAY, actions.FoxEventKind.ROUND):
            shown.add(a)
        elif kind == actions.FoxEventKind.GIVE:
            shown |= {a, b}
    return shown
