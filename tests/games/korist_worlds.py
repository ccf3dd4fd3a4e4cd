"""Every world that a seat of Kořist must reckon with, found by brute force.

Written without regard to referee.games.korist.determinize. A small playing is one in which all but
a few cards lie on the discard pile from the start. Every order of the few unseen ones is tried: the
same actions are taken, and the seat must come to see the same.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import comb
from random import Random

from referee.deals import FixedDeal
from referee.games.events import Event, unpack
from referee.games.game import NOBODY, IllegalActionError
from referee.games.korist import KoristObservation, KoristState, Variant
from referee.games.korist.cards import (
    JOKER,
    NUMBERED,
    PACK,
    WHOLE_PACK,
    count_in,
    heap_of,
    kind_of,
    kinds_of,
)
from referee.games.korist.events import KoristEventKind
from referee.games.korist.sets import CARDS, PARTS, SETS
from tests.games.korist_positions import korist

World = tuple[tuple[int, ...], tuple[int, ...]]
"""The hands as heaps, and the deck from the bottom."""


def world_of(state: KoristState) -> World:
    return tuple(state.hands), tuple(state.deck)


@dataclass(slots=True)
class Small:
    """A small playing, up to a decision of the seat that reckons."""

    start: KoristState
    state: KoristState
    actions: list[int] = field(default_factory=list)

    @property
    def seat(self) -> int:
        return self.state.seat


def small_start(random: Random, players: int, variant: Variant) -> KoristState:
    """Few cards in each hand and in the deck; the rest of the pack lies on the discard pile."""
    numbers = list(range(PACK))
    cards = [kind_of(n) for n in random.sample(numbers, 60)]
    if random.random() < 0.7:  # few kinds: many alike
        cards = random.sample([1, 2, 2, 3, 3, 3, 5, 5, 5, 5, 13, 13, JOKER, JOKER, 7, 7, 7, 7], 18)
    state = korist(players, variant).new(FixedDeal({"first": (random.randrange(players),)}))
    size = {2: 5, 3: 3}.get(players, 2)
    state.hands = [heap_of(cards[size * n : size * n + size]) for n in range(players)]
    state.sizes = [size] * players
    state.known = [0] * players
    state.supply = [(card,) for card in cards[12:14]]
    state.shadow = 0
    state.deck = cards[14:16]
    elsewhere = sum(state.hands) + heap_of(cards[12:16])
    state.discard = WHOLE_PACK - elsewhere
    state.events = state.events[:1]
    state.forget_legal()
    return state


def small_playing(random: Random, players: int, variant: Variant) -> Small | None:
    """A random small playing up to a random decision; None if it ended before."""
    start = small_start(random, players, variant)
    small = Small(start, start.copy())
    for _ in range(random.randrange(3, 12)):
        if small.state.seat == NOBODY:
            return None
        small.actions.append(random.choice(small.state.legal_actions()))
        small.state.apply(small.actions[-1])
    return small if small.state.seat != NOBODY else None


def worlds(small: Small) -> Counter[World]:
    """By world, in how many ways it may have come about.

    A way is an order of the unseen cards, in which alike cards count as different ones, and for
    each set that another seat laid a choice of its cards among the alike ones in the hand, without
    those that everybody knew to be there.
    """
    seat, players = small.seat, small.start.players
    others = [other for other in range(players) if other != seat]
    pool = [kind for other in others for kind in kinds_of(small.start.hands[other])]
    pool += small.start.deck
    found: Counter[World] = Counter()
    seen = small.state.observe(seat)
    tried: Counter[tuple[int, ...]] = Counter(permutations(pool))
    for order, ways in tried.items():
        reached = _replay(small, seen, others, order)
        if reached is not None:
            found[world_of(reached[0])] += ways * reached[1]
    return found


def _replay(
    small: Small, seen: KoristObservation, others: Sequence[int], order: Sequence[int]
) -> tuple[KoristState, int] | None:
    """The same actions from that order of the unseen cards; and how many choices there were."""
    world, left = small.start.copy(), list(order)
    for other in others:
        size = world.sizes[other]
        world.hands[other] = heap_of(left[:size])
        del left[:size]
    world.deck = left
    world.forget_legal()
    ways = 1
    for action in small.actions:
        if action < SETS and world.seat != seen.seat:
            ways *= _choices(world, action)
        try:
            world.apply(action)
        except IllegalActionError:
            return None
    return (world, ways) if world.observe(seen.seat) == seen else None


def _choices(world: KoristState, laid: int) -> int:
    """In how many ways alike cards can be chosen for the set."""
    value, naturals, jokers = PARTS[laid]
    ways = 1
    for kind, count in ((value, naturals), (JOKER, jokers)):
        known = count_in(world.known[world.seat], kind)
        unseen = count_in(world.hands[world.seat], kind) - known
        ways *= comb(unseen, max(count - known, 0))
    return ways


def replayed(view: KoristObservation, world: KoristState, actions: Sequence[int]) -> KoristState:
    """The game played again from a deal that leads to the world.

    `order` is this deal's order of cards. The history fixes some places in it; each other place is
    among the `slots` of the seat that got its card, and gets a card of this seat's hand in `world`.
    `open_cards` are those that everybody knows to be in a hand.
    """
    players = len(view.hand_sizes)
    duel = players == 2
    # Cards of `order` for each seat: in a duel two jokers are given out before (KO-20).
    dealt = 11 if duel else 13
    order: list[int] = [0] * (dealt * players)
    slots = [list(range(dealt * seat, dealt * seat + dealt)) for seat in range(players)]
    open_cards = [Counter({JOKER: 2 * duel}) for _ in range(players)]
    piles: list[list[int]] = []
    captured: Counter[int] = Counter()
    for event in map(unpack, view.history):
        if event.kind in (KoristEventKind.SUPPLY, KoristEventKind.SHADOW, KoristEventKind.PILED):
            order.append(event.a)
        elif event.kind == KoristEventKind.DECK:
            slots[event.seat].append(len(order))
            order.append(0)
        elif event.kind == KoristEventKind.LAY:
            _lay(event, open_cards[event.seat], slots[event.seat], order)
        captured = _note(event, open_cards[event.seat], piles, captured)
    for seat, free in enumerate(slots):
        rest = Counter(kinds_of(world.hands[seat])) - open_cards[seat]
        for slot, kind in zip(free, rest.elements(), strict=True):
            order[slot] = kind
    order += world.deck[::-1]
    deal = FixedDeal({"first": (unpack(view.history[0]).seat,), "cards": _numbers(order, duel)})
    again = korist(players, view.variant, view.limit).new(deal)
    for action in actions:
        again.apply(action)
    return again


def _lay(event: Event, seen: Counter[int], slots: list[int], order: list[int]) -> None:
    for kind, count in ((event.a, event.b), (JOKER, event.c)):
        known = min(seen[kind], count)
        seen[kind] -= known
        for _ in range(count - known):
            order[slots.pop(0)] = kind


def _note(
    event: Event, seen: Counter[int], piles: list[list[int]], captured: Counter[int]
) -> Counter[int]:
    """Cards that go openly from one place to another; returns the captured ones."""
    kind, _, a, b, c = event
    if kind == KoristEventKind.SUPPLY:
        piles.append([a])
    elif kind == KoristEventKind.PILED:
        piles[b].append(a)
    elif kind == KoristEventKind.PILE:
        seen.update(piles.pop(a))
    elif kind == KoristEventKind.SHADOW_CAPTURE:
        seen[a] += b
    elif kind == KoristEventKind.CAPTURE:
        return Counter({b: c & 15}) + Counter({JOKER: c >> 4})
    elif kind in (KoristEventKind.TAKE, KoristEventKind.BACK):
        seen.update(captured)
    return captured


def _numbers(order: Sequence[int], duel: bool) -> tuple[int, ...]:
    free: dict[int, list[int]] = {}
    for number in reversed(range(NUMBERED + 1 if duel else PACK)):
        free.setdefault(kind_of(number), []).append(number)
    return tuple(free[kind].pop() for kind in order)


def total_of(state: KoristState) -> int:
    """All cards of the state in one heap."""
    heaps = [*state.hands, state.shadow, state.discard, heap_of(state.deck)]
    heaps += [CARDS[layer] for layers in state.layouts for layer in layers]
    heaps += map(heap_of, state.supply)
    return sum(heaps) + (CARDS[state.captured] if state.captured >= 0 else 0)
