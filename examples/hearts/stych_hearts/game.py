"""Hearts as one of the referee's games: its properties, and where its cards lie."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, ClassVar

from referee.cards import cards_of, mask_of
from referee.deals import Deal
from referee.games.events import unpack
from referee.games.game import Game, Notation, Options
from stych_hearts import actions
from stych_hearts.actions import HeartsEventKind, this_round
from stych_hearts.cards import PACKS, card_text
from stych_hearts.determinize import determinize
from stych_hearts.observation import HeartsObservation, HeartsPhase
from stych_hearts.options import HeartsOptions
from stych_hearts.state import HeartsState
from stych_hearts.words import SUMMARY, seen_text


class HeartsGame(Game[HeartsOptions, HeartsState, HeartsObservation]):
    """Hearts: three to five players, each for itself; the fewest points win."""

    id: ClassVar[str] = "hearts"
    title: ClassVar[str] = "Hearts"
    rules_version: ClassVar[int] = 1
    summary: ClassVar[str] = SUMMARY
    shortest: ClassVar[Mapping[str, Any]] = {"target": 1, "players": 5, "passing": "none"}
    longest: ClassVar[Mapping[str, Any]] = {"target": 999, "players": 5, "jack": True}
    options_type: ClassVar[type[Options]] = HeartsOptions
    observation_type: ClassVar[type[Any]] = HeartsObservation
    notation: ClassVar[Notation] = Notation(
        actions.action_text, actions.parse_action, actions.event_text, card_text
    )

    def __init__(self, options: HeartsOptions) -> None:
        super().__init__(options)
        self.seats = options.players

    def new(self, deal: Deal) -> HeartsState:
        """The state before the first card is chosen to be passed, or led."""
        return HeartsState(self.options, deal)

    def hidden(self, state: HeartsState, seat: int) -> frozenset[int]:
        """All cards except those in the seat's hand, those that it passed and those played."""
        # Not computed by `observe`: check_no_leak compares its results with those of this method.
        known = set(cards_of(state.hands[seat])) | set(state.passed[seat]) | set(_played(state))
        return frozenset(self._pack()) - known

    def placed(self, state: HeartsState) -> tuple[int, ...]:
        """The cards in hands, those laid aside to be passed, and those played in this round."""
        hands = [card for hand in state.hands for card in cards_of(hand)]
        passing = state.phase == HeartsPhase.PASS
        chosen = [card for cards in state.passed for card in cards] if passing else []
        return (*hands, *chosen, *_played(state))

    def layout(self, state: HeartsState) -> dict[str, tuple[str, ...]]:
        """The hands, together with the cards laid aside to be passed."""
        passing = state.phase == HeartsPhase.PASS
        return {
            f"hand {seat}": _texts(
                cards_of(hand | mask_of(state.passed[seat]) if passing else hand)
            )
            for seat, hand in enumerate(state.hands)
        }

    def seen_text(self, observation: HeartsObservation) -> Mapping[str, str]:
        """What a seat may know, in words, without the history."""
        return seen_text(observation)

    def swapped(self, action: int, one: int, other: int) -> int:
        """The number of the same action in a world where two cards have changed places."""
        verb, card = divmod(action, actions.PASS)
        return verb * actions.PASS + {one: other, other: one}.get(card, card)

    def determinize(self, observation: HeartsObservation, random: Random) -> HeartsState:
        """A sample from the distribution described in stych_hearts.determinize."""
        return determinize(self.options, observation, random)

    def _pack(self) -> tuple[int, ...]:
        return cards_of(PACKS[self.options.players])


def _played(state: HeartsState) -> list[int]:
    """The cards played in this round, in order."""
    happened = map(unpack, this_round(state.events))
    return [event.a for event in happened if event.kind == HeartsEventKind.PLAY]


def _texts(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(card_text, cards))
