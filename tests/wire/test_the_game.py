"""The Game on the wire: nothing is lost, and the numbers of both sides are the same."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deals import Deal, derive
from referee.games.game import NOBODY
from referee.games.registry import make_game
from referee.games.the_game import TheGameOptions, TheGamePhase
from referee.games.the_game.actions import TheGameEventKind
from referee.wire import codec, option_values
from stych.v1 import referee_pb2, the_game_pb2
from tests.games.profiles import fast
from tests.games.the_game_positions import ALL_OPTIONS

CODEC = codec("the-game")


@fast(25)
@given(st.sampled_from(ALL_OPTIONS), st.integers(0, 10**6))
def test_every_observation_goes_there_and_back(chosen: dict[str, Any], seed: int) -> None:
    game, random = make_game("the-game", chosen), Random(seed)
    state = game.new(Deal(derive("wire", str(seed))))
    while state.seat != NOBODY:
        for seat in range(game.seats):
            seen = state.observe(seat)
            message = the_game_pb2.TheGameObservation()
            message.ParseFromString(CODEC.encode(seen).SerializeToString())
            back = CODEC.decode(message)
            assert back == seen
            assert repr(back) == repr(seen)
        state.apply(random.choice(state.legal_actions()))


@pytest.mark.parametrize("chosen", ALL_OPTIONS, ids=str)
def test_options_go_there_and_back(chosen: dict[str, Any]) -> None:
    message = CODEC.options(TheGameOptions(**chosen))
    assert option_values(message) == chosen
    assert make_game("the-game", option_values(message)).options == TheGameOptions(**chosen)


def test_the_fields_of_the_protocol() -> None:
    options = the_game_pb2.TheGameOptions(players=3)
    start = referee_pb2.MatchStart(the_game=options)
    assert start.WhichOneof("options") == CODEC.field == "the_game"
    for message in (referee_pb2.MatchStart, referee_pb2.Decision):
        assert message.DESCRIPTOR.fields_by_name["the_game"].number == 17


@pytest.mark.parametrize(
    ("ours", "theirs", "prefix"),
    [
        (TheGamePhase, the_game_pb2.TheGamePhase, "THE_GAME_PHASE_"),
        (TheGameEventKind, the_game_pb2.TheGameEvent, "THE_GAME_EVENT_"),
    ],
)
def test_enum_numbers_are_equal(ours: Any, theirs: Any, prefix: str) -> None:
    expected = {f"{prefix}{member.name}": int(member) for member in ours}
    assert dict(theirs.items()) == {f"{prefix}UNSPECIFIED": 0} | expected


def test_every_field_of_an_observation_is_sent() -> None:
    game = make_game("the-game", {"players": 3, "fire": True})
    state = game.new(Deal(derive("fields")))
    seen = state.observe(state.seat)
    public = the_game_pb2.TheGamePublic.DESCRIPTOR.fields_by_name
    private = the_game_pb2.TheGamePrivate.DESCRIPTOR.fields_by_name
    assert set(public) | set(private) == set(seen._fields)
    assert set(private) == {"seat", "hand"}
