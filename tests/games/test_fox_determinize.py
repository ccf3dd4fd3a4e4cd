"""Sampled worlds agree with the view, the true one is among them, and all are equally likely."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deals import Deal, derive
from referee.games.events import unpack
from referee.games.fox import FoxObservation, FoxState
from referee.games.fox.actions import FoxEventKind
from referee.games.game import NOBODY
from tests.games import fox_facts as facts
from tests.games.fox_positions import dealt, fox, play
from tests.games.fox_worlds import World, replayed, world_of, worlds
from tests.games.profiles import fast
from tests.games.statistics import assert_fits


def _decisions(seed: int, target: int = 21) -> Iterator[FoxState]:
    """Every decision of a random game: each time the same state, only to be looked at."""
    random = Random(seed)
    state = fox(target).new(Deal(derive("worlds", str(seed))))
    while state.seat != NOBODY:
        yield state
        state.apply(random.choice(state.legal_actions()))


@dataclass(frozen=True)
class _Small:
    """A decision with few enough worlds to count them all."""

    view: FoxObservation
    truth: World
    worlds: list[World]


def _small(fact: facts.Fact, most: int, seed: int) -> _Small:
    """The first decision, in games from `seed` on, for which `fact` holds and that is small."""
    for number in range(seed, seed + 400):
        for state in _decisions(number):
            view = state.observe(state.seat)
            opponent = 1 - view.seat
            if not 1 <= view.hand_sizes[opponent] <= 3:
                continue
            if not fact([unpack(event) for event in view.history], opponent):
                continue
            found = worlds(view, most)
            if found is not None and len(found) > 15:
                return _Small(view, world_of(state, view.seat), found)
    raise AssertionError("no such decision was found")


def _samples(small: _Small, count: int, seed: int) -> list[World]:
    random = Random(seed)
    game = fox()
    drawn = (game.determinize(small.view, random) for _ in range(count))
    return [world_of(state, small.view.seat) for state in drawn]


@pytest.mark.slow
@fast(8)
@given(st.integers(0, 10**6))
def test_a_sample_is_a_round_that_could_have_been_played(seed: int) -> None:
    _assert_playable(seed)


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize("seed", range(50))
def test_a_sample_could_have_been_played_at_length(seed: int) -> None:
    _assert_playable(seed)


def _assert_playable(seed: int) -> None:
    game, random = fox(), Random(seed)
    for state in _decisions(seed):
        view = state.observe(state.seat)
        world = game.determinize(view, random)
        again = replayed(view, world)
        assert world.observe(view.seat) == view
        assert again.observe(view.seat) == view._replace(target=21, totals=(0, 0), past_rounds=())
        assert again.hands == world.hands
        assert again.deck == world.deck
        assert (again.drawn, again.buried) == (world.drawn, world.buried)


class _Truth(Random):
    """Chance that always falls on what is true, as far as it is offered."""

    def __init__(self, truth: World) -> None:
        super().__init__(0)
        self._truth = truth
        self._sure: set[int] = set()

    def shuffle(self, x: Any) -> None:
        """Decide which of the cards that were surely drawn was drawn at which time."""
        if None in x or set(x) == set(self._truth.drawn):
            self._sure = {card for card in x if card is not None}
            x[:] = [card if card in self._sure else None for card in self._truth.drawn]
            moved = zip(self._truth.drawn, self._truth.buried, strict=True)
            pairs = ((under,) if new in self._sure else (new, under) for new, under in moved)
            self._next = chain.from_iterable(pairs)

    def choice(self, seq: Any) -> Any:
        wanted = next(self._next)
        assert wanted in seq
        return wanted

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        wanted = [card for card in population if card in self._truth.hand]
        assert len(wanted) == k
        return wanted

    def random(self) -> float:
        return 0.0


@pytest.mark.slow
@fast(25)
@given(st.integers(0, 10**6))
def test_the_true_world_is_always_possible(seed: int) -> None:
    game = fox()
    for state in _decisions(seed):
        seat = state.seat
        truth = world_of(state, seat)
        assert world_of(game.determinize(state.observe(seat), _Truth(truth)), seat) == truth


@pytest.mark.slow
@pytest.mark.parametrize("fact", facts.FACTS)
@pytest.mark.parametrize("seed", [0, 2000])
def test_all_worlds_are_equally_likely(fact: facts.Fact, seed: int) -> None:
    _assert_equally_likely(_small(fact, 300, seed), seed)


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize(
    ("fact", "most", "count"),
    [(facts.could_not_follow, 60, 12_000), (facts.two_surely, 160, 6_000)],
)
def test_few_worlds_are_weighed_closely(fact: facts.Fact, most: int, count: int) -> None:
    _assert_equally_likely(_small(fact, most, 0), 0, count)


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize(
    "fact",
    [*facts.FACTS, facts.two_woodcutters],
)
@pytest.mark.parametrize("seed", [10_000])
def test_all_worlds_are_equally_likely_at_length(fact: facts.Fact, seed: int) -> None:
    _assert_equally_likely(_small(fact, 1500, seed), seed)


def _assert_equally_likely(small: _Small, seed: int, count: int = 0) -> None:
    assert small.truth in small.worlds
    assert len(set(small.worlds)) == len(small.worlds)
    samples = _samples(small, max(6 * len(small.worlds), count), seed)
    assert_fits(Counter(samples), dict.fromkeys(small.worlds, 1 / len(small.worlds)))
    hands = Counter(world.hand for world in small.worlds)
    expected = {hand: count / len(small.worlds) for hand, count in hands.items()}
    assert_fits(Counter(world.hand for world in samples), expected)


def test_the_order_of_the_deck_is_equally_likely() -> None:
    small = _small(facts.plain, 300, 77)
    random, game = Random(5), fox()
    decks = [game.determinize(small.view, random).deck for _ in range(4000)]
    unburied = 6 - len(small.view.buried)
    for place in range(unburied):
        assert_fits(Counter(deck[place] for deck in decks), _deck_chances(small, unburied))
    assert all(deck[unburied:] == list(small.view.buried) for deck in decks)


def _deck_chances(small: _Small, size: int) -> dict[int, float]:
    """How likely each card is at any one place of the deck's unseen part."""
    anywhere = frozenset().union(*(world.hand for world in small.worlds))
    pool = anywhere | _never_held(small)
    share = 1 / (len(small.worlds) * size)
    return {card: share * sum(card not in w.hand for w in small.worlds) for card in pool}


