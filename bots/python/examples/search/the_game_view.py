"""Reads an observation of The Game: which actions deserve a search, and what others may hold.

Talk is not searched. This bot sets the flag 2 on a row if it holds the card of its backwards trick,
and 1 if it holds a near card. If any player has set a flag, the bot assumes that the flags of all
others mean the same.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from referee.games.events import unpack
from referee.games.game import AnyGame, AnyState
from referee.games.the_game import TheGameObservation, TheGamePhase, TheGameState
from referee.games.the_game.actions import FLAGS, GLAD, TheGameEventKind, flags_code
from referee.games.the_game.cards import HIGHEST, LOWEST, PLACES, STARTS, TRICK, jump

NEAR: Final = 4
"""The near cards of a row are this many: the next ones that are in no row yet."""
GLAD_UP_TO: Final = (2, 5, 9)
"""The gladness is 3, 2 or 1 if the two cheapest first cards shut off at most this many cards, and
otherwise 0."""


class Row(NamedTuple):
    """The cards that decide how a player flags a row."""

    trick: int
    """The card of the backwards trick, which need not be in the game any more."""
    near: frozenset[int]


def shortlist(seen: TheGameObservation, legal: Sequence[int]) -> list[int]:
    """The indexes in `legal` of the actions that are worth a search.

    In a turn they are each row's nearest card, backwards tricks, cards that a backwards trick can
    take back, and the end of the turn. For talk it is the one answer that this bot gives.
    """
    if seen.phase == TheGamePhase.FLAGS:
        hand = frozenset(seen.hand)
        flags = [_flag(row, hand) for row in rows(seen.tops, _left(seen))]
        return [list(legal).index(FLAGS + flags_code(tuple(flags)))]
    if seen.phase == TheGamePhase.GLADNESS:
        return [list(legal).index(GLAD + _gladness(seen.hand))]
    # Of two rows of one direction with equal tops only the first is tried.
    worth = {
        PLACES * row + card
        for row, top in enumerate(seen.tops)
        if not (row % 2 and seen.tops[row - 1] == top)
        for card in _worthwhile(row, top, seen.hand)
    }
    return [n for n, action in enumerate(legal) if action in worth or action >= PLACES * 4]


def _worthwhile(row: int, top: int, hand: Sequence[int]) -> Iterator[int]:
    ahead = [card for card in hand if jump(row, top, card) > 0]
    yield from ahead[:1] if row < 2 else ahead[-1:]
    for card in hand:
        if jump(row, top, card) == -TRICK or any(jump(row, card, c) == -TRICK for c in hand):
            yield card


def rows(tops: Sequence[int], left: frozenset[int]) -> list[Row]:
    """The rows with these tops, while the cards in `left` are in no row."""
    result = []
    for row, top in enumerate(tops):
        ahead = range(top + 1, HIGHEST + 1) if row < 2 else range(top - 1, LOWEST - 1, -1)
        near = [card for card in ahead if card in left][:NEAR]
        result.append(Row(top - TRICK if row < 2 else top + TRICK, frozenset(near)))
    return result


def _flag(row: Row, hand: frozenset[int]) -> int:
    return 2 if row.trick in hand else 1 if row.near & hand else 0


def _left(seen: TheGameObservation) -> frozenset[int]:
    """The cards that are in no row."""
    placed = {e.a for e in map(unpack, seen.history) if e.kind == TheGameEventKind.PLACE}
    return frozenset(range(LOWEST, HIGHEST + 1)) - placed


def _gladness(hand: Sequence[int]) -> int:
    """How gladly to start, by the two cards of the hand that are nearest to the empty rows."""
    low, high = STARTS[0], STARTS[-1]
    costs = (hand[1] - low - 2, high - hand[-2] - 2, hand[0] - low - 1 + high - hand[-1] - 1)
    return sum(min(costs) <= limit for limit in GLAD_UP_TO)


def sample(game: AnyGame, seen: TheGameObservation, random: Random) -> AnyState:
    """A world in which the others hold the cards that their flags tell of, as far as possible.

    If no flag is set, or talk is asked for, it is any world.
    """
    state = game.determinize(seen, random)
    if isinstance(state, TheGameState) and any(seen.flags) and seen.phase == TheGamePhase.TURN:
        _deal_by_flags(state, seen, random)
    return state


def _deal_by_flags(state: TheGameState, seen: TheGameObservation, random: Random) -> None:
    """Deal the unseen cards of `state` anew: the flagged tricks, then near cards, then the rest."""
    asked = _rows_when_asked(seen)
    seats = [seat for seat, size in enumerate(seen.hand_sizes) if size and seat != seen.seat]
    random.shuffle(seats)
    deck = list(state.deck)
    deck += [card for seat in seats for card in state.hands[seat]]
    random.shuffle(deck)
    hands: dict[int, list[int]] = {seat: [] for seat in seats}
    for wanted in (2, 1):
        for seat in seats:
            for row, flag in zip(asked, _flags(seen, seat), strict=True):
                fitting = {row.trick} if wanted == 2 else row.near - _banned(asked, seen, seat)
                hand = hands[seat]
                if flag == wanted and len(hand) < seen.hand_sizes[seat] and not fitting & {*hand}:
                    _take(hand, deck, [card for card in deck if card in fitting][:1])
    for seat in seats:
        banned, hand = _banned(asked, seen, seat), hands[seat]
        # Banned cards come last, so that they are dealt only if there are no others.
        free = sorted(deck, key=banned.__contains__)
        _take(hand, deck, free[: seen.hand_sizes[seat] - len(hand)])
        state.hands[seat] = sorted(hand)
    state.deck = tuple(deck)


def _take(hand: list[int], deck: list[int], cards: list[int]) -> None:
    for card in cards:
        deck.remove(card)
        hand.append(card)


def _flags(seen: TheGameObservation, seat: int) -> tuple[int, ...]:
    return seen.flags[4 * seat : 4 * seat + 4]


def _banned(asked: Sequence[Row], seen: TheGameObservation, seat: int) -> set[int]:
    """The cards that the seat does not hold, or it would have set other flags."""
    flagged = list(zip(asked, _flags(seen, seat), strict=True))
    tricks = {row.trick for row, flag in flagged if flag < 2}
    return tricks.union(*[row.near for row, flag in flagged if flag == 0])


def _rows_when_asked(seen: TheGameObservation) -> list[Row]:
    """The rows as they were when this turn began: the others have set their flags just before."""
    tops, left = list(STARTS), set(range(LOWEST, HIGHEST + 1))
    history = [unpack(event) for event in seen.history]
    turn = max(n for n, event in enumerate(history) if event.kind == TheGameEventKind.TURN)
    for event in history[:turn]:
        if event.kind == TheGameEventKind.PLACE:
            tops[event.b] = event.a
            left.discard(event.a)
    return rows(tops, frozenset(left))
