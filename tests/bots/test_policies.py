"""The sample bots' policies for the fox, played in this process on duplicate deals."""

import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.deals import Deal, derive
from referee.games.fox import FoxGame, FoxOptions
from referee.games.game import NOBODY

EXAMPLES = Path(__file__).parents[2] / "bots" / "python" / "examples"
GAME = FoxGame(FoxOptions())

Policy = Callable[[Any, Sequence[int], Random], int]


def load(bot: str, module: str = "policy") -> ModuleType:
    """A module of a bot's folder, under a name of its own."""
    name = f"{bot}_{module}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, EXAMPLES / bot / f"{module}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


def searching(playouts: int, *, own_playout: bool = True) -> Policy:
    search = load("search")
    playout = load("search", "fox").playout if own_playout else search.to_the_end
    policy: Policy = search.Search(GAME, playouts=playouts, playout=playout).choose
    return policy


def by_chance(_: Any, legal: Sequence[int], random: Random) -> int:
    return random.randrange(len(legal))


def thumb(observation: Any, legal: Sequence[int], _: Random) -> int:
    index: int = load("fox_thumb").choose(observation, legal)
    return index


def odds(observation: Any, legal: Sequence[int], _: Random) -> int:
    index: int = load("fox_odds").choose(observation, legal)
    return index


POLICIES = {
    "thumb": thumb,
    "odds": odds,
    "search": searching(6),
    "search any game": searching(2, own_playout=False),
}


def play(key: bytes, policies: Sequence[Policy], seed: int) -> tuple[tuple[int, ...], list[int]]:
    """Places, and the actions that were asked for."""
    state, chosen = GAME.new(Deal(key)), list[int]()
    dice = [Random(seed + seat) for seat in (0, 1)]
    while state.seat != NOBODY:
        legal = state.legal_actions()
        index = 0
        if len(legal) > 1:
            index = policies[state.seat](state.observe(state.seat), legal, dice[state.seat])
            assert 0 <= index < len(legal)
            chosen.append(legal[index])
        state.apply(legal[index])
    return state.outcome().places, chosen


def share(one: Policy, other: Policy, deals: int) -> float:
    """The first policy's share of the matches, each deal in both seatings."""
    won = 0.0
    for number in range(deals):
        key = derive("policies", str(number))
        for mine, table in enumerate(((one, other), (other, one))):
            places, _ = play(key, table, 1000 * number + mine)
            won += 0.5 if places[0] == places[1] else float(places[mine] == 1)
    return won / (2 * deals)


@pytest.mark.slow
@pytest.mark.parametrize("name", POLICIES)
@settings(max_examples=5, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.integers(0, 2**32))
def test_a_policy_answers_with_an_index_and_then_the_same_again(
    name: str, key: bytes, seed: int
) -> None:
    table = (POLICIES[name], by_chance)
    assert play(key, table, seed) == play(key, table, seed)


def test_thumb_clearly_beats_random() -> None:
    assert share(thumb, by_chance, 60) > 0.7


@pytest.mark.slow
@pytest.mark.statistics
def test_the_odds_beat_thumb() -> None:
    assert share(odds, thumb, 40) > 0.6


@pytest.mark.slow
@pytest.mark.statistics
def test_search_clearly_beats_thumb() -> None:
    assert share(searching(60), thumb, 8) > 0.75


def test_a_timed_budget_gives_an_answer_too() -> None:
    state = GAME.new(Deal(bytes(32)))
    search = load("search").Search(GAME, seconds=0.01, playout=load("search", "fox").playout)
    legal = state.legal_actions()
    assert 0 <= search.choose(state.observe(state.seat), legal, Random(1)) < len(legal)
