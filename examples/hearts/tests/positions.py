"""Positions of Hearts, for tests: hands and cards are written as text."""

from collections.abc import Mapping
from typing import Any

from referee.cards import cards_of, mask_of
from referee.deals import Deal
from stych_hearts.cards import card_text, parse_card
from stych_hearts.game import HeartsGame
from stych_hearts.options import HeartsOptions
from stych_hearts.state import HeartsState

NO_PASSING: Mapping[str, Any] = {"passing": "none"}


def game(**options: Any) -> HeartsGame:
    return HeartsGame(HeartsOptions(**options))


def dealt(number: int = 0, **options: Any) -> HeartsState:
    """The start of a game whose deal has this number as its key."""
    return game(**options).new(Deal(number.to_bytes(32, "big")))


def mask(text: str) -> int:
    return mask_of(map(parse_card, text.split()))


def text(cards: int) -> str:
    return " ".join(map(card_text, cards_of(cards)))


def position(
    *hands: str,
    leader: int = 0,
    trick: str = "",
    won: Mapping[int, str] | None = None,
    broken: bool = False,
    **options: Any,
) -> HeartsState:
    """In the middle of a round, by default without passing; without `won` it is the first trick."""
    state = dealt(players=len(hands), **{**NO_PASSING, **options})
    state.hands = [mask(hand) for hand in hands]
    state.trick = tuple(map(parse_card, trick.split()))
    state.leader = leader
    state.seat = (leader + len(state.trick)) % len(hands)
    state.won = [mask((won or {}).get(seat, "")) for seat in range(len(hands))]
    state.broken = broken
    state.forget_legal()
    return state


def play(state: HeartsState, cards: str) -> HeartsState:
    """Take actions by their texts, which have commas between them."""
    for action in cards.split(","):
        state.apply(game().parse_action(action.strip()))
    return state


def legal(state: HeartsState) -> str:
    """The legal cards, to be played or passed."""
    return " ".join(
        game().action_text(action).removeprefix("pass ") for action in state.legal_actions()
    )
