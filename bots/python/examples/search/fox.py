"""Playouts for The Fox in the Forest: four tricks by rules of thumb, then an estimate of the rest.

Uniformly random moves to the end of the game say little about a card. These playouts play the next
tricks by rules, and judge the rest by the strength of both hands, which a sampled world shows.
"""

from functools import cache
from math import comb
from random import Random
from typing import Final

from referee.games.fox import FoxState
from referee.games.fox.actions import GIVE
from referee.games.fox.cards import PACK, TREASURE, follower_wins, hand_cards, rank
from referee.games.fox.state import NO_CARD, TRICK_POINTS, TRICKS
from referee.games.game import NOBODY, AnyState

DEPTH: Final = 4
"""How many tricks are played before the estimate."""
NEAR: Final = 11
"""If a playout would reach this many tricks, it plays the round to its end instead."""
WHIM: Final = 0.2
"""The share of moves that are made at random."""
TREASURES: Final = 0.3
"""What a Treasure adds to the merit of winning a trick, and takes from that of losing it."""
LEAD_COST: Final = 0.4
"""Points that leading the next trick costs."""
WIN: Final = 10.0
"""Points that winning the match is worth, beside those of the game."""
STEPS: Final = 20
"""Strengths are rounded to multiples of 1 / STEPS, so that few prospects have to be computed."""

_CARDS: Final = range(PACK)


def _leads(card: int, trump: int) -> float:
    """How often the card takes a trick that it leads, against any other card of the pack."""
    return sum(not follower_wins(card, c, 11 * trump) for c in _CARDS if c != card) / (PACK - 1)


def _follows(card: int, trump: int) -> float:
    """How often the card takes a trick as the answer to any other card of the pack."""
    return sum(follower_wins(c, card, 11 * trump) for c in _CARDS if c != card) / (PACK - 1)


POWER: Final = [[(_leads(c, t) + _follows(c, t)) / 2 for c in _CARDS] for t in range(3)]
"""POWER[trump suit][card]: how often the card takes a trick, if it leads half of the time."""


def _merit(card: int, led: int, trump: int, wanted: bool) -> float:
    """How good the card is for a player who wants the trick, or does not want it.

    `led` is the card that was led, or NO_CARD. A card is good where it does more than it would in
    other tricks.
    """
    if led == NO_CARD:
        win, treasures = _leads(card, trump), int(rank(card) == TREASURE)
    else:
        win = float(follower_wins(led, card, 11 * trump))
        treasures = (rank(card) == TREASURE) + (rank(led) == TREASURE)
    spent = (win - POWER[trump][card]) * (1 if wanted else -1)
    return spent + (2 * win - 1) * TREASURES * treasures


MERIT: Final = [
    [
        [[_merit(card, led, trump, wanted) for card in _CARDS] for wanted in (False, True)]
        for led in (*_CARDS, NO_CARD)
    ]
    for trump in range(3)
]
"""MERIT[trump suit][led card][whether the trick is wanted][card]; the led card -1 is none."""


@cache
def prospect(taken: int, lost: int, strength: int) -> float:
    """The expected lead in points at the end of the round.

    Each trick that is left is won with the probability strength / STEPS.
    """
    chance, left = strength / STEPS, TRICKS - taken - lost
    return sum(
        comb(left, more)
        * chance**more
        * (1 - chance) ** (left - more)
        * (TRICK_POINTS[taken + more] - TRICK_POINTS[lost + left - more])
        for more in range(left + 1)
    )


WANTED: Final = {
    (taken, lost): prospect(taken + 1, lost, STEPS // 2) > prospect(taken, lost + 1, STEPS // 2)
    for taken in range(TRICKS)
    for lost in range(TRICKS - taken)
}
"""WANTED[taken, lost]: whether to take the next trick, with hands of equal strength."""


def by_thumb(state: FoxState, random: Random) -> int:
    """A move by rules of thumb. Effects of cards, and WHIM of the cards, are chosen at random."""
    legal = state.legal_actions()
    if len(legal) == 1:
        return legal[0]
    if legal[0] >= GIVE or random.random() < WHIM:
        return legal[int(random.random() * len(legal))]
    tricks, me = state.tricks, state.seat
    wanted = WANTED[tricks[me], tricks[1 - me]]
    return max(legal, key=MERIT[state.decree // 11][state.led][wanted].__getitem__)


def strength(state: FoxState, seat: int) -> int:
    """The seat's probability of taking a later trick, times STEPS, by the power of both hands."""
    power = POWER[state.decree // 11]
    own, other = (_mean_power(state.hands[each], power) for each in (seat, 1 - seat))
    return min(STEPS, max(0, round(STEPS / 2 + STEPS * (own - other))))


def _mean_power(hand: int, power: list[float]) -> float:
    return sum([power[card] for card in hand_cards(hand)]) / max(1, hand.bit_count())


def playout(state: AnyState, seat: int, random: Random) -> float:
    """Play DEPTH more tricks, or to the end of the round if that is near; `state` is changed.

    Return the seat's expected lead in points, with WIN added or subtracted at the match's end.
    """
    if not isinstance(state, FoxState):
        raise TypeError(f"a playout of the fox needs its states, not {type(state).__name__}")
    stop, rounds = sum(state.tricks) + DEPTH, len(state.past_rounds)
    if stop < NEAR:
        while sum(state.tricks) < stop:
            state.apply(by_thumb(state, random))
        own, other = state.points()[seat], state.points()[1 - seat]
        to_come = prospect(state.tricks[seat], state.tricks[1 - seat], strength(state, seat))
        return own - other + to_come + (-LEAD_COST if state.seat == seat else LEAD_COST)
    while state.seat != NOBODY and len(state.past_rounds) == rounds:
        state.apply(by_thumb(state, random))
    own, other = state.points()[seat], state.points()[1 - seat]
    return own - other + WIN * _won(state, seat)


def _won(state: FoxState, seat: int) -> int:
    """1 if the seat won the match, -1 if it lost, tie-break included; 0 while the match goes on."""
    if state.seat != NOBODY:
        return 0
    places = state.outcome().places
    return (places[seat] < places[1 - seat]) - (places[seat] > places[1 - seat])
