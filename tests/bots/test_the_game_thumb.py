"""The rule-of-thumb bot at The Game: what it does, and that it beats random play and greed."""

from random import Random
from typing import Any

import pytest

from referee.deals import Deal, derive
from referee.games.the_game import TheGame, TheGameOptions, TheGameState
from referee.games.the_game.actions import action_text
from referee.packing import SentHistory
from referee.wire import codec
from stych.v1 import referee_pb2
from tests.bots.the_game_arena import POLICY, by_greed, play, thumb, uniform
from tests.games.the_game_positions import ALL_OPTIONS, dealt, over, position, the_game
from tests.games.the_game_positions import play as take

WIRE = codec("the-game")


def _choice(state: TheGameState) -> str:
    return action_text(thumb(state, Random(0)))


@pytest.mark.slow
@pytest.mark.parametrize("chosen", ALL_OPTIONS, ids=str)
def test_it_plays_every_variant_to_the_end(chosen: dict[str, Any]) -> None:
    game = TheGame(TheGameOptions(**chosen))
    state = game.new(Deal(derive("thumb")))
    while not over(state):
        state.apply(thumb(state, Random(0)))
    assert state.left < 90


def test_it_answers_what_comes_over_the_wire() -> None:
    state = the_game(2, talk=True, fire=True).new(Deal(derive("wired")))
    for _ in range(40):
        legal, seen = state.legal_actions(), state.observe(state.seat)
        decision = referee_pb2.Decision.FromString(
            WIRE.decisions.pack(1, legal, (), seen, SentHistory())
        )
        chosen = POLICY.choose(WIRE.decode(decision.the_game), decision.legal_actions)
        state.apply(decision.legal_actions[chosen])


@pytest.mark.slow
def test_it_beats_random_and_greed_on_the_same_boards() -> None:
    game = the_game(3)
    by_thumb, by_chance, by_jump = (play(game, [who] * 3, 12) for who in (thumb, uniform, by_greed))
    assert by_thumb.left.value < by_chance.left.value / 2
    assert by_thumb.left.value < by_jump.left.value


def test_a_jump_is_taken_back_by_a_trick() -> None:
    state = position("37 47 60 90", "9", tops="30 30 20 20", deck="50 51 35 33 32 31")
    assert _choice(state) in ("A47", "B47")


def test_it_stops_at_the_minimum_unless_a_card_is_free() -> None:
    state = take(position("20 21 22 50", "9", deck="51 30 40"), "A20", "A21")
    assert _choice(state) == "A22"
    assert _choice(take(state, "A22")) == "end"


def test_it_asks_for_rows_that_it_needs_and_leaves_others_theirs() -> None:
    near = position("20 21", "31 52", tops="50 1 48 100", deck="30 45", talk=True)
    assert _choice(near) == "flags 1000"
    trick = position("20 21", "40 57", tops="50 1 48 100", deck="30 45", talk=True)
    assert _choice(trick) == "flags 2000"
    free, mine = (
        take(position("52 53", "8 9", tops="50 48 100 100", deck="51 60 61", talk=True), flags)
        for flags in ("flags 0000", "flags 2000")
    )
    assert _choice(free).startswith("A")
    assert not _choice(mine).startswith("A")


def test_it_covers_fires() -> None:
    for fire, choice in ((True, "A45"), (False, "C81")):
        state = position("45 80 81", "9", tops="22 1 82 100", deck="50 51 52", fire=fire)
        assert _choice(state) == choice


def test_a_good_hand_starts_gladly() -> None:
    good = dealt("2 3 4 97 98 99 50", "10 11", talk=True)
    poor = dealt("41 44 47 50 53 56 59", "10 11", talk=True)
    assert _choice(good) == "glad 3"
    assert _choice(poor) == "glad 0"