def _never_held(small: _Small) -> frozenset[int]:
    view = small.view
    shown = {
        e.a for e in map(unpack, view.history) if e.kind in (FoxEventKind.PLAY, FoxEventKind.GIVE)
    }
    known = {*shown, unpack(view.history[0]).a, *view.hand, *view.drawn, *view.buried}
    return frozenset(range(33)) - known


def test_the_same_random_seed_gives_the_same_world() -> None:
    for state in _decisions(3):
        view = state.observe(state.seat)
        one, other = (fox().determinize(view, Random(9)) for _ in range(2))
        assert (one.hands, one.deck, one.deal.key) == (other.hands, other.deck, other.deal.key)


def test_a_sampled_world_plays_on_to_the_end() -> None:
    random = Random(11)
    for state in _decisions(4, target=16):
        world = fox(16).determinize(state.observe(state.seat), random)
        while world.seat != NOBODY:
            world.apply(random.choice(world.legal_actions()))
        assert max(world.outcome().points) >= 16


def test_only_the_seat_to_decide_may_ask() -> None:
    state = play(dealt("B2", "K2", "M4"), "B2")
    with pytest.raises(ValueError, match="seat 0 is not the one to decide"):
        fox().determinize(state.observe(0), Random(1))


def test_what_nobody_can_have_seen_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.games.fox.determinize._ATTEMPTS", 100)
    state = play(dealt("B5 B2", "K5 B6 K2", "M4"), "B5", "under B2", "B6", "K5", "under K2")
    view = state.observe(0)._replace(to_move=0, hand_sizes=(12, 30))
    with pytest.raises(ValueError, match="no world fits"):
        fox().determinize(view, Random(1))


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize("seed", range(4))
def test_no_world_is_hard_to_find(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of some fifty thousand decisions none needs as many proposals as this, by far."""
    monkeypatch.setattr("referee.games.fox.determinize._ATTEMPTS", 20_000)
    game, random = fox(), Random(seed)
    for number in range(100):
        for state in _decisions(100 * seed + number):
            game.determinize(state.observe(state.seat), random)
