"""Sampled worlds agree with the view, the true one is among them, and frequencies fit."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from math import comb
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deals import Deal, derive
from referee.games.game import NOBODY
from referee.games.korist import KoristState, Variant
from referee.games.korist.cards import WHOLE_PACK, count_in, kinds_of
from referee.games.korist.determinize import unseen
from tests.games.korist_positions import dealt, korist
from tests.games.korist_worlds import (
    Small,
    World,
    replayed,
    small_playing,
    total_of,
    world_of,
    worlds,
)
from tests.games.profiles import fast
from tests.games.statistics import assert_fits

VARIANTS: Sequence[Variant] = get_args(Variant)


def _decisions(seed: int) -> Iterator[tuple[KoristState, list[int]]]:
    """Every state of a random game, and the actions so far; only to be looked at."""
    random = Random(seed)
    players, variant = 2 + seed % 4, random.choice(VARIANTS)
    state = korist(players, variant).new(Deal(derive("worlds", str(seed))))
    actions: list[int] = []
    while state.seat != NOBODY:
        yield state, actions
        actions.append(random.choice(state.legal_actions()))
        state.apply(actions[-1])


@fast(6)
@given(st.integers(0, 10**6))
def test_a_sample_is_a_game_that_could_have_been_played(seed: int) -> None:
    random = Random(seed)
    for number, (state, actions) in enumerate(_decisions(seed)):
        view = state.observe(state.seat)
        world = korist(state.players, state.variant).determinize(view, random)
        assert world.observe(view.seat) == view
        assert total_of(world) == WHOLE_PACK
        if number % 7 == 0:
            again = replayed(view, world, actions)
            assert again.observe(view.seat) == view
            assert world_of(again) == world_of(world)


class _Truth(Random):
    """A source of chance whose shuffle puts the unseen cards where they are in the state."""

    def __init__(self, state: KoristState) -> None:
        super().__init__(0)
        others = [n for n in range(state.players) if n != state.seat]
        unknown = [kinds_of(state.hands[n] - state.known[n]) for n in others]
        self._cards = [card for cards in (*unknown, state.deck) for card in cards]

    def shuffle(self, x: Any) -> None:
        assert sorted(x) == sorted(self._cards)
        x[:] = self._cards


@fast(12)
@given(st.integers(0, 10**6))
def test_the_true_world_is_always_possible(seed: int) -> None:
    for state, _ in _decisions(seed):
        world = korist(state.players).determinize(state.observe(state.seat), _Truth(state))
        assert world_of(world) == world_of(state)


def _small(players: int, seed: int) -> tuple[Small, Counter[World]]:
    """The first small playing from the seed on with enough worlds, and these."""
    for number in range(seed, seed + 2000):
        random = Random(number)
        small = small_playing(random, players, VARIANTS[number % 3])
        if small is None:
            continue
        found = worlds(small)
        if len(found) >= 12:
            return small, found
    raise AssertionError("no such playing was found")


def _assert_frequencies(small: Small, found: Counter[World], samples: int, seed: int) -> None:
    """Hands, and the card on top of the deck, come as often as they should."""
    view, random = small.state.observe(small.seat), Random(seed)
    game = korist(small.start.players)
    drawn = [world_of(game.determinize(view, random)) for _ in range(samples)]
    assert world_of(small.state) in found
    assert set(drawn) <= set(found)
    for part in (_hands, _top):
        expected: Counter[Hashable] = Counter()
        for world, ways in found.items():
            expected[part(world)] += ways
        seen = Counter(part(world) for world in drawn)
        assert_fits(seen, {key: ways / found.total() for key, ways in expected.items()})


def _hands(world: World) -> Hashable:
    return world[0]


def _top(world: World) -> Hashable:
    return world[1][-1:]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", [0, 5000, 10_000])
def test_all_worlds_come_as_often_as_they_should(players: int, seed: int) -> None:
    small, found = _small(players, seed)
    _assert_frequencies(small, found, 1500, seed)


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(20_000, 100_000, 20_000))
def test_all_worlds_come_as_often_as_they_should_at_length(players: int, seed: int) -> None:
    small, found = _small(players, seed)
    _assert_frequencies(small, found, 10_000, seed)


def test_a_hand_that_nobody_knows_is_drawn_from_all_that_is_unseen() -> None:
    state = dealt(3, "law")
    view, random = state.observe(state.seat), Random(5)
    other = (state.seat + 1) % 3
    worlds_drawn = [korist(3).determinize(view, random) for _ in range(2000)]
    hidden = 109 - 13 - 6
    for kind in (7, 14):
        copies = 5 if kind == 14 else 8
        seen = count_in(state.hands[state.seat], kind) + state.supply.count((kind,))
        left = copies - seen
        chances = [comb(left, n) * comb(hidden - left, 13 - n) / comb(hidden, 13) for n in range(9)]
        common = {n: p for n, p in enumerate(chances) if p > 0.01}
        counts = Counter(count_in(world.hands[other], kind) for world in worlds_drawn)
        rest = 1 - sum(common.values())
        seen_rest = sum(count for n, count in counts.items() if n not in common)
        assert abs(seen_rest / 2000 - rest) < 0.02
        share = sum(common.values())
        inside = {n: counts[n] for n in common}
        assert_fits(inside, {n: p / share for n, p in common.items()})


def test_the_same_random_seed_gives_the_same_world() -> None:
    for state, _ in _decisions(3):
        view = state.observe(state.seat)
        one, other = (korist(state.players).determinize(view, Random(9)) for _ in range(2))
        assert (world_of(one), one.deal.key) == (world_of(other), other.deal.key)


def test_a_sampled_world_plays_on_to_the_end() -> None:
    random = Random(11)
    for number, (state, _) in enumerate(_decisions(4)):
        if number % 10:
            continue
        world = korist(state.players).determinize(state.observe(state.seat), random)
        while world.seat != NOBODY:
            world.apply(random.choice(world.legal_actions()))
        assert total_of(world) == WHOLE_PACK


def test_only_the_seat_to_decide_may_ask() -> None:
    state = dealt(3)
    with pytest.raises(ValueError, match="is not the one to decide"):
        korist(3).determinize(state.observe((state.seat + 1) % 3), Random(1))


def test_a_view_that_does_not_add_up_is_refused() -> None:
    view = dealt(3).observe(dealt(3).seat)
    with pytest.raises(ValueError, match="cards are left for a deck of 1"):
        korist(3).determinize(view._replace(deck_size=1), Random(1))


def test_a_hand_of_an_impossible_size_is_refused() -> None:
    game, state = korist(2), dealt(2)
    view, other = state.observe(state.seat), 1 - state.seat
    # The own hand is known in full. In the other one two jokers are known, and all unseen cards
    # could be in it.
    most = 2 + len(unseen(view))
    for seat, size in ((state.seat, 12), (state.seat, 14), (other, 1), (other, most + 1)):
        sizes = tuple(size if n == seat else 13 for n in range(2))
        with pytest.raises(ValueError, match=f"cards are missing in the hand of seat {seat}"):
            game.determinize(view._replace(hand_sizes=sizes, deck_size=0), Random(1))
