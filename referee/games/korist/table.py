"""The cards of a playing of Kořist: how they are dealt, and what a seat may know of them."""

from collections.abc import Sequence
from typing import Final, Self

from mypy_extensions import mypyc_attr

from referee.deals import Deal
from referee.games.events import pack
from referee.games.korist.cards import (
    EMPTY,
    JOKER,
    NUMBERED,
    ONE,
    PACK,
    counts_of,
    heap_of,
    kind_of,
)
from referee.games.korist.events import KoristEventKind
from referee.games.korist.observation import KoristObservation, KoristPhase, Variant
from referee.games.korist.offers import fill_shadow, fill_supply
from referee.games.korist.sets import NO_SET, SIZE
from referee.games.outcome import Outcome, places
from referee.games.state import NOBODY, CachingState

HAND_SIZE: Final = 13
"""The number of cards in each hand at the start (KO-2, KO-20)."""
DUEL_PLAYERS: Final = 2
"""The number of players of a duel."""
DUEL_JOKERS: Final = 2
"""The number of jokers that each player of a duel gets before the shuffle (KO-20)."""


def points_of(layouts: Sequence[Sequence[int]], sizes: Sequence[int]) -> tuple[int, ...]:
    """The points by seat: cards in the layout minus cards in hand (KO-13).

    `layouts` has the layers of each seat, `sizes` the number of cards in each hand.
    """
    return tuple(
        [
            sum([SIZE[layer] for layer in layers]) - size
            for layers, size in zip(layouts, sizes, strict=True)
        ]
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class KoristTable(CachingState):
    """All cards and counts of a playing; KoristState adds the course of a turn.

    Fields named as in KoristObservation mean the same, except `seat`, which is its `to_move`.
    Instead of counts they have heaps (see referee.games.korist.cards). `hands` and `sizes` are by
    seat; `deck` has kinds, the top card last.
    """

    __slots__ = (
        "captured",
        "decisions",
        "deck",
        "discard",
        "draws",
        "hands",
        "has_captured",
        "known",
        "layouts",
        "limit",
        "phase",
        "players",
        "shadow",
        "sizes",
        "supply",
        "turn",
        "variant",
        "victim",
    )

    def __init__(self, players: int, variant: Variant, limit: int, deal: Deal) -> None:
        self.players = players
        self.variant = variant
        self.limit = limit
        self.deal = deal
        self.decisions = 0
        self.layouts: list[list[int]] = [[] for _ in range(players)]
        self.sizes = [HAND_SIZE] * players
        self.supply: list[tuple[int, ...]] = []
        self.shadow = self.discard = EMPTY
        self.captured = NO_SET
        self.draws = 0
        self.turn = deal.below(players, "first")
        self.events = [pack(KoristEventKind.START, self.turn, players)]
        self._deal_cards()
        self.start_turn(self.turn)

    def _deal_cards(self) -> None:
        """Deal the hands, seat 0's first, then the supply and the shadow offer (KO-2, KO-20).

        The other cards are the deck.
        """
        duel = self.players == DUEL_PLAYERS
        jokers = DUEL_JOKERS if duel else 0
        # In a duel four jokers are given before the shuffle, so one is left to be shuffled (KO-20).
        size = NUMBERED + 1 if duel else PACK
        order = [kind_of(number) for number in self.deal.shuffle(size, "cards")]
        dealt = HAND_SIZE - jokers
        # Of the hands dealt everybody knows the two jokers of a duel, and no other card (KO-20).
        self.known = [jokers * ONE[JOKER]] * self.players
        self.hands = [
            known + heap_of(order[dealt * seat : dealt * seat + dealt])
            for seat, known in enumerate(self.known)
        ]
        self.deck = order[: dealt * self.players - 1 : -1]  # the top card last
        fill_supply(self.deck, self.supply, self.events)
        if duel:
            self.shadow = fill_shadow(EMPTY, self.deck, self.supply, self.events)

    def start_turn(self, seat: int) -> None:
        """Begin the turn of `seat`, with the decision which set to lay (KO-2, KO-3)."""
        self.turn = self.seat = self.victim = seat
        self.phase = KoristPhase.LAY
        self.has_captured = False
        self._legal = None

    def observe(self, seat: int) -> KoristObservation:
        """All that the seat may know; may be asked for at any moment, for any seat."""
        # By tuple.__new__: calling the class with so many arguments takes about twice as long.
        return tuple.__new__(
            KoristObservation,
            (
                self.phase,
                self.seat,
                self.variant,
                self.limit,
                self.decisions,
                self.turn,
                self.has_captured,
                self.victim,
                self.captured,
                self.draws,
                tuple(self.sizes),
                tuple(map(counts_of, self.known)),
                tuple(map(tuple, self.layouts)),
                tuple(self.supply),
                counts_of(self.shadow),
                counts_of(self.discard),
                len(self.deck),
                tuple(self.events),
                seat,
                counts_of(self.hands[seat]),
            ),
        )

    def copy(self) -> Self:
        """An independent copy; the deal is shared."""
        # Only lists are changed in place. Ints and tuples can be shared.
        twin = self.__class__.__new__(self.__class__)
        twin.players = self.players
        twin.variant = self.variant
        twin.limit = self.limit
        twin.deal = self.deal
        twin.events = self.events[:]
        twin.decisions = self.decisions
        twin.hands = self.hands[:]
        twin.sizes = self.sizes[:]
        twin.known = self.known[:]
        twin.layouts = [layers[:] for layers in self.layouts]
        twin.supply = self.supply[:]
        twin.shadow = self.shadow
        twin.discard = self.discard
        twin.deck = self.deck[:]
        twin.turn = self.turn
        twin.seat = self.seat
        twin.phase = self.phase
        twin.victim = self.victim
        twin.captured = self.captured
        twin.draws = self.draws
        twin.has_captured = self.has_captured
        twin._legal = self._legal
        return twin

    def points(self) -> tuple[int, ...]:
        """The points by seat: cards in the layout minus cards in hand (KO-13)."""
        return points_of(self.layouts, self.sizes)

    def outcome(self) -> Outcome:
        """The result by KO-13. Raises ValueError while the game goes on."""
        if self.seat != NOBODY:
            raise ValueError("the game is not over: there is no outcome yet")
        points = self.points()
        # Between equal points fewer cards in hand decide. No hand has as many cards as the pack, so
        # the size of a hand never outweighs a point.
        ranking = [PACK * point - size for point, size in zip(points, self.sizes, strict=True)]
        return Outcome(points=points, places=places(ranking))
