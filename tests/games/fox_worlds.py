"""Every world that a seat of the fox must reckon with, found by brute force.

Written without regard to referee.games.fox.determinize: all hands the opponent may have been dealt,
all cards it may have drawn and all it may have buried are tried against the public history.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, permutations
from typing import NamedTuple

from referee.cards import cards_of
from referee.deals import FixedDeal
from referee.games.events import Event, unpack
from referee.games.fox import FoxObservation, FoxPhase, FoxState
from referee.games.fox.actions import GIVE, KEEP, UNDER, FoxEventKind
from tests.games.fox_positions import fox

PACK = frozenset(range(33))


class World(NamedTuple):
    """What the opponent holds now, and what it drew and put under the deck, oldest first."""

    hand: frozenset[int]
    drawn: tuple[int, ...]
    buried: tuple[int, ...]


def world_of(state: FoxState, seat: int) -> World:
    """The world as it is in the state, for the seat that cannot see it."""
    opponent = 1 - seat
    return World(
        frozenset(cards_of(state.hands[opponent])), state.drawn[opponent], state.buried[opponent]
    )


def worlds(view: FoxObservation, most: int) -> list[World] | None:
    """All worlds, or None if there are more than `most`."""
    found = list(islice(_search(view), most + 1))
    return None if len(found) > most else found


def _search(view: FoxObservation) -> Iterator[World]:
    opponent = 1 - view.seat
    history = [unpack(event) for event in view.history]
    # The first event is the deal, which shows the decree.
    unknown = PACK - _dealt_to(view) - set(view.drawn) - {history[0].a}
    showed = {
        e.a
        for e in history
        if e.seat == opponent and e.kind in (FoxEventKind.PLAY, FoxEventKind.GIVE)
    }
    draws = sum(e.kind == FoxEventKind.UNDER and e.seat == opponent for e in history)
    followed = [e for e in history if _moves_cards(e, opponent)]
    for drawn in permutations(sorted(unknown), draws):
        sure = (showed & unknown) - set(drawn)
        free = unknown - showed - set(drawn)
        if len(sure) > 13:
            continue
        for rest in combinations(sorted(free), 13 - len(sure)):
            hand = sure.union(rest)
            for now, buried in _follow(followed, opponent, hand, drawn):
                yield World(now, drawn, buried)


def _moves_cards(event: Event, opponent: int) -> bool:
    """Whether a card is played, or the opponent exchanges one or puts one under the deck."""
    others = (FoxEventKind.GIVE, FoxEventKind.UNDER)
    return event.kind == FoxEventKind.PLAY or (event.seat == opponent and event.kind in others)


def _dealt_to(view: FoxObservation) -> set[int]:
    """The thirteen cards that the seat was dealt."""
    hand = set(view.hand) | set(view.buried)
    for event in reversed([unpack(event) for event in view.history]):
        if event.seat == view.seat and event.kind == FoxEventKind.PLAY:
            hand.add(event.a)
        elif event.seat == view.seat and event.kind == FoxEventKind.GIVE:
            hand -= {event.b}
            hand.add(event.a)
    return hand - set(view.drawn)


@dataclass(slots=True)
class _Line:
    """One way things may have gone so far."""

    hand: frozenset[int]
    buried: tuple[int, ...] = ()
    led: int | None = None


def _follow(
    history: Sequence[Event], opponent: int, hand: frozenset[int] | set[int], drawn: Sequence[int]
) -> Iterator[tuple[frozenset[int], tuple[int, ...]]]:
    """All burials with which the opponent could do what it did; with its hand at the end."""
    lines = [_Line(frozenset(hand))]
    for event in history:
        lines = [after for line in lines for after in _step(line, event, opponent, drawn)]
        if not lines:
            return
    for line in lines:
        yield line.hand, line.buried


def _step(line: _Line, event: Event, opponent: int, drawn: Sequence[int]) -> list[_Line]:
    hand, buried, led = line.hand, line.buried, line.led
    is_opponents = event.seat == opponent
    if event.kind == FoxEventKind.PLAY:
        if is_opponents and event.a not in (hand if led is None else _may_answer(hand, led)):
            return []
        held = hand - {event.a} if is_opponents else hand
        return [_Line(held, buried, event.a if led is None else None)]
    if event.kind == FoxEventKind.GIVE and is_opponents:
        return [_Line(hand - {event.a} | {event.b}, buried, led)] if event.a in hand else []
    if event.kind == FoxEventKind.UNDER and is_opponents:
        held = hand | {drawn[len(buried)]}
        return [_Line(held - {card}, (*buried, card), led) for card in sorted(held)]
    return [line]


def _may_answer(hand: frozenset[int], led: int) -> set[int]:
    """FOX-6 and FOX-16 on bare numbers."""
    suit = {card for card in hand if card // 11 == led // 11}
    if suit and led % 11 == 10:
        return {card for card in suit if card == max(suit) or card % 11 == 0}
    return suit or set(hand)


def replayed(view: FoxObservation, state: FoxState) -> FoxState:
    """The round played again from the deal that the state implies, through the rules."""
    hands = [set(cards_of(hand)) for hand in state.hands]
    deck, decree = list(state.deck), state.decree
    drawn = [list(cards) for cards in state.drawn]
    buried = [list(cards) for cards in state.buried]
    actions: list[int] = []
    if view.phase == FoxPhase.WOODCUTTER:
        _undo_draw(view.to_move, hands, deck, drawn)
    for kind, seat, a, b, _ in reversed([unpack(event) for event in view.history]):
        if kind == FoxEventKind.PLAY:
            hands[seat].add(a)
            actions.append(a)
        elif kind == FoxEventKind.GIVE:
            hands[seat] = hands[seat] - {b} | {a}
            decree = b
            actions.append(GIVE + a)
        elif kind == FoxEventKind.KEEP:
            actions.append(KEEP)
        elif kind == FoxEventKind.UNDER:
            card = buried[seat].pop()
            assert deck.pop() == card
            hands[seat].add(card)
            actions.append(UNDER + card)
            _undo_draw(seat, hands, deck, drawn)
    order = (*sorted(hands[0]), *sorted(hands[1]), decree, *deck)
    again = fox().new(FixedDeal({"dealer": (view.dealer,), "round/1/cards": order}))
    for action in reversed(actions):
        again.apply(action)
    return again


def _undo_draw(seat: int, hands: list[set[int]], deck: list[int], drawn: list[list[int]]) -> None:
    card = drawn[seat].pop()
    hands[seat].remove(card)
    deck.insert(0, card)
