"""The bot that plays by rules of thumb."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from positions import game

from referee.deals import Deal, derive
from referee.games.game import AnyState
from referee.testing import play_out
from referee.testing.variants import variants
from stych_hearts import GAME, HeartsOptions

sys.path.insert(0, str(Path(__file__).parent.parent / "bots" / "thumb"))
choose: Callable[[Any, Sequence[int]], int] = import_module("policy").choose


def thumb(state: AnyState, random: Random) -> int:
    legal = state.legal_actions()
    return legal[choose(state.observe(state.seat), legal)]


def against_random(state: AnyState, random: Random) -> int:
    """Seat 0 plays by rules of thumb, the other seats at random."""
    return thumb(state, random) if state.seat == 0 else random.choice(state.legal_actions())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_beats_random_bots(players: int) -> None:
    own, wins = game(players=players), 0
    for number in range(12):
        deal = Deal(derive("thumb", str(number)))
        wins += play_out(own, deal, against_random, Random(number)).outcome.places[0] == 1
    assert wins >= 10


def test_it_plays_every_variant_with_the_target_1() -> None:
    for options in variants(GAME):
        if isinstance(options, HeartsOptions) and options.target == 1:
            play_out(GAME(options), Deal(derive("thumb")), thumb, Random(1))
