"""The rule-of-thumb bot for Kořist answers every question, and far better than by chance."""

import importlib.util
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from referee.deals import Deal, derive
from referee.games.game import NOBODY
from referee.games.korist import KoristPhase, Variant
from tests.games.korist_positions import heap, korist, legal, table

POLICY = Path(__file__).parents[2] / "bots/python/examples/korist_thumb/policy.py"


def _policy() -> ModuleType:
    spec = importlib.util.spec_from_file_location("korist_thumb_policy", POLICY)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


THUMB = _policy()


def _lead(players: int, variant: Variant, board: int) -> tuple[float, set[KoristPhase]]:
    """The bot's points over the mean of random players, and what it was asked."""
    hero = board % players
    state = korist(players, variant).new(Deal(derive("thumb", str(board))))
    random, asked = Random(board), set()
    while state.seat != NOBODY:
        options = state.legal_actions()
        choice = random.randrange(len(options))
        if state.seat == hero:
            asked.add(state.phase)
            choice = THUMB.choose(state.observe(hero), options)
        state.apply(options[choice])
    points = list(state.points())
    own = points.pop(hero)
    return own - sum(points) / len(points), asked


@pytest.mark.parametrize(("players", "variant"), [(2, "base"), (3, "advanced"), (5, "expert")])
def test_it_beats_chance(players: int, variant: Variant) -> None:
    leads = [_lead(players, variant, board)[0] for board in range(5)]
    assert min(leads) > 0
    assert sum(leads) / len(leads) > 10


def test_it_is_asked_everything() -> None:
    asked = set().union(*(_lead(2, "base", board)[1] for board in range(6)))
    assert asked == set(KoristPhase)


def _choice(*hands: str, layouts: tuple[str, ...]) -> str:
    state = table(*hands, layouts=layouts)
    number: int = THUMB.choose(state.observe(0), state.legal_actions())
    return legal(state)[number]


def test_it_goes_out_when_it_is_ahead_and_not_when_it_is_behind() -> None:
    assert _choice("9 9", "1 1 2", "1 3 4", layouts=("5 5", "4 4", "3 3")) == "9 9"
    behind = ("5", "4 4 4 4 4 4 4 4", "3 3 3 3")
    assert _choice("9 9", "1 1 2", "1 3 4", layouts=behind) == "9"


def test_a_set_is_worth_more_than_single_cards() -> None:
    together, apart = heap("7 7 7"), heap("6 7 8")
    assert THUMB.worth(together, 1) > THUMB.worth(apart, 1)
