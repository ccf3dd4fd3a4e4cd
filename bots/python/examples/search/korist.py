"""Playouts for Kořist: one round by thumb, then an estimate of what is laid and what is held.

A game is long, and what a set does shows within a round: whether it captures, and whether it is
captured. So play goes on until the seat's next turn; then every player is credited with the cards
laid, less what is likely to be captured, and with what the hand will bring.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import erf, sqrt
from random import Random
from typing import Final

from referee.games.game import NOBODY, AnyState
from referee.games.korist import KoristPhase, KoristState
from referee.games.korist.actions import BACK, DECK, DISCARD, LEAVE, NONE, PILE, SHADOW, TAKE
from referee.games.korist.cards import COPIES, JOKER, KINDS, ONE, heap_of
from referee.games.korist.sets import CARDS, PARTS, SETS, SIZE, VALUE, captures, sets_in

KEEN: Final = 0.5
"""How often somebody captures who could."""
LOSS: Final = 1.5
"""What a card captured costs its owner."""
PREY: Final = 0.9
"""What a captured card is worth to the captor, whatever becomes of it."""
EACH_TURN: Final = 1.6
"""Cards that a player gets rid of in a turn."""
RISK: Final = (0.0, 0.45, 0.35, 0.2, 0.1)
"""How likely a set of ones is captured some day, by its size; 0.05 if it is larger."""
BLIND: Final = 0.3
"""What an unseen card is better than none, in part of the mean of its kinds."""
WIN: Final = 10.0
"""What being ahead of another in the end is worth beside the points."""
SPREAD: Final = 4.0
"""How far apart a turn takes two players."""


def _safety(size: int, value: int) -> float:
    """What a card of the set brings, from -1, in hand, to 1, laid for good."""
    risk = RISK[size] if size < len(RISK) else 0.05
    return 1 - 2 * risk * (JOKER - value) / (JOKER - 1)


MAX_SIZE: Final = 13
BRINGS: Final = [
    [size * _safety(size, value) for size in range(MAX_SIZE + 1)] for value in range(JOKER + 1)
]
"""BRINGS[value][size]: what the set will bring when it is laid."""
LAYING: Final = [BRINGS[VALUE[laid]][SIZE[laid]] for laid in range(SETS)]
"""By set."""
GROUPS: Final = sorted(
    [(BRINGS[v][n] + n, n, v) for v in range(1, JOKER) for n in range(1, COPIES + 1)], reverse=True
)
"""What all cards of a value gain when they are laid, how many they are, the value; best first."""
PLACES: Final = [
    [0, *[GROUPS.index((BRINGS[v][n] + n, n, v)) for n in range(1, COPIES + 1)]]
    for v in range(1, JOKER)
]
"""PLACES[value - 1][how many]: where they are in GROUPS."""
IN_TIME: Final = [gain - n for gain, n, _ in GROUPS]
"""What the group at a place brings if there is a whole turn left to lay it."""
PERHAPS: Final = [0.5 * gain - n for gain, n, _ in GROUPS]
"""The same if there is half a turn left."""
TOO_LATE: Final = [float(-n) for _, n, _ in GROUPS]
"""The same if there is none: its cards stay in hand."""


@lru_cache(maxsize=1 << 17)
def worth(hand: int, turns: int) -> float:
    """What the hand will score when there are so many half turns left to lay its sets."""
    counts = hand.to_bytes(KINDS, "little")
    jokers = counts[-1]
    # Numbers are sorted much faster than tuples.
    groups = sorted([places[n] for places, n in zip(PLACES, counts, strict=False) if n])
    if not groups:
        return jokers * min(1.0, turns / 2) + 0.3 * jokers
    _, size, value = GROUPS[groups[0]]
    best = BRINGS[value][size + jokers] + size
    score = 0.3 * jokers + (min(1.0, turns / 2) * best - size)
    for place in groups[1:]:
        turns -= 2
        if turns > 1:
            score += IN_TIME[place]
        else:
            score += PERHAPS[place] if turns == 1 else TOO_LATE[place]
    return score


def turns_left(state: KoristState, seat: int) -> int:
    """Half turns until the game is likely to be over."""
    hands = min(state.sizes[:seat] + state.sizes[seat + 1 :])
    stock = len(state.deck) + len(state.supply)
    if state.variant == "base":
        stock //= state.players
    return max(2, round(2 * min(hands / EACH_TURN, stock)))


def by_thumb(state: KoristState) -> int:
    """The move of a player who looks at nothing but what the seat may see."""
    legal = state.legal_actions()
    if len(legal) == 1:
        return legal[0]
    if state.phase == KoristPhase.LAY:
        return _lay(state, legal)
    hand, turns = state.hands[state.seat], turns_left(state, state.seat)
    if state.phase == KoristPhase.SHADOW:
        size = SIZE[state.layouts[state.turn][-1]]
        return max(legal, key=lambda a: worth(hand + size * ONE[a - SHADOW + 1], turns))
    if state.phase == KoristPhase.TAKE:
        gain = worth(hand + CARDS[state.captured], turns - 2) - worth(hand, turns - 2)
        return TAKE if gain > 0 else LEAVE
    if state.phase == KoristPhase.RETURN:
        back = worth(hand + CARDS[state.captured], turns)
        return BACK if back > _drawn(state, hand, turns) else DISCARD
    return _draw(state, legal, hand, turns)


def _drawn(state: KoristState, hand: int, turns: int) -> float:
    """What the hand is worth when the victim has drawn."""
    best = max([worth(hand + heap_of(pile), turns) for pile in state.supply], default=-1.0)
    return best + (SIZE[state.captured] - 1) * BLIND


def _draw(state: KoristState, legal: tuple[int, ...], hand: int, turns: int) -> int:
    own = worth(hand, turns)
    best, most = legal[0], -1000.0
    for action in legal:
        if action == NONE:
            gain = own
        elif action == DECK:
            gain = own + BLIND
        else:
            gain = worth(hand + heap_of(state.supply[action - PILE]), turns)
        if gain > most:
            best, most = action, gain
    return best


def _lay(state: KoristState, legal: tuple[int, ...]) -> int:
    seat = state.seat
    hand, turns, ones = state.hands[seat], turns_left(state, seat), state.variant == "expert"
    counts = hand.to_bytes(KINDS, "little")
    tops = [layers[-1] for other, layers in enumerate(state.layouts) if layers and other != seat]
    threats = [(_captors(top, ones), SIZE[top]) for top in tops]
    prey = 2 * PREY / (state.players - 1)
    best, most = legal[0], -1000.0
    for laid in legal:
        value, naturals, _ = PARTS[laid]
        taken = sum([size for captors, size in threats if laid in captors])
        whole = counts[value - 1]
        if not taken and 0 < naturals < whole and hand != whole * ONE[value]:
            continue
        rest = hand - CARDS[laid]
        if rest:
            gain = LAYING[laid] + worth(rest, turns - 2) + prey * taken
        else:
            gain = 500.0 if _goes_out_first(state, seat) else -500.0
        if gain > most:
            best, most = laid, gain
    return best


def _goes_out_first(state: KoristState, seat: int) -> bool:
    """Whether laying all that is left is enough to be first."""
    points = state.points()
    return max(points) <= points[seat] + 2 * state.sizes[seat]


def playout(state: AnyState, seat: int, random: Random) -> float:
    """Play until the next turn of the seat begins; the lead to expect, and what it promises."""
    if not isinstance(state, KoristState):
        raise TypeError(f"a playout of Kořist needs its states, not {type(state).__name__}")
    while state.seat != NOBODY and not (state.turn == seat and state.phase == KoristPhase.LAY):
        state.apply(by_thumb(state))
    others = [other for other in range(state.players) if other != seat]
    if state.seat == NOBODY:
        points, places = state.points(), state.outcome().places
        ahead = [(places[seat] < places[o]) - (places[seat] > places[o]) for o in others]
        return _mean([points[seat] - points[o] for o in others]) + WIN * _mean(ahead)
    sets = [sets_in(hand) for hand in state.hands]
    prospects = [_prospect(state, each, sets) for each in range(state.players)]
    leads = [prospects[seat] - prospects[other] for other in others]
    spread = SPREAD * sqrt(turns_left(state, seat))
    return _mean(leads) + WIN * _mean([erf(lead / spread) for lead in leads])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _prospect(state: KoristState, seat: int, sets: list[tuple[int, ...]]) -> float:
    """What the seat is likely to have in the end; `sets` are those of each hand."""
    layers = state.layouts[seat]
    held = worth(state.hands[seat], turns_left(state, seat))
    laid = sum([SIZE[layer] for layer in layers])
    return laid + held - _danger(state, seat, layers[-1], sets) if layers else held


def _danger(state: KoristState, seat: int, top: int, sets: list[tuple[int, ...]]) -> float:
    """What the captures that threaten a top layer are likely to cost."""
    escape, captors = 1.0, _captors(top, state.variant == "expert")
    for other, held in enumerate(sets):
        if other != seat and not captors.isdisjoint(held):
            escape *= 1 - KEEN
    return (1 - escape) * LOSS * SIZE[top]


@cache
def _captors(top: int, ones: bool) -> frozenset[int]:
    """All sets that capture the top layer."""
    return frozenset(laid for laid in range(SETS) if captures(laid, top, ones=ones))
