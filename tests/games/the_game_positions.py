"""Positions of The Game, built by hand. Cards are written as numbers: "5 17 99"."""

from collections.abc import Sequence
from typing import Any

from referee.deals import FixedDeal
from referee.games.game import NOBODY
from referee.games.the_game import TheGame, TheGameOptions, TheGamePhase, TheGameState
from referee.games.the_game.actions import END, action_text, event_text, parse_action
from referee.games.the_game.cards import PACK, PLACES, jump
from referee.testing import variants

ALL_OPTIONS = [options.model_dump() for options in variants(TheGame)]


def the_game(players: int = 2, *, talk: bool = False, **options: Any) -> TheGame:
    """The game; silent unless talk is asked for."""
    return TheGame(TheGameOptions(players=players, talk=talk, **options))


def cards(text: str) -> list[int]:
    """The cards of the text."""
    return [int(word) for word in text.split()]


def draws(hands: Sequence[str], deck: str = "", size: int = 7) -> tuple[int, ...]:
    """A shuffle with the named cards in the named places; others fill up, lowest first.

    The deal numbers the cards from 0, so each number is that of the card minus 2. `size` is the
    size of a hand.
    """
    wanted = [cards(hand) for hand in hands] + [cards(deck)]
    named = {card for place in wanted for card in place}
    others = [card for card in range(2, 100) if card not in named]
    sizes = [*[size] * len(hands), PACK - size * len(hands)]
    for place, full in zip(wanted, sizes, strict=True):
        missing = full - len(place)
        place.extend(others[:missing])
        del others[:missing]
    dealt = tuple(card - 2 for place in wanted for card in place)
    if sorted(dealt) != list(range(PACK)):
        raise ValueError(f"no deal of 98 cards: {hands} | {deck}")
    return dealt


def dealt(
    *hands: str, deck: str = "", starter: int = 0, size: int = 7, **options: Any
) -> TheGameState:
    """The start of a game in which these cards were dealt; `size` must fit the other options."""
    game = the_game(len(hands), **options)
    return game.new(FixedDeal({"cards": draws(hands, deck, size), "starter": (starter,)}))


def position(
    *hands: str, tops: str = "1 1 100 100", deck: str = "", mover: int = 0, **options: Any
) -> TheGameState:
    """The start of the mover's turn, later on. A mover who is stuck has ended the game already.

    Cards that are not named lie in the rows, but no event tells that they were placed.
    """
    state = the_game(len(hands), **options).new(FixedDeal({"starter": (0,)}))
    state.hands = [sorted(cards(hand)) for hand in hands]
    state.deck = tuple(cards(deck))
    state.deck_index = 0
    state.left = len(state.deck) + sum(map(len, state.hands))
    state.tops = cards(tops)
    state.events = []
    state._start_turn(mover)
    return state


def play(state: TheGameState, *actions: str) -> TheGameState:
    """Take the actions one after another; returns the same state."""
    for action in actions:
        state.apply(parse_action(action))
    return state


def legal(state: TheGameState) -> str:
    """The legal actions as text."""
    return " ".join(action_text(action) for action in state.legal_actions())


def last_events(state: TheGameState, count: int) -> list[str]:
    """The latest public events in words."""
    return [event_text(event) for event in state.events[-count:]]


def over(state: TheGameState) -> bool:
    return state.seat == NOBODY


def deciding(state: TheGameState) -> tuple[int, TheGamePhase]:
    """Who decides what."""
    return state.seat, state.phase


def greedy(state: TheGameState) -> int:
    """The smallest jump; at the minimum only jumps of 1 and backwards tricks are still taken."""
    legal = state.legal_actions()
    places = [action for action in legal if action < END]
    best = min(places, key=lambda action: _jump(state, action), default=END)
    stop = legal[-1] == END and (best == END or _jump(state, best) > 1)
    return END if stop else best


def _jump(state: TheGameState, action: int) -> int:
    row, card = divmod(action, PLACES)
    return jump(row, state.tops[row], card)
