"""Playouts for Kořist: one round by rules of thumb, then an estimate of the final points.

A game is long, but one round shows whether a set captures and whether it is captured. So a playout
ends when the seat's next turn begins. Every player is then credited with the cards laid, less those
that are likely to be captured, and with the points that the hand will bring.
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
"""The probability that a player who holds a set that captures lays it."""
LOSS: Final = 1.5
"""The points that a captured card costs the victim."""
PREY: Final = 0.9
"""The points that a captured card is worth to the captor, whoever gets it in the end."""
EACH_TURN: Final = 1.6
"""By how many cards a turn makes a hand smaller, on average."""
RISK: Final = (0.0, 0.45, 0.35, 0.2, 0.1)
"""The probability that a set of ones is captured later, by its size; 0.05 for larger sets."""
BLIND: Final = 0.3
"""The points that a card from the deck adds to the worth of a hand, roughly."""
WIN: Final = 10.0
"""Points that being ahead of another player in the end is worth, beside those of the game."""
SPREAD: Final = 4.0
"""By about how many points half a turn changes the lead of one player over another."""


def _safety(size: int, value: int) -> float:
    """The points that each card of the set will score: 1 if it stays laid, -1 if it is captured."""
    risk = RISK[size] if size < len(RISK) else 0.05
    return 1 - 2 * risk * (JOKER - value) / (JOKER - 1)


MAX_SIZE: Final = 13
"""The size of the largest set: all eight cards of a value with all five jokers."""
BRINGS: Final = [
    [size * _safety(size, value) for size in range(MAX_SIZE + 1)] for value in range(JOKER + 1)
]
"""BRINGS[value][size]: the points that the set will score when it is laid."""
LAYING: Final = [BRINGS[VALUE[laid]][SIZE[laid]] for laid in range(SETS)]
"""LAYING[number of a set]: the points that the set will score when it is laid."""
GROUPS: Final = sorted(
    [(BRINGS[v][n] + n, n, v) for v in range(1, JOKER) for n in range(1, COPIES + 1)], reverse=True
)
"""Groups of cards of one value: what laying them gains, their number, their value; best first."""
PLACES: Final = [
    [0, *[GROUPS.index((BRINGS[v][n] + n, n, v)) for n in range(1, COPIES + 1)]]
    for v in range(1, JOKER)
]
"""PLACES[value - 1][how many cards]: the index of the group in GROUPS."""
IN_TIME: Final = [gain - n for gain, n, _ in GROUPS]
"""By index in GROUPS: the points of the group if a whole turn is left to lay it."""
PERHAPS: Final = [0.5 * gain - n for gain, n, _ in GROUPS]
"""The same if half a turn is left."""
TOO_LATE: Final = [float(-n) for _, n, _ in GROUPS]
"""The same if no turn is left: the cards stay in the hand."""


@lru_cache(maxsize=1 << 17)
def worth(hand: int, turns: int) -> float:
    """The points that the hand will score with `turns` half turns left; two of them lay one set."""
    counts = hand.to_bytes(KINDS, "little")
    jokers = counts[-1]
    # Indexes into GROUPS and not its tuples, since numbers are sorted much faster.
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
    """The number of half turns of the seat until the game is likely to be over, at least 2."""
    hands = min(state.sizes[:seat] + state.sizes[seat + 1 :])
    stock = len(state.deck) + len(state.supply)
    if state.variant == "base":
        stock //= state.players
    return max(2, round(2 * min(hands / EACH_TURN, stock)))


def by_thumb(state: KoristState) -> int:
    """The move by rules of thumb, which look at nothing but what the seat may see."""
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
    """The worth of a victim's hand after drawing as many cards as were captured."""
    best = max([worth(hand + heap_of(pile), turns) for pile in state.supply], default=-1.0)
    return best + (SIZE[state.captured] - 1) * BLIND


def _draw(state: KoristState, legal: tuple[int, ...], hand: int, turns: int) -> int:
    without = worth(hand, turns)
    best, most = legal[0], -1000.0
    for action in legal:
        if action == NONE:
            gain = without
        elif action == DECK:
            gain = without + BLIND
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
        # A part of a group is laid only if it captures, or if the hand has no other cards.
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
    """Whether the seat is first if it lays its whole hand now; it wins at equal points too."""
    points = state.points()
    return max(points) <= points[seat] + 2 * state.sizes[seat]


def playout(state: AnyState, seat: int, random: Random) -> float:
    """Play until the next turn of the seat begins; `state` is changed.

    Return the sum of two means over the other players: of the expected lead, and of WIN times the
    prospect of being ahead in the end, which is from -1 to 1.
    """
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
    """The points that the seat is likely to have in the end; `sets` are those of each hand."""
    layers = state.layouts[seat]
    held = worth(state.hands[seat], turns_left(state, seat))
    laid = sum([SIZE[layer] for layer in layers])
    return laid + held - _danger(state, seat, layers[-1], sets) if layers else held


def _danger(state: KoristState, seat: int, top: int, sets: list[tuple[int, ...]]) -> float:
    """The points that captures are expected to cost the seat, whose top layer is `top`."""
    escape, captors = 1.0, _captors(top, state.variant == "expert")
    for other, held in enumerate(sets):
        if other != seat and not captors.isdisjoint(held):
            escape *= 1 - KEEN
    return (1 - escape) * LOSS * SIZE[top]


@cache
def _captors(top: int, ones: bool) -> frozenset[int]:
    """All sets that capture the top layer."""
    return frozenset(laid for laid in range(SETS) if captures(laid, top, ones=ones))
