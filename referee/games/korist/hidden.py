"""Finds the cards that are hidden from a seat, by following every card of the deal.

Only the deal, the public events and the number of players are used, and no other field of the
state. So the leak check can compare the result with the observations. Cards have the numbers that
the deal gives them.

A player may lay one of several cards of a kind. It is then taken to be one that everybody knows to
be in the hand; if there is none, the one that came into the hand first.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from referee.games.events import Event, unpack
from referee.games.korist.cards import JOKER, PACK, kind_of
from referee.games.korist.events import KoristEventKind, captured_layer
from referee.games.korist.sets import PARTS
from referee.games.korist.table import DUEL_JOKERS, DUEL_PLAYERS, HAND_SIZE, KoristTable

_FROM_DECK = frozenset(
    (KoristEventKind.SUPPLY, KoristEventKind.SHADOW, KoristEventKind.PILED, KoristEventKind.DECK)
)
"""Kinds of events in which a card leaves the deck."""
_FOLLOWED = _FROM_DECK.union(
    (KoristEventKind.PILE, KoristEventKind.SHADOW_CAPTURE, KoristEventKind.LAY),
    (KoristEventKind.CAPTURE, KoristEventKind.TAKE, KoristEventKind.BACK),
)
"""Kinds of events that change what `_Tracker` holds. Only hands, piles and the deck matter."""
_IS_FOLLOWED = tuple(kind in _FOLLOWED for kind in range(32))
"""Whether `_Tracker` follows an event, by its kind (bits 0-4 of the event)."""
_KINDS = tuple(map(kind_of, range(PACK)))
"""The kind of each card."""
_FIRST_NUMBER = {kind_of(number): number for number in reversed(range(PACK))}
"""The lowest card number of each kind."""
_COPIES = Counter(map(kind_of, range(PACK)))
"""The number of cards of each kind in the pack."""


@dataclass(slots=True)
class _Hand:
    """The cards of one player's hand.

    `private` has the numbers of the cards that only the player saw come, oldest first. `seen` has
    by kind the number of cards that everybody knows to be in the hand.
    """

    private: list[int]
    seen: Counter[int] = field(default_factory=Counter)

    def lay(self, kind: int, count: int) -> None:
        """Remove `count` cards of the kind from the hand, first those that everybody knows of."""
        if not count:
            return
        known = min(self.seen[kind], count)
        self.seen[kind] -= known
        for _ in range(count - known):
            self.private.remove(next(c for c in self.private if _KINDS[c] == kind))


def hidden_cards(state: KoristTable, seat: int) -> frozenset[int]:
    """The numbers of the cards that the seat has never seen: in the deck or in other hands.

    Raises ValueError for a sampled world, whose cards were never dealt.
    """
    order = state.deal.drawn.get("cards")
    if order is None:
        raise ValueError("a sampled world has no deal, so its cards have no numbers")
    deck, hands = _unseen(order, tuple(state.events), state.players)
    return deck.union(*(hand for other, hand in enumerate(hands) if other != seat))


# The leak check asks for the same moment seat by seat, so one entry is enough.
@lru_cache(maxsize=1)
def _unseen(
    order: tuple[int, ...], events: tuple[int, ...], players: int
) -> tuple[frozenset[int], list[list[int]]]:
    """The cards left in the deck, and by seat the private cards of each hand."""
    cards = iter(order)
    tracker = _Tracker(cards, _dealt(cards, players))
    for event in events:
        if _IS_FOLLOWED[event & 31]:
            tracker.follow(unpack(event))
    # The cards that no event has taken from the iterator are the deck.
    return frozenset(cards), [hand.private for hand in tracker.hands]


def _dealt(cards: Iterator[int], players: int) -> list[_Hand]:
    jokers = DUEL_JOKERS if players == DUEL_PLAYERS else 0
    return [
        _Hand([next(cards) for _ in range(HAND_SIZE - jokers)], Counter({JOKER: jokers}))
        for _ in range(players)
    ]


@dataclass(slots=True)
class _Tracker:
    """Where the cards are after the events that were followed so far.

    `cards` gives the cards that are still in the deck, the top one first. `piles` has the kinds in
    each pile of the supply, and `captured` counts by kind the cards of the layer that was captured
    last.
    """

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
        """Put the card from the deck on a new or an old pile of the supply, or into a hand.

        Only a card drawn into a hand keeps its number. In the supply the kind is enough, as
        everybody sees it. Of the shadow offer nothing is kept: the event of a capture names the
        cards.
        """
        if event.kind == KoristEventKind.SUPPLY:
            self.piles.append([kind_of(card)])
        elif event.kind == KoristEventKind.PILED:
            self.piles[event.b].append(kind_of(card))
        elif event.kind == KoristEventKind.DECK:
            self.hands[event.seat].private.append(card)


def assign_numbers(kinds: Mapping[int, int]) -> tuple[int, ...]:
    """As many card numbers of each kind as `kinds` says, from the kind's lowest number on.

    If there are more cards of a kind than in the pack, the highest number is repeated, so
    that check_game notices.
    """
    return tuple(
        _FIRST_NUMBER[kind] + min(place, _COPIES[kind] - 1)
        for kind, count in kinds.items()
        for place in range(count)
    )


def alike(one: int, other: int) -> bool:
    """Whether the cards with these two numbers are of one kind."""
    return kind_of(one) == kind_of(other)
