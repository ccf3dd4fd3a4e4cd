"""Which cards are hidden from a seat, found by following every card of the deal.

Written without regard to what the state keeps and shows, from the deal and the public events alone:
the leak check holds the two against each other. Cards are numbered here as the deal numbers them.
Of cards that are alike, those that everybody knows to be in a hand are laid first, and then those
that came first.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from referee.games.events import Event, unpack
from referee.games.korist.cards import COPIES, JOKER, NUMBERED, PACK, kind_of, kind_text
from referee.games.korist.events import KoristEventKind, captured_layer
from referee.games.korist.sets import PARTS
from referee.games.korist.table import DUEL, DUEL_JOKERS, HAND, KoristTable
from referee.games.notation import NotationError

_TURNS = frozenset(
    (KoristEventKind.SUPPLY, KoristEventKind.SHADOW, KoristEventKind.PILED, KoristEventKind.DECK)
)
"""A card leaves the deck."""
_MOVES = _TURNS.union(
    (KoristEventKind.PILE, KoristEventKind.SHADOW_CAPTURE, KoristEventKind.LAY),
    (KoristEventKind.CAPTURE, KoristEventKind.TAKE, KoristEventKind.BACK),
)
"""Cards change places."""
_FIRST = {kind_of(number): number for number in reversed(range(PACK))}
_MOST = Counter(map(kind_of, range(PACK)))
"""By kind, the lowest number and how many cards there are."""


@dataclass(slots=True)
class _Player:
    """The cards of one hand: by number if only its player saw them come, by kind if all did."""

    unseen: list[int]
    seen: Counter[int] = field(default_factory=Counter)

    def lay(self, kind: int, count: int) -> None:
        """Take `count` cards of the kind out of the hand, those that all know of first."""
        known = min(self.seen[kind], count)
        self.seen[kind] -= known
        for _ in range(count - known):
            self.unseen.remove(next(c for c in self.unseen if kind_of(c) == kind))


def hidden_cards(state: KoristTable, seat: int) -> frozenset[int]:
    """The numbers of the cards that the seat has never seen: in the deck or in other hands.

    Raises ValueError for a sampled world, which no deal stands behind.
    """
    order = state.deal.drawn.get("cards")
    if order is None:
        raise ValueError("a sampled world has no deal, so its cards have no numbers")
    deck, hands = _unseen(order, tuple(state.events), state.players)
    return deck.union(*(hand for number, hand in enumerate(hands) if number != seat))


@lru_cache(maxsize=1)  # asked for one seat after another
def _unseen(
    order: tuple[int, ...], events: tuple[int, ...], players: int
) -> tuple[frozenset[int], list[list[int]]]:
    """The cards left in the deck, and those in each hand that only its player saw come."""
    cards = iter(order)
    trail = _Trail(cards, _dealt(cards, players))
    for event in events:
        trail.follow(unpack(event))
    # What no event has taken is left in the iterator: the deck.
    return frozenset(cards), [player.unseen for player in trail.players]


def _dealt(cards: Iterator[int], count: int) -> list[_Player]:
    jokers = DUEL_JOKERS if count == DUEL else 0
    return [
        _Player([next(cards) for _ in range(HAND - jokers)], Counter({JOKER: jokers}))
        for _ in range(count)
    ]


@dataclass(slots=True)
class _Trail:
    """Where the cards have gone so far."""

    cards: Iterator[int]
    players: list[_Player]
    piles: list[list[int]] = field(default_factory=list)
    captured: Counter[int] = field(default_factory=Counter)

    def follow(self, event: Event) -> None:
        """Move the cards that the event moves; others change nothing."""
        kind, seat, a, b, c = event
        if kind not in _MOVES:
            return
        player = self.players[seat]
        if kind in _TURNS:
            self._turn(event, next(self.cards))
        elif kind == KoristEventKind.PILE:
            player.seen.update(self.piles.pop(a))
        elif kind == KoristEventKind.SHADOW_CAPTURE:
            player.seen[a] += b
        elif kind == KoristEventKind.LAY:
            player.lay(a, b)
            player.lay(JOKER, c)
        elif kind == KoristEventKind.CAPTURE:
            value, naturals, jokers = PARTS[captured_layer(event)]
            self.captured = Counter({value: naturals}) + Counter({JOKER: jokers})
        elif kind in (KoristEventKind.TAKE, KoristEventKind.BACK):
            player.seen += self.captured

    def _turn(self, event: Event, card: int) -> None:
        """Move the card that leaves the deck for the supply, a pile or a hand.

        In the shadow offer nobody asks for its number any more.
        """
        if event.kind == KoristEventKind.SUPPLY:
            self.piles.append([kind_of(card)])
        elif event.kind == KoristEventKind.PILED:
            self.piles[event.b].append(kind_of(card))
        elif event.kind == KoristEventKind.DECK:
            self.players[event.seat].unseen.append(card)


def numbered(kinds: Counter[int]) -> tuple[int, ...]:
    """Numbers that the deal might have given to the cards, those of a kind in order.

    More of a kind than there are come out as the same number twice, so that a check notices.
    """
    return tuple(
        _FIRST[kind] + min(place, _MOST[kind] - 1)
        for kind, count in kinds.items()
        for place in range(count)
    )


def alike(one: int, other: int) -> bool:
    """Whether two numbered cards are of one kind."""
    return kind_of(one) == kind_of(other)


def number_text(number: int) -> str:
    """A numbered card's kind, and which of its kind it is: "7#3".

    Raises NotationError for no card.
    """
    if not 0 <= number < PACK:
        raise NotationError(f"{number} is no card of Kořist: the deal numbers them 0 to {PACK - 1}")
    which = number % COPIES if number < NUMBERED else number - NUMBERED
    return f"{kind_text(kind_of(number))}#{which}"
