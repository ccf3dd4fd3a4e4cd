"""Playouts for Naše hra: the game in progress to its end by thumb, then what its points are worth.

The rules of thumb are those of a patient player: the longer group, a refusal wherever it is
allowed, the talon when short of taking cards, and in a trick the card that brings most and gives
least away. What a card is likely to do depends on the cards of its suit that are left elsewhere,
so it is worked out once for each such set and then only looked up.
"""

from functools import cache, lru_cache
from itertools import permutations
from math import erf, exp, sqrt
from random import Random
from typing import Final

from referee.cards import mask_of
from referee.games.game import NOBODY, AnyState
from referee.games.nase_hra import NaseHraPhase, NaseHraState
from referee.games.nase_hra.actions import CHOOSE_FIGURES, CHOOSE_NUMBERS, DISCARD, TAKE
from referee.games.nase_hra.cards import (
    FIGURES,
    FULL,
    LISTS,
    NUMBERS,
    TAKING,
    hand_cards,
    mask_value,
    strength,
    taker,
    trick_value,
)
from referee.games.nase_hra.course import SERIES

ENOUGH: Final = 5
"""With more taking cards than this the point for renouncing is better than the talon."""
SPITE: Final = {2: 0.9, 3: 0.45}
"""How much a point of another's hurts, by players."""
CAUTION: Final = 0.1
"""How much less often others feed a trick that one wins than chance would, by its value."""
PATIENCE: Final = 0.3
"""The share of a taking card's best trick that it is hoped to bring later."""
DREAD: Final = 0.2
"""The share of a sharp card's worst trick that it is feared to cost later."""
WIN: Final = 5.0
"""What being ahead of another when the series is over is worth beside the points."""
SPREAD: Final = 8.0
"""How far apart a game takes two players, as a standard deviation."""


@cache
def keeping(order: int, card: int, ranks: int) -> float:
    """What the card may still bring or cost if these ranks of its suit are held elsewhere."""
    taking, others = TAKING[order], LISTS[card >> 3][ranks]
    partners = [other for other in others if (taking >> other ^ taking >> card) & 1]
    if not partners:
        return 0.0
    mean = sum(trick_value((card, other)) for other in partners) / len(partners)
    if not taking >> card & 1:
        return DREAD * (3 - mean)
    above = sum(strength(other, order) > strength(card, order) for other in others)
    return float(PATIENCE * mean * 0.6**above)


@lru_cache(maxsize=1 << 17)
def trick_worth(players: int, order: int, trick: tuple[int, ...], card: int, ranks: int) -> float:
    """What playing the card into the trick is likely to bring, less what it gives to others.

    `ranks` are those of the led suit that are held elsewhere.
    """
    played = (*trick, card)
    known, missing = mask_of(played), 3 - len(played)
    suited = LISTS[played[0] >> 3][ranks]
    void = 0.5 ** len(suited)
    follows = (1 - void) / len(suited) if suited else 0.0
    # A card of another suit takes nothing; which one it is makes no difference.
    stray = played[0] ^ 8
    worth = weights = 0.0
    for replies in permutations((*suited, *[stray] * missing), missing):
        weight, cards = 1.0, known
        for reply in replies:
            if reply == stray:
                weight *= void
            else:
                weight *= follows
                cards |= 1 << reply
        first, second, third = played + replies
        value, place = mask_value(cards), taker((first, second, third), order)
        if place == len(trick):
            weight *= exp(-CAUTION * value)
            worth += weight * value
        elif players == 3 or place:
            worth -= weight * SPITE[players] * value
        weights += weight
    return worth / weights


def by_thumb(state: NaseHraState) -> int:
    """The move of a player who knows what a seat may know."""
    legal = state.legal_actions()
    if len(legal) == 1:
        return legal[0]
    if state.phase == NaseHraPhase.PLAY:
        return _card(state, legal)
    hand, order = state.hands[state.seat], state.order
    if state.phase == NaseHraPhase.ORDER:
        more = (hand & FIGURES).bit_count() > (hand & NUMBERS).bit_count()
        return CHOOSE_FIGURES if more else CHOOSE_NUMBERS
    if state.phase == NaseHraPhase.DISCARD:
        cards = [
            (keeping(order, card, _ranks(FULL ^ hand, card)), card) for card in hand_cards(hand)
        ]
        return DISCARD + min(cards)[1]
    if state.phase == NaseHraPhase.TALON and (hand & TAKING[order]).bit_count() > ENOUGH:
        return TAKE
    return legal[-1]


def _card(state: NaseHraState, legal: tuple[int, ...]) -> int:
    """The card that does best in the trick and is missed least."""
    trick, order, players = state.trick, state.order, state.players
    elsewhere = 0
    for hand in state.hands:
        elsewhere |= hand
    for card in state.pile:
        elsewhere |= 1 << card
    elsewhere &= ~state.hands[state.seat]
    of_led = _ranks(elsewhere, trick[0]) if len(trick) == 1 else 0
    best, most = legal[0], -100.0
    for card in legal:
        ranks = _ranks(elsewhere, card)
        worth = trick_worth(players, order, trick, card, of_led if trick else ranks)
        worth -= keeping(order, card, ranks)
        if worth > most:
            best, most = card, worth
    return best


def _ranks(cards: int, card: int) -> int:
    """Which cards of the card's suit are among them, as a mask of ranks."""
    return cards >> (card & 24) & 255


def playout(state: AnyState, seat: int, random: Random) -> float:
    """Play the game in progress to its end; the lead over each other, and what it promises."""
    if not isinstance(state, NaseHraState):
        raise TypeError(f"a playout of Naše hra needs its states, not {type(state).__name__}")
    played = len(state.past_games)
    while state.seat != NOBODY and len(state.past_games) == played:
        state.apply(by_thumb(state))
    return _value(state, seat)


def _value(state: NaseHraState, seat: int) -> float:
    """The mean over the others of the lead, and of the chance to keep it in the games to come."""
    triples, games = SERIES[state.series]
    to_come = triples * games - len(state.past_games) // (state.players + 1)
    spread = SPREAD * sqrt(2 * to_come) if to_come else 0.1
    own = state.totals[seat]
    leads = [own - points for other, points in enumerate(state.totals) if other != seat]
    return sum([lead + WIN * erf(lead / spread) for lead in leads]) / len(leads)
