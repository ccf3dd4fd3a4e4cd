"""Worlds of The Game by brute force, and games played again from what a world implies.

Written without regard to referee.games.the_game.determinize.
"""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from referee.deals import FixedDeal
from referee.games.events import unpack
from referee.games.the_game import TheGame, TheGameObservation, TheGameState
from referee.games.the_game.actions import END, FLAGS, GLAD, TheGameEventKind
from referee.games.the_game.cards import PLACES


class World(NamedTuple):
    """All hands by seat, and the deck with its top card first."""

    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]


def world_of(state: TheGameState) -> World:
    return World(tuple(map(tuple, state.hands)), state.deck[state.deck_index :])


def arrangements(state: TheGameState, seat: int) -> list[TheGameState]:
    """Copies of the state, one for each way to arrange the cards that the seat does not see."""
    others = [other for other in range(len(state.hands)) if other != seat]
    unseen = {card for other in others for card in state.hands[other]} | set(
        state.deck[state.deck_index :]
    )
    found = []
    for hands, deck in _ways(sorted(unseen), [len(state.hands[other]) for other in others]):
        world = state.copy()
        world.deck, world.deck_index = deck, 0
        for other, hand in zip(others, hands, strict=True):
            world.hands[other] = list(hand)
        world.forget_legal()
        found.append(world)
    return found


def _ways(
    cards: Sequence[int], sizes: Sequence[int]
) -> list[tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]]:
    if not sizes:
        return [((), deck) for deck in permutations(cards)]
    return [
        ((hand, *hands), deck)
        for hand in combinations(cards, sizes[0])
        for hands, deck in _ways([card for card in cards if card not in hand], sizes[1:])
    ]


def follows(world: TheGameState, actions: Sequence[int], seat: int, seen: Sequence[object]) -> bool:
    """Whether the actions can be taken and the seat sees what `seen` says. Changes `world`.

    `seen` has the observations before each action and at the end.
    """
    for number, view in enumerate(seen):
        if world.observe(seat) != view:
            return False
        if number < len(actions):
            if actions[number] not in world.legal_actions():
                return False
            world.apply(actions[number])
    return True


def actions_of(history: Sequence[int]) -> list[int]:
    """The actions behind the public events; every decision is public."""
    first = {
        TheGameEventKind.GLAD: GLAD,
        TheGameEventKind.FLAGS: FLAGS,
        TheGameEventKind.PLACE: 0,
        TheGameEventKind.END: END,
    }
    # Of a card that is placed, `a` is the card and `b` the row; of flags and gladness `b` is 0. The
    # `a` of an end is a number of drawn cards.
    return [
        END
        if e.kind == TheGameEventKind.END
        else first[TheGameEventKind(e.kind)] + PLACES * e.b + e.a
        for e in map(unpack, history)
        if e.kind in first
    ]


def replayed(game: TheGame, view: TheGameObservation, state: TheGameState) -> TheGameState:
    """The game played from its start, on a deal that leads to `state`.

    `state` is a world that agrees with `view`, whose deck has no drawn cards.
    """
    events = [unpack(event) for event in view.history]
    players, size = game.terms.players, game.terms.hand_limit
    held = [
        [e.a for e in events if e.kind == TheGameEventKind.PLACE and e.seat == seat]
        + state.hands[seat]
        for seat in range(players)
    ]
    dealt = [held[seat][:size] for seat in range(players)]
    received = [size] * players
    deck = []
    for event in events:
        if event.kind == TheGameEventKind.END:
            seat, start = event.seat, received[event.seat]
            deck += held[seat][start : start + event.a]
            received[seat] += event.a
    order = [card - 2 for part in (*dealt, deck, state.deck) for card in part]
    first = events[0].seat if events else view.mover
    again = game.new(FixedDeal({"cards": order, "starter": (first,)}))
    for action in actions_of(view.history):
        again.apply(action)
    return again
