"""Playouts for Naše hra: the game in progress to its end by rules of thumb, then an estimate.

The rules of thumb are those of the bot nase_hra_thumb, in parts simpler: choose the order in which
the hand has more taking cards, refuse wherever that is allowed, take from the talon with few taking
cards, and play the card that brings most in the trick and gives least to others. The ratings of a
card depend on which cards of a suit are held elsewhere. There are few such sets of cards, so the
ratings are computed once and cached.
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
"""By the number of players: how many points a point of another player costs this seat."""
CAUTION: Final = 0.1
"""Replies in a trick that this seat takes are less likely by the factor exp(-CAUTION * value)."""
GAIN_SHARE: Final = 0.3
"""The share of the mean value of its pairs that a taking card is expected to bring later."""
COST_SHARE: Final = 0.2
"""A card that is no taking card is worth COST_SHARE * (3 - the mean value of its pairs)."""
WIN: Final = 5.0
"""Points that being ahead of another player after the series is worth, beside those of the game."""
SPREAD: Final = 8.0
"""The standard deviation of the difference that a game makes between two players, in points."""


@cache
def later_worth(order: int, card: int, ranks: int) -> float:
    """The points that the card may still bring, less those that it may cost.

    `ranks` is a mask of the ranks of its suit that are held elsewhere.
    """
    taking, others = TAKING[order], LISTS[card >> 3][ranks]
    partners = [other for other in others if (taking >> other ^ taking >> card) & 1]
    if not partners:
        return 0.0
    mean = sum(trick_value((card, other)) for other in partners) / len(partners)
    if not taking >> card & 1:
        return COST_SHARE * (3 - mean)
    above = sum(strength(other, order) > strength(card, order) for other in others)
    return float(GAIN_SHARE * mean * 0.6**above)


@lru_cache(maxsize=1 << 17)
def trick_worth(players: int, order: int, trick: tuple[int, ...], card: int, ranks: int) -> float:
    """The points that playing the card is expected to bring in the trick, less those of others.

    `trick` has the cards before it. `ranks` is a mask of the ranks of the led suit that are held
    elsewhere.
    """
    played = (*trick, card)
    known, missing = mask_of(played), 3 - len(played)
    suited = LISTS[played[0] >> 3][ranks]
    # A guess at the probability that a player cannot follow.
    void = 0.5 ** len(suited)
    follows = (1 - void) / len(suited) if suited else 0.0
    # Stands for any card of another suit than the led one: it takes nothing.
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
        # With two players the pile leads (place 0), and what it takes scores for nobody.
        elif players == 3 or place:
            worth -= weight * SPITE[players] * value
        weights += weight
    return worth / weights


def by_thumb(state: NaseHraState) -> int:
    """The move by rules of thumb, which use only what the seat may know."""
    legal = state.legal_actions()
    if len(legal) == 1:
        return legal[0]
    if state.phase == NaseHraPhase.PLAY:
        return _best_card(state, legal)
    hand, order = state.hands[state.seat], state.order
    if state.phase == NaseHraPhase.ORDER:
        more = (hand & FIGURES).bit_count() > (hand & NUMBERS).bit_count()
        return CHOOSE_FIGURES if more else CHOOSE_NUMBERS
    if state.phase == NaseHraPhase.DISCARD:
        cards = [
            (later_worth(order, card, _ranks(FULL ^ hand, card)), card) for card in hand_cards(hand)
        ]
        return DISCARD + min(cards)[1]
    if state.phase == NaseHraPhase.TALON and (hand & TAKING[order]).bit_count() > ENOUGH:
        return TAKE
    # The last legal action refuses the game, or takes the most cards of the talon.
    return legal[-1]


def _best_card(state: NaseHraState, legal: tuple[int, ...]) -> int:
    """The card with the best sum of what it brings in the trick and costs later."""
    trick, order, players = state.trick, state.order, state.players
    elsewhere = 0
    for hand in state.hands:
        elsewhere |= hand
    for card in state.pile:
        elsewhere |= 1 << card
    elsewhere &= ~state.hands[state.seat]
    # The last card of a trick has no replies, so the ranks do not matter: 0 saves cache entries.
    led_ranks = _ranks(elsewhere, trick[0]) if len(trick) == 1 else 0
    best, most = legal[0], -100.0
    for card in legal:
        ranks = _ranks(elsewhere, card)
        worth = trick_worth(players, order, trick, card, led_ranks if trick else ranks)
        worth -= later_worth(order, card, ranks)
        if worth > most:
            best, most = card, worth
    return best


def _ranks(cards: int, card: int) -> int:
    """The ranks of those cards in the mask `cards` that are of the card's suit, as a mask."""
    return cards >> (card & 24) & 255


def playout(state: AnyState, seat: int, random: Random) -> float:
    """Play the game in progress to its end, which changes `state`; return the seat's prospect."""
    if not isinstance(state, NaseHraState):
        raise TypeError(f"a playout of Naše hra needs its states, not {type(state).__name__}")
    played = len(state.past_games)
    while state.seat != NOBODY and len(state.past_games) == played:
        state.apply(by_thumb(state))
    return _value(state, seat)


def _value(state: NaseHraState, seat: int) -> float:
    """The mean over the other players of the lead in points, plus WIN times a prospect.

    The prospect, from -1 to 1, is that of being ahead after the games to come.
    """
    triples, games = SERIES[state.series]
    # For each game, `past_games` has its chooser and then the scores by seat.
    to_come = triples * games - len(state.past_games) // (state.players + 1)
    # After the last game, 0.1 makes the prospect 1, -1 or, with equal points, 0.
    spread = SPREAD * sqrt(2 * to_come) if to_come else 0.1
    own = state.totals[seat]
    leads = [own - points for other, points in enumerate(state.totals) if other != seat]
    return sum([lead + WIN * erf(lead / spread) for lead in leads]) / len(leads)
