"""Positions of Kořist, built by hand. Cards are written as in the notation: "4 4 J"."""

from collections.abc import Sequence

from referee.deals import Deal, FixedDeal, derive
from referee.games.events import unpack
from referee.games.korist import KoristGame, KoristOptions, KoristPhase, KoristState, Variant
from referee.games.korist.actions import action_text, parse_action
from referee.games.korist.cards import (
    JOKER,
    NUMBERED,
    PACK,
    heap_from,
    heap_of,
    heap_text,
    kind_of,
    parse_kind,
    size_of,
)
from referee.games.korist.events import KoristEventKind, event_text
from referee.games.korist.sets import parse_set, set_text


def korist(players: int = 3, variant: Variant = "base", limit: int = 5000) -> KoristGame:
    return KoristGame(KoristOptions(players=players, variant=variant, limit=limit))


def kinds(text: str) -> list[int]:
    """The cards of the text."""
    return [parse_kind(word) for word in text.split()]


def heap(text: str) -> int:
    return heap_of(kinds(text))


def table(
    *hands: str,
    layouts: Sequence[str] = (),
    supply: str = "2 3 5 6 8 9",
    deck: str = "7 7 7 7 7 7 7 7",
    shadow: str = "",
    known: Sequence[str] = (),
    variant: Variant = "base",
    turn: int = 0,
    limit: int = 5000,
) -> KoristState:
    """A turn's start.

    A comma and a space part the layers of a layout, spaces the piles of the supply, and + the cards
    of a pile: layouts=("4 4, 13", "") and supply="2 3+J 5". The top of the deck stands first.
    """
    players = len(hands)
    state = korist(players, variant, limit).new(FixedDeal({"first": (turn,)}))
    state.hands = [heap(text) for text in hands]
    state.sizes = [size_of(hand) for hand in state.hands]
    state.known = [heap(text) for text in known] or [0] * players
    written = [*layouts, *[""] * (players - len(layouts))]
    state.layouts = [[parse_set(one) for one in text.split(", ") if one] for text in written]
    state.supply = [tuple(kinds(pile.replace("+", " "))) for pile in supply.split()]
    state.deck = kinds(deck)[::-1]
    state.shadow = heap(shadow)
    state.events = state.events[:1]
    state.forget_legal()
    return state


def dealt(players: int = 3, seed: str = "a", variant: Variant = "base") -> KoristState:
    """The start of a game that was dealt by chance."""
    return korist(players, variant).new(Deal(derive("dealt", seed)))


def ordered(*parts: str, players: int = 3, first: int = 0) -> KoristState:
    """The start of a game whose cards lie in the given order; the others follow, lowest first."""
    # For two players only one joker is left to be shuffled (KO-20).
    size = PACK if players > 2 else NUMBERED + 1
    left = list(range(size))
    order = []
    for kind in kinds(" ".join(parts)):
        card = next(number for number in left if kind_of(number) == kind)
        left.remove(card)
        order.append(card)
    deal = FixedDeal({"first": (first,), "cards": (*order, *left)})
    return korist(players).new(deal)


def play(state: KoristState, *actions: str) -> KoristState:
    """Take the actions one after another; returns the same state."""
    for action in actions:
        state.apply(parse_action(action))
    return state


def legal(state: KoristState) -> list[str]:
    """The legal actions as text."""
    return [action_text(action) for action in state.legal_actions()]


def deciding(state: KoristState) -> tuple[int, KoristPhase]:
    """Who decides what."""
    return state.seat, state.phase


def hand(state: KoristState, seat: int) -> str:
    return heap_text(state.hands[seat])


def known(state: KoristState, seat: int) -> str:
    """What everybody may know of the hand."""
    return heap_text(heap_from(state.observe(0).known[seat]))


def layout(state: KoristState, seat: int) -> list[str]:
    return [set_text(layer) for layer in state.layouts[seat]]


def supply(state: KoristState) -> str:
    """The piles as `table` takes them."""
    return " ".join("+".join("J" if c == JOKER else str(c) for c in pile) for pile in state.supply)


def top_of_deck(state: KoristState, count: int) -> list[int]:
    return state.deck[: -count - 1 : -1]


def last_events(state: KoristState, count: int) -> list[str]:
    """The latest public events in words."""
    return [event_text(event) for event in state.events[-count:]]


def ending(state: KoristState) -> int | None:
    """Why the game is over, as in KoristEndReason; None if it is not."""
    last = unpack(state.events[-1])
    return last.a if last.kind == KoristEventKind.END else None
