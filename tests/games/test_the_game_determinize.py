"""Sampled worlds agree with the view, the true one is among them, and all are equally likely."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deals import Deal, derive
from referee.games.events import pack
from referee.games.game import NOBODY
from referee.games.the_game import (
    TheGame,
    TheGameObservation,
    TheGameOptions,
    TheGamePhase,
    TheGameState,
)
from referee.games.the_game.actions import END, TheGameEventKind
from tests.games.profiles import fast
from tests.games.statistics import assert_fits
from tests.games.the_game_positions import (
    ALL_OPTIONS,
    dealt,
    greedy,
    over,
    play,
    position,
    the_game,
)
from tests.games.the_game_worlds import World, arrangements, follows, replayed, world_of

options = st.sampled_from(ALL_OPTIONS)


def _game(chosen: dict[str, Any]) -> TheGame:
    return TheGame(TheGameOptions(**chosen))


def _decisions(game: TheGame, seed: int, *, lasting: bool = False) -> Iterator[TheGameState]:
    """Every state of a game; random, or greedy in its turns so that it lasts."""
    random = Random(seed)
    state = game.new(Deal(derive("worlds", str(seed))))
    while state.seat != NOBODY:
        yield state
        sensible = lasting and state.phase == TheGamePhase.TURN
        state.apply(greedy(state) if sensible else random.choice(state.legal_actions()))


@fast(15)
@given(options, st.integers(0, 10**6), st.booleans())
def test_a_sample_is_a_game_that_could_have_been_played(
    chosen: dict[str, Any], seed: int, lasting: bool
) -> None:
    game, random = _game(chosen), Random(seed)
    for number, state in enumerate(_decisions(game, seed, lasting=lasting)):
        if number % 7:
            continue
        view = state.observe(state.seat)
        world = game.determinize(view, random)
        assert world.observe(view.seat) == view
        assert world.legal_actions() == state.legal_actions()
        again = replayed(game, view, world)
        assert [again.observe(seat) for seat in range(game.seats)] == [
            world.observe(seat) for seat in range(game.seats)
        ]
        assert world_of(again) == world_of(world)
        assert again.points() == world.points()


class _Truth(Random):
    """A source of chance whose shuffle puts the unseen cards where they are in the state."""

    def __init__(self, state: TheGameState, seat: int) -> None:
        super().__init__(0)
        others = [hand for other, hand in enumerate(state.hands) if other != seat]
        self._order = [card for hand in others for card in hand] + list(
            state.deck[state.deck_index :]
        )

    def shuffle(self, x: Any) -> None:
        assert sorted(x) == sorted(self._order)
        x[:] = self._order


@fast(12)
@given(options, st.integers(0, 10**6))
def test_the_true_world_is_always_possible(chosen: dict[str, Any], seed: int) -> None:
    game = _game(chosen)
    for state in _decisions(game, seed):
        seat = state.seat
        sampled = game.determinize(state.observe(seat), _Truth(state, seat))
        assert world_of(sampled) == world_of(state)


class _Small(NamedTuple):
    """A decision late in a game, and all worlds that lead to it, with how often each does."""

    view: TheGameObservation
    truth: World
    worlds: Counter[World]


def _small(start: TheGameState, seat: int, decisions: int, seed: int) -> _Small:
    """The seat's last decision that comes 1 to `decisions` actions after `start`.

    Actions are random, but turns end as soon as they may.
    """
    random, state = Random(seed), start.copy()
    actions: list[int] = []
    seen = [state.observe(seat)]
    found: tuple[int, TheGameState] | None = None
    while not over(state) and len(actions) <= decisions:
        if state.seat == seat and actions:
            found = len(actions), state.copy()
        legal = state.legal_actions()
        actions.append(legal[-1] if legal[-1] == END else random.choice(legal))
        state.apply(actions[-1])
        seen.append(state.observe(seat))
    assert found, "no such decision was found"
    until, last = found
    worlds = Counter(
        world_of(world)
        for world in arrangements(start, seat)
        if follows(world, actions[:until], seat, seen[: until + 1])
    )
    return _Small(last.observe(seat), world_of(last), worlds)


_ENDGAMES = {
    "two, own draws": (position("20 31 42", "25 36 71", deck="50 61 74 88"), 0, 5, 1),
    "two, all have drawn": (position("20 31 42", "25 36 71 83", deck="50 61 74 88 93"), 0, 8, 1),
    "three, with talk": (
        position("20 31", "25 36", "61 74", deck="50 88 67", talk=True), 0, 8, 6),
    "three, the deck is empty": (
        position("20 31 42 53", "25 36 81", "61 74 93", deck="50"), 0, 10, 3),
    "on fire": (
        position("20 31 44 55", "25 36 81", "61 74", tops="1 22 100 100", deck="50", fire=True),
        0, 8, 4),
    "alone": (position("20 31 42", deck="50 61 74 88 93"), 0, 5, 5),
}  # fmt: skip
"""By name, the arguments of `_small`."""


@pytest.mark.slow
@pytest.mark.parametrize("name", _ENDGAMES)
def test_all_worlds_are_equally_likely(name: str) -> None:
    """Every arrangement of the cards at the start is tried by the rules; samples are counted."""
    start, seat, decisions, seed = _ENDGAMES[name]
    small = _small(start, seat, decisions, seed)
    total = small.worlds.total()
    assert len(small.worlds) > 4
    assert small.truth in small.worlds
    assert len(set(small.worlds.values())) == 1
    game, random = the_game(len(start.hands)), Random(seed)
    # The history lacks the cards that were placed before the start, so it gets events of them.
    view = _with_gone(small)
    samples = Counter(
        world_of(game.determinize(view, random)) for _ in range(8 * len(small.worlds))
    )
    assert_fits(samples, {world: count / total for world, count in small.worlds.items()})


def _with_gone(small: _Small) -> TheGameObservation:
    """The view, with a history in which all cards are placed that are nowhere else."""
    there = {card for hand in small.truth.hands for card in hand} | set(small.truth.deck)
    gone = [pack(TheGameEventKind.PLACE, 0, card) for card in range(2, 100) if card not in there]
    return small.view._replace(history=(*gone, *small.view.history))


def test_the_same_random_seed_gives_the_same_world() -> None:
    game = the_game(3, talk=True)
    for state in _decisions(game, 3):
        view = state.observe(state.seat)
        one, other = (game.determinize(view, Random(9)) for _ in range(2))
        assert (world_of(one), one.deal.key) == (world_of(other), other.deal.key)


def test_a_sampled_world_plays_on_to_the_end() -> None:
    game, random = the_game(3, fire=True, talk=True), Random(11)
    for state in _decisions(game, 4):
        world = game.determinize(state.observe(state.seat), random)
        while not over(world):
            world.apply(random.choice(world.legal_actions()))
        hands, deck = world_of(world)
        assert world.left == sum(map(len, hands)) + len(deck)


def test_only_the_seat_to_decide_may_ask() -> None:
    state = dealt("2 3", "4 5")
    with pytest.raises(ValueError, match="seat 1 is not the one to decide: 0 is"):
        the_game().determinize(state.observe(1), Random(1))


def test_cards_that_do_not_add_up_are_refused() -> None:
    view = play(dealt("2 3", "4 5"), "A2").observe(0)
    with pytest.raises(ValueError, match="are needed, 92 were never seen"):
        the_game().determinize(view._replace(deck_size=5, history=view.history[:-1]), Random(1))
