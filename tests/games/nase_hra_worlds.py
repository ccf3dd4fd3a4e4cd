"""Every world that a seat of Naše hra must reckon with, found by brute force.

Written without regard to referee.games.nase_hra.determinize: every way to place the unseen cards is
turned back into a deal, and that deal is played again through the rules. What comes to the same
view is a world.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations, islice, permutations, product
from typing import NamedTuple

from referee.cards import cards_of
from referee.deals import FixedDeal
from referee.games.events import Event, pack, unpack
from referee.games.game import IllegalActionError
from referee.games.nase_hra import NaseHraObservation, NaseHraState
from referee.games.nase_hra.actions import (
    ANNOUNCE,
    CHOOSE_FIGURES,
    DISCARD,
    PLAY_ON,
    TAKE,
    NaseHraEventKind,
)
from tests.games.nase_hra_positions import lifts, nase_hra

Cards = tuple[int, ...]
_lifts = cache(lifts)
_FACE_UP = (
    NaseHraEventKind.DISCARD,
    NaseHraEventKind.TURN,
    NaseHraEventKind.PILE,
    NaseHraEventKind.PLAY,
)
_FIRST_ACTION = {
    NaseHraEventKind.ORDER: CHOOSE_FIGURES - 1,  # RankOrder begins with 1
    NaseHraEventKind.PLAY_ON: PLAY_ON,
    NaseHraEventKind.RENOUNCE: TAKE,
    NaseHraEventKind.TAKE: TAKE,
    NaseHraEventKind.DISCARD: DISCARD,
    NaseHraEventKind.ANNOUNCE: ANNOUNCE,
    NaseHraEventKind.PLAY: 0,
}
"""By kind of event: this number plus the event's `a` is the action. A refusal leads to a new deal,
so there is none since the last deal. The other kinds are no actions."""


class World(NamedTuple):
    """Hands and cards taken from the talon by seat; talon and pile in their order."""

    hands: tuple[Cards, ...]
    taken: tuple[Cards, ...]
    talon: Cards
    pile: Cards


def world_of(state: NaseHraState) -> World:
    """The world as it is in the state."""
    return World(tuple(map(cards_of, state.hands)), state.taken, state.talon, state.pile)


def worlds(view: NaseHraObservation, most: int, candidates: int) -> list[World] | None:
    """All worlds, or None if there are more than `most`, or more than `candidates` to try."""
    tried = list(islice(_candidates(view), candidates + 1))
    if len(tried) > candidates:
        return None
    found = [world for world in tried if _fits(view, world)]
    return None if len(found) > most else found


class _Story(NamedTuple):
    """The public events since the last deal, and what `replayed` needs of them."""

    events: list[Event]
    turned: Cards
    piled: Cards
    gone: tuple[Cards, ...]
    """By seat, what it discarded or played."""
    actions: tuple[int, ...]


def _story(view: NaseHraObservation) -> _Story:
    return _since_the_deal(view.history, len(view.hand_sizes))


@lru_cache(maxsize=4)  # asked for once for every candidate of the same view
def _since_the_deal(packed: tuple[int, ...], players: int) -> _Story:
    history = [unpack(event) for event in packed]
    start = max(n for n, event in enumerate(history) if event.kind == NaseHraEventKind.DEAL)
    events = history[start:]
    own = (NaseHraEventKind.DISCARD, NaseHraEventKind.PLAY)
    return _Story(
        events,
        tuple(event.a for event in events if event.kind == NaseHraEventKind.TURN),
        tuple(event.a for event in events if event.kind == NaseHraEventKind.PILE),
        tuple(
            tuple(event.a for event in events if event.seat == seat and event.kind in own)
            for seat in range(players)
        ),
        tuple(
            _FIRST_ACTION[NaseHraEventKind(event.kind)] + event.a
            for event in events
            if event.kind in _FIRST_ACTION
        ),
    )


def _candidates(view: NaseHraObservation) -> Iterator[World]:
    seen = {event.a for event in _story(view).events if event.kind in _FACE_UP}
    unseen = tuple(sorted(set(range(32)) - seen - set(view.hand)))
    sizes = [0 if seat == view.seat else size for seat, size in enumerate(view.hand_sizes)]
    for hands, rest in _splits(unseen, sizes):
        full = tuple(view.hand if seat == view.seat else h for seat, h in enumerate(hands))
        for order in permutations(rest):
            for taken in product(*[_takes(view, full, seat) for seat in range(len(full))]):
                yield World(full, taken, order[: view.talon_size], order[view.talon_size :])


def _splits(cards: Cards, sizes: list[int]) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
    if not sizes:
        yield (), cards
        return
    for hand in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in hand)
        for hands, left in _splits(rest, sizes[1:]):
            yield (hand, *hands), left


def _takes(view: NaseHraObservation, hands: tuple[Cards, ...], seat: int) -> list[Cards]:
    if seat == view.seat:
        return [view.taken]
    return list(permutations(_once_held(view, hands, seat), view.took[seat]))


def _once_held(view: NaseHraObservation, hands: tuple[Cards, ...], seat: int) -> Cards:
    return (*hands[seat], *_story(view).gone[seat])


def replayed(view: NaseHraObservation, world: World) -> NaseHraState:
    """The deal of the world played again; raises IllegalActionError when it could not be."""
    story = _story(view)
    talon = [c for s in _talon_order(view) for c in world.taken[s]] + [*world.talon, *story.turned]
    dealt = [
        card
        for seat in range(len(world.hands))
        for card in _once_held(view, world.hands, seat)
        if card not in world.taken[seat]
    ]
    players = len(world.hands)
    state = nase_hra(players, view.series).new(
        FixedDeal(
            {
                "triple/1/lift/1": _lifts(view.chooser, players),
                "triple/1/game/1/redeal/0/cards": (*talon, *dealt, *story.piled, *world.pile),
            }
        )
    )
    for action in story.actions:
        state.apply(action)
    return state


def _talon_order(view: NaseHraObservation) -> list[int]:
    players = len(view.hand_sizes)
    return [(view.chooser + turn) % players for turn in range(1, players)]


def first_game(view: NaseHraObservation, seen: NaseHraObservation) -> NaseHraObservation:
    """The view as it would be in the first game of a match, dealt for the first time."""
    history = [pack(*event) for event in _story(view).events]
    history[0] = pack(NaseHraEventKind.DEAL, view.chooser, 1, 1, 0)
    nothing = (0,) * len(view.hand_sizes)
    return view._replace(
        triple=1,
        game=1,
        redeal=0,
        triple_points=nothing,
        totals=nothing,
        past_games=(),
        lifts=seen.lifts,
        history=tuple(history),
    )


def _fits(view: NaseHraObservation, world: World) -> bool:
    try:
        seen = replayed(view, world).observe(view.seat)
    except IllegalActionError:
        return False
    return seen == first_game(view, seen)
