"""Positions of Naše hra, built by hand. Cards are written as in the notation: "Z0 LP KK"."""

from collections.abc import Mapping, Sequence

from referee.cards import cards_of, mask_of
from referee.deals import FixedDeal
from referee.games.events import Event, unpack
from referee.games.game import NOBODY
from referee.games.nase_hra import NaseHraGame, NaseHraOptions, NaseHraPhase, NaseHraState
from referee.games.nase_hra.actions import action_text, event_text, parse_action
from referee.games.nase_hra.cards import card_text, parse_card
from referee.testing import variants

VARIANTS = [tuple(options.model_dump().values()) for options in variants(NaseHraGame)]
"""Players and series."""
_PAIR = "K7 KP L8"
_NO_PAIRS = ("Z7 C8 L9", "Z8 C9 L0")


def cards(text: str) -> list[int]:
    """The cards of the text."""
    return [parse_card(word) for word in text.split()]


def names(numbers: Sequence[int]) -> str:
    """The text of the cards."""
    return " ".join(card_text(card) for card in numbers)


def nase_hra(players: int = 3, series: str = "single") -> NaseHraGame:
    return NaseHraGame(NaseHraOptions.model_validate({"players": players, "series": series}))


def pack(*places: tuple[str, int]) -> tuple[int, ...]:
    """A shuffled pack, the named cards in places of those sizes; others fill up, lowest first."""
    wanted = [(cards(text), size) for text, size in places]
    named = {card for place, _ in wanted for card in place}
    others = [card for card in range(32) if card not in named]
    dealt: list[int] = []
    for place, size in wanted:
        missing = size - len(place)
        dealt += [*place, *others[:missing]]
        del others[:missing]
    dealt += others
    if sorted(dealt) != list(range(32)):
        raise ValueError(f"no pack of 32 cards: {places}")
    return tuple(dealt)


def lifts(chooser: int, players: int = 3) -> tuple[int, ...]:
    """A pack of which the chooser lifts the best trick."""
    others = iter(_NO_PAIRS)
    return pack(*[(_PAIR if seat == chooser else next(others), 3) for seat in range(players)])


def cards_dealt(talon: str = "", *hands: str) -> tuple[int, ...]:
    """The talon, then ten for each hand, the third being the pile of a game for two."""
    return pack((talon, 2), *[(hand, 10) for hand in hands])


def dealt(
    *hands: str,
    talon: str = "",
    chooser: int = 0,
    players: int = 3,
    series: str = "single",
    more: Mapping[str, Sequence[int]] | None = None,
) -> NaseHraState:
    """The start of a match: the chooser is to choose the order. `more` lays down other shuffles."""
    draws = {
        "triple/1/lift/1": lifts(chooser, players),
        "triple/1/game/1/redeal/0/cards": cards_dealt(talon, *hands),
    }
    return nase_hra(players, series).new(FixedDeal({**draws, **(more or {})}))


def play(state: NaseHraState, *actions: str) -> NaseHraState:
    """Take the actions one after another; returns the same state."""
    for action in actions:
        state.apply(parse_action(action))
    return state


def tricks(state: NaseHraState, text: str) -> NaseHraState:
    """Play the cards of the text; returns the same state."""
    return play(state, *text.split())


def announced(state: NaseHraState) -> NaseHraState:
    """Everybody announces; returns the same state."""
    while state.phase == NaseHraPhase.ANNOUNCE:
        state.apply(state.legal_actions()[0])
    return state


def playing(state: NaseHraState, order: str = "figures") -> NaseHraState:
    """Choose the order; all play on, opponents renounce, all announce; returns the same state."""
    play(state, order, *["play on"] * state.players, *["renounce"] * (state.players - 1))
    return announced(state)


def ending(
    *hands: str,
    order: str = "figures",
    leader: int = 0,
    pile: str = "",
    scores: Sequence[int] = (),
    series: str = "single",
) -> NaseHraState:
    """The last tricks of a game, `leader` to lead; with two hands a pile plays first."""
    players = len(hands)
    state = playing(dealt(players=players, series=series), order)
    left = len(cards(hands[0]))
    state.hands = [mask_of(cards(hand)) for hand in hands]
    state.done = 10 - left
    state.tricks = [10 - left, 0, 0]
    state.scores = list(scores) or [0] * players
    state.leader = state.seat = leader
    if players == 2:
        first, *rest = cards(pile)
        state.trick, state.pile = (first,), tuple(rest)
    state.forget_legal()
    return state


def legal(state: NaseHraState) -> list[str]:
    """The legal actions as text."""
    return [action_text(action) for action in state.legal_actions()]


def hand(state: NaseHraState, seat: int) -> str:
    """The hand as text, lowest first."""
    return names(cards_of(state.hands[seat]))


def happened(state: NaseHraState) -> list[Event]:
    """All public events, taken apart."""
    return [unpack(event) for event in state.events]


def last_events(state: NaseHraState, count: int) -> list[str]:
    """The latest public events in words."""
    return [event_text(event) for event in state.events[-count:]]


def deciding(state: NaseHraState) -> tuple[int, NaseHraPhase]:
    """Who decides what."""
    return state.seat, state.phase


def play_out(state: NaseHraState, *, until_game: int | None = None) -> NaseHraState:
    """Take first legal actions until all, or so many, games are over; returns the same state."""
    # `past_games` has the chooser and the points of each seat for every game that is over.
    while state.seat != NOBODY and len(state.past_games) // (state.players + 1) != until_game:
        state.apply(state.legal_actions()[0])
    return state
