"""Playouts for The Game: by rules of thumb to the end of the next player's turn, then an estimate.

Within a few turns the luck of the draw outweighs the effect of a card. So, until few cards are
left, an estimate by the room in the rows says more about an action than the game's end does.
"""

from functools import cache
from itertools import accumulate
from math import inf
from random import Random
from typing import Final

from referee.games.game import NOBODY, AnyState
from referee.games.the_game import TheGamePhase, TheGameState
from referee.games.the_game.actions import END
from referee.games.the_game.cards import FIRE_CARDS, PLACES, TRICK
from referee.games.the_game.terms import Terms

NEAR: Final = 25
"""With fewer cards left than this a game is played to its end."""
EAGER: Final = 0.5
"""The worth of placing a card beyond the minimum, in cards."""
MINE: Final = 6.0
"""With talk: the cost of placing on a row for which another player holds the backwards trick."""
BURNS: Final = 1000.0
"""What covering a fire saves: without it the game is lost."""
SPARK: Final = 8.0
"""The cost of leaving a fire to the next player."""
WEIGHTS: Final = (-5.93, 1.01, 0.60, -0.35, -0.81, 0.24, 0.39, 0.03, -0.15)
"""The weights of the features in `expected_left`: least squares over 5,000 games by thumb."""

_NO_WISHES: Final = (0.0,) * 4


def playout(state: AnyState, seat: int, random: Random) -> float:
    """Play on until the next player's turn is over, or to the end if few cards are left (NEAR).

    This changes `state`. Return minus the number of cards that are expected to be left, or the
    points of a finished game.
    """
    if not isinstance(state, TheGameState):
        raise TypeError(f"a playout of The Game needs its states, not {type(state).__name__}")
    talk = state.terms.talk
    state.terms = _silent(state.terms)
    while state.seat != NOBODY and state.phase != TheGamePhase.TURN:
        state.apply(state.legal_actions()[0])
    # The turn of the seat itself, if it is under way, and that of the next player.
    turns = inf if state.left < NEAR else 1 + (state.mover == seat and state.placed > 0)
    below = _play(state, turns, talk)
    return -expected_left(state, below) if state.seat != NOBODY else float(state.points()[seat])


@cache
def _silent(terms: Terms) -> Terms:
    """The terms without talk: playouts read the wishes from the hands instead of setting flags."""
    return terms._replace(talk=False)


def _play(state: TheGameState, turns: float, talk: bool) -> list[int]:
    """Play this many turns, or to the game's end.

    Return, by card, how many of the cards in hands and deck are lower.
    """
    left = [0] * (PLACES + 1)
    for card in (*state.deck[state.deck_index :], *[card for hand in state.hands for card in hand]):
        left[card] = 1
    below = [0, *accumulate(left)]
    wishes = _wishes(state) if talk else _NO_WISHES
    while state.seat != NOBODY and turns:
        action = by_thumb(state, below, wishes)
        state.apply(action)
        if action == END:
            turns -= 1
            below = [0, *accumulate(left)]
            wishes = _wishes(state) if talk else _NO_WISHES
        else:
            left[action % PLACES] = 0
    return below


def _wishes(state: TheGameState) -> tuple[float, ...]:
    """By row: MINE if a player other than the mover holds its backwards trick, or else 0."""
    others = {c for seat, hand in enumerate(state.hands) if seat != state.mover for c in hand}
    tricks = [top - TRICK if row < 2 else top + TRICK for row, top in enumerate(state.tops)]
    return tuple([MINE if trick in others else 0.0 for trick in tricks])


def by_thumb(state: TheGameState, below: list[int], wishes: tuple[float, ...]) -> int:
    """The placing with the lowest cost, or END if that costs less.

    The cost is the number of cards shut off, less if the hand has the trick that takes it back.
    """
    tops, hand, fire = state.tops, state.hands[state.seat], state.terms.fire
    best, least = END, EAGER if state.placed >= state.minimum else inf
    for action in state.legal_actions():
        if action == END:
            break
        row, card = divmod(action, PLACES)
        top = tops[row]
        back = card - TRICK if row < 2 else card + TRICK
        cost = _shut(row, top, card, below)
        if back in hand:
            both = _shut(row, top, back, below)
            cost = min(cost, both / 2 if both > 0 else both)
        cost += wishes[row]
        if fire:
            cost += SPARK * (card in FIRE_CARDS) - BURNS * (state.to_cover >> row & 1)
        if cost < least:
            best, least = action, cost
    return best


def _shut(row: int, top: int, card: int, below: list[int]) -> float:
    """How many cards the placing shuts off; for a backwards trick, minus those that it wins back.

    `below` has, by card, how many lower cards are left. The 0.5 makes even a trick that wins back
    nothing better than a placing that shuts off nothing.
    """
    if top < card:
        between = below[card] - below[top + 1]
        return between if row < 2 else -between - 0.5
    between = below[top] - below[card + 1]
    return -between - 0.5 if row < 2 else between


def expected_left(state: TheGameState, below: list[int]) -> float:
    """The number of cards that will be left in the end, an estimate.

    It is computed from the number of the cards left that each row can still take.
    """
    left, tops = state.left, state.tops
    poor, rich = sorted([left - below[top + 1] for top in tops[:2]])
    scarce, ample = sorted([below[top] for top in tops[2:]])
    features = (
        1,
        left,
        left * left / PLACES,
        poor + scarce,
        rich + ample,
        (poor * poor + scarce * scarce) / left,
        (rich * rich + ample * ample) / left,
        rich * ample / left,
        (poor * rich + scarce * ample) / left,
    )
    return sum([weight * feature for weight, feature in zip(WEIGHTS, features, strict=True)])
