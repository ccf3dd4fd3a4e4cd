"""Sampled worlds agree with the view, the true one is among them, and all are equally likely."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import cards_of
from referee.deals import Deal, derive
from referee.games.game import NOBODY
from referee.games.nase_hra import NaseHraObservation, NaseHraPhase, NaseHraState
from referee.games.nase_hra.cards import TAKING
from tests.games.nase_hra_facts import (
    Fact,
    another_took_one,
    another_took_two,
    nobody_else_took,
    only_viewer_took,
    redealt,
    void,
)
from tests.games.nase_hra_positions import VARIANTS, dealt, nase_hra, play, play_out
from tests.games.nase_hra_worlds import World, first_game, replayed, world_of, worlds
from tests.games.profiles import fast
from tests.games.statistics import assert_fits


def _decisions(seed: int, players: int = 3, series: str = "single") -> Iterator[NaseHraState]:
    """Every state of a random match; only to be looked at."""
    random = Random(seed)
    state = nase_hra(players, series).new(Deal(derive("worlds", str(seed))))
    while state.seat != NOBODY:
        yield state
        state.apply(random.choice(state.legal_actions()))


@dataclass(frozen=True)
class _Small:
    """A decision with few enough worlds to count them all."""

    view: NaseHraObservation
    truth: World
    worlds: list[World]


def _small(fact: Fact, seed: int, players: int = 3, most: int = 400) -> _Small:
    """The first late decision from the seed on with the fact and with 10 to `most` worlds."""
    for number in range(seed, seed + 3000):
        for state in _decisions(number, players):
            if state.done < 6:
                continue
            view = state.observe(state.seat)
            if max(view.hand_sizes) < 2 or not fact(view):
                continue
            found = worlds(view, most, 20 * most)
            if found is not None and len(found) > 9:
                return _Small(view, world_of(state), found)
    raise AssertionError("no such decision was found")


def _assert_equally_likely(small: _Small, seed: int) -> None:
    assert small.truth in small.worlds
    assert len(set(small.worlds)) == len(small.worlds)
    game, random = nase_hra(len(small.view.hand_sizes)), Random(seed)
    samples = [world_of(game.determinize(small.view, random)) for _ in range(6 * len(small.worlds))]
    assert_fits(Counter(samples), dict.fromkeys(small.worlds, 1 / len(small.worlds)))
    hands = Counter(world.hands for world in small.worlds)
    expected = {hand: count / len(small.worlds) for hand, count in hands.items()}
    assert_fits(Counter(world.hands for world in samples), expected)


@pytest.mark.parametrize(
    "fact", [nobody_else_took, another_took_one, only_viewer_took, void, redealt]
)
def test_all_worlds_are_equally_likely(fact: Fact) -> None:
    _assert_equally_likely(_small(fact, 0), 1)


@pytest.mark.parametrize("fact", [nobody_else_took, another_took_one, void])
def test_all_worlds_are_equally_likely_with_two_players(fact: Fact) -> None:
    _assert_equally_likely(_small(fact, 500, players=2), 2)


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(
    "fact", [nobody_else_took, another_took_one, another_took_two, only_viewer_took, void, redealt]
)
@pytest.mark.parametrize("seed", range(10_000, 40_000, 10_000))
def test_all_worlds_are_equally_likely_at_length(fact: Fact, players: int, seed: int) -> None:
    _assert_equally_likely(_small(fact, seed, players, 1500), seed)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "series"), VARIANTS)
@fast(3)
@given(seed=st.integers(0, 10**6))
def test_a_sample_is_a_game_that_could_have_been_played(
    players: int, series: str, seed: int
) -> None:
    game, random = nase_hra(players, series), Random(seed)
    for state in _decisions(seed, players, series):
        for seat in range(players):
            view = state.observe(seat)
            world = game.determinize(view, random)
            assert world.observe(seat) == view
            again = replayed(view, world_of(world))
            assert world_of(again) == world_of(world)
            seen = again.observe(seat)
            assert seen == first_game(view, seen)


class _Truth(Random):
    """A source of chance whose choices lead to the true world."""

    def __init__(self, view: NaseHraObservation, truth: World) -> None:
        super().__init__(0)
        self._left = truth.talon + truth.pile
        others = [seat for seat in range(len(truth.hands)) if seat != view.seat]
        others.sort(key=lambda seat: view.announced[seat] < 0)
        # A hand that has announced is drawn by two calls, its taking cards and the others; any
        # other hand by one.
        self._calls = [
            truth.hands[seat] for seat in others for _ in range(1 + (view.announced[seat] >= 0))
        ]
        self._calls += [taken for seat, taken in enumerate(truth.taken) if seat != view.seat]

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        true = self._calls.pop(0)
        wanted = [card for card in true if card in population]
        assert len(wanted) == k
        return wanted

    def shuffle(self, x: Any) -> None:
        assert sorted(x) == sorted(self._left)
        x[:] = self._left


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
@fast(25)
@given(seed=st.integers(0, 10**6))
def test_the_true_world_is_always_possible(players: int, seed: int) -> None:
    game = nase_hra(players)
    for state in _decisions(seed, players):
        for seat in range(players):
            view, truth = state.observe(seat), world_of(state)
            assert world_of(game.determinize(view, _Truth(view, truth))) == truth


@pytest.mark.rule("NH-21")
def test_announced_numbers_bind_every_sample() -> None:
    random = Random(1)
    for state in _decisions(7):
        if state.phase != NaseHraPhase.PLAY:
            continue
        for seat in range(3):
            world = nase_hra().determinize(state.observe(seat), random)
            taking = TAKING[state.order]
            for each in range(3):
                assert (world.hands[each] & taking).bit_count() == (
                    state.hands[each] & taking
                ).bit_count()


@pytest.mark.slow
def test_the_share_of_each_card_follows_the_announced_numbers() -> None:
    """A hand that announced k taking cards holds each of the K unseen ones with probability k/K."""
    state = next(state for state in _decisions(11) if state.phase == NaseHraPhase.PLAY)
    view, random = state.observe(state.seat), Random(3)
    one, other = (seat for seat in range(3) if seat != view.seat)
    samples = [nase_hra().determinize(view, random).hands for _ in range(4000)]
    taking = [view.announced[one], view.announced[other]]
    for card in cards_of(state.hands[one] | state.hands[other]):
        counts = taking if TAKING[view.order] >> card & 1 else [10 - count for count in taking]
        share = counts[0] / sum(counts)
        held = sum(hands[one] >> card & 1 for hands in samples)
        assert_fits({0: held, 1: 4000 - held}, {0: share, 1: 1 - share})


@pytest.mark.slow
def test_before_the_talon_every_place_is_equally_likely() -> None:
    state = next(state for state in _decisions(12) if state.phase == NaseHraPhase.TALON)
    view, random = state.observe(state.seat), Random(4)
    drawn = [nase_hra().determinize(view, random) for _ in range(4000)]
    unseen = sorted(set(range(32)) - set(view.hand))
    expected = dict.fromkeys(unseen, 1 / 22)
    for place in (0, 1):
        assert_fits(Counter(world.talon[place] for world in drawn), expected)
    other = next(seat for seat in range(3) if seat != view.seat)
    cards = Counter(card for world in drawn for card in cards_of(world.hands[other]))
    assert_fits(cards, expected)


def test_the_same_random_seed_gives_the_same_world() -> None:
    for state in _decisions(3):
        view = state.observe(state.seat)
        one, other = (nase_hra().determinize(view, Random(9)) for _ in range(2))
        assert (world_of(one), one.deal.key) == (world_of(other), other.deal.key)


@pytest.mark.parametrize("players", [2, 3])
def test_a_sampled_world_plays_on_to_the_end(players: int) -> None:
    random = Random(11)
    for number, state in enumerate(_decisions(4, players, "triple")):
        if number % 7:
            continue
        world = nase_hra(players, "triple").determinize(state.observe(state.seat), random)
        before = len(world.past_games)
        play_out(world)
        # For each of the three games: its chooser, and the points of each seat.
        assert len(world.past_games) == 3 * (players + 1) >= before


def test_after_the_end_there_is_nothing_to_sample() -> None:
    state = play_out(dealt())
    with pytest.raises(ValueError, match="the game is over"):
        nase_hra().determinize(state.observe(0), Random(1))


def test_a_view_that_cannot_be_is_refused() -> None:
    state = play_out(dealt(series="triple"), until_game=1)
    play(state, "figures")
    view = state.observe(0)._replace(announced=(-1, 10, 10))
    with pytest.raises(ValueError, match="no deal fits"):
        nase_hra(3, "triple").determinize(view, Random(1))
