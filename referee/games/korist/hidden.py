"""Which cards are hidden from a seat, found by following every card of the deal.

This uses the deal and the public events alone, and nothing that the state keeps or shows. So the
leak check can compare it with the observations. Cards have the numbers that the deal gives them. If
a player lays one of several cards of a kind, it is taken to be one that everybody knows to be in
the hand. If there is none, it is the one that came into the hand first.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from referee.games.events import Event, unpack
from referee.games.korist.cards import JOKER, PACK, kind_of
from referee.games.korist.events import KoristEventKind, captured_layer
from referee.games.korist.sets import PARTS
from referee.games.korist.table import DUEL, DUEL_JOKERS, HAND, KoristTable

_FROM_DECK = frozenset(
    (KoristEventKind.SUPPLY, KoristEventKind.SHADOW, KoristEventKind.PILED, KoristEventKind.DECK)
)
"""Kinds of events in which a card leaves the deck."""
_MOVES = _FROM_DECK.union(
    (KoristEventKind.PILE, KoristEventKind.SHADOW_CAPTURE, KoristEventKind.LAY),
    (KoristEventKind.CAPTURE, KoristEventKind.TAKE, KoristEventKind.BACK),
)
"""Kinds of events in which cards change places."""
_MOVING = tuple(kind in _MOVES for kind in range(32))
"""Whether cards change places in an event, by its kind."""
_KINDS = tuple(map(kind_of, range(PACK)))
"""The kind of each card."""
_FIRST = {kind_of(number): number for number in reversed(range(PACK))}
"""The lowest card number of each kind."""
_MOST = Counter(map(kind_of, range(PACK)))
"""How many cards there are of each kind."""


@dataclass(slots=True)
class _Hand:
    """The cards of one player's hand.

    `private` has the numbers of those that only the player saw come, oldest first. `seen` counts
    by kind those that everybody knows to be in the hand.
    """

    private: list[int]
    seen: Counter[int] = field(default_factory=Counter)

    def lay(self, kind: int, count: int) -> None:
        """Take `count` cards of the kind out of the hand, first those that everybody knows of."""
        if not count:
            return
        known = min(self.seen[kind], count)
        self.seen[kind] -= known
        for _ in range(count - known):
            self.private.remove(next(c for c in self.private if _KINDS[c] == kind))


def hidden_cards(state: KoristTable, seat: int) -> frozenset[int]:
    """The numbers of the cards that the seat has never seen: in the deck or in other hands.

    Raises ValueError for a sampled world, as it was not dealt.
    """
    order = state.deal.drawn.get("cards")
    if order is None:
        raise ValueError("a sampled world has no deal, so its cards have no numbers")
    deck, hands = _unseen(order, tuple(state.events), state.players)
    return deck.union(*(hand for other, hand in enumerate(hands) if other != seat))


@lru_cache(maxsize=1)  # the leak check asks for one seat after another
def _unseen(
    order: tuple[int, ...], events: tuple[int, ...], players: int
) -> tuple[frozenset[int], list[list[int]]]:
    """The cards left in the deck, and by seat the private cards of each hand."""
    cards = iter(order)
    trail = _Trail(cards, _dealt(cards, players))
    for event in events:
        if _MOVING[event & 31]:
            trail.follow(unpack(event))
    # The cards that no event has taken from the iterator are the deck.
    return frozenset(cards), [hand.private for hand in trail.hands]


def _dealt(cards: Iterator[int], count: int) -> list[_Hand]:
    jokers = DUEL_JOKERS if count == DUEL else 0
    return [
        _Hand([next(cards) for _ in range(HAND - jokers)], Counter({JOKER: jokers}))
        for _ in range(count)
    ]


@dataclass(slots=True)
class _Trail:
    """Where the cards are after the events that were followed so far."""

    cards: Iterator[int]
    hands: list[_Hand]
    piles: list[list[int]] = field(default_factory=list)
    captured: Counter[int] = field(default_factory=Counter)

    def follow(self, event: Event) -> None:
        """Move the cards that the event moves."""
        kind, seat, a, b, c = event
        hand = self.hands[seat]
        if kind in _FROM_DECK:
            self._leave_deck(event, next(self.cards))
        elif kind == KoristEventKind.PILE:
            hand.seen.update(self.piles.pop(a))
        elif kind == KoristEventKind.SHADOW_CAPTURE:
            hand.seen[a] += b
        elif kind == KoristEventKind.LAY:
            hand.lay(a, b)
            hand.lay(JOKER, c)
        elif kind == KoristEventKind.CAPTURE:
            value, naturals, jokers = PARTS[captured_layer(event)]
            self.captured = Counter({value: naturals}) + Counter({JOKER: jokers})
        elif kind in (KoristEventKind.TAKE, KoristEventKind.BACK):
            hand.seen += self.captured

    def _leave_deck(self, event: Event, card: int) -> None:
        """Move the card from the deck to the supply, a pile or a hand.

        Only a card drawn into a hand keeps its number. In the supply and in the shadow offer the
        kind is enough, as everybody sees it.
        """
        if event.kind == KoristEventKind.SUPPLY:
            self.piles.append([kind_of(card)])
        elif event.kind == KoristEventKind.PILED:
            self.piles[event.b].append(kind_of(card))
        elif event.kind == KoristEventKind.DECK:
            self.hands[event.seat].private.append(card)


def assign_numbers(kinds: Mapping[int, int]) -> tuple[int, ...]:
    """Card numbers for so many cards of each kind, from the lowest number of the kind on.

    If there are more cards of a kind than in the pack, a number is returned twice, so that a check
    notices.
    """
    return tuple(
        _FIRST[kind] + min(place, _MOST[kind] - 1)
        for kind, count in kinds.items()
        for place in range(count)
    )


def alike(one: int, other: int) -> bool:
    """Whether the cards with these two numbers are of one kind."""
    return kind_of(one) == kind_of(other)
