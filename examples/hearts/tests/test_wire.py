"""Observations as bots get them."""

import json
from random import Random
from typing import Any

import pytest
from positions import dealt, game

from referee.games.state import NOBODY
from referee.packing import SentHistory
from referee.wire import codec
from stych.v1.referee_pb2 import Decision
from stych_hearts.observation import HeartsObservation
from stych_hearts.v1 import hearts_pb2
from stych_hearts.wire import OBSERVATIONS, decode


def observations(**options: Any) -> list[HeartsObservation]:
    """Those of the seat to move, at each decision of a random game."""
    state, random, seen = dealt(**options), Random(1), []
    while state.seat != NOBODY:
        seen.append(state.observe(state.seat))
        state.apply(random.choice(state.legal_actions()))
    return seen


@pytest.mark.parametrize(
    "options", [{}, {"players": 3, "jack": True, "moon": "self"}, {"players": 5, "target": 20}]
)
def test_what_is_sent_comes_back(options: dict[str, Any]) -> None:
    hearts = codec("hearts")
    for seen in observations(**options):
        sent = hearts.encode(seen).SerializeToString()
        assert hearts.decode(hearts.encode(seen).FromString(sent)) == seen


def test_what_is_written_is_what_protobuf_writes() -> None:
    for seen in observations(jack=True, target=20):
        data = OBSERVATIONS.pack(seen, SentHistory())
        message = hearts_pb2.HeartsObservation.FromString(data)
        assert message.SerializeToString(deterministic=True) == data
        assert decode(message) == seen


def test_a_decision_names_the_type_of_the_message() -> None:
    seen = observations(target=1)[0]
    packed = codec("hearts").decisions.pack(7, (1, 2), (), seen, SentHistory())
    data = Decision.FromString(packed).other
    assert data.type == hearts_pb2.HeartsObservation.DESCRIPTOR.full_name
    assert not data.json


def test_a_bot_may_decode_what_its_sdk_has_parsed() -> None:
    seen = observations(target=1)[0]
    message = hearts_pb2.HeartsObservation.FromString(OBSERVATIONS.pack(seen, SentHistory()))
    assert codec("hearts").decode(message) == seen


def test_every_member_is_sent() -> None:
    parts = hearts_pb2.HeartsPublic.DESCRIPTOR, hearts_pb2.HeartsPrivate.DESCRIPTOR
    names = [field.name for part in parts for field in part.fields]
    assert names == list(HeartsObservation._fields)


def test_bytes_that_are_no_observation() -> None:
    hearts = codec("hearts")
    message: Any = hearts.encode(observations(target=1)[0])
    message.data = b"\xff"
    with pytest.raises(ValueError, match="no stych_hearts"):
        hearts.decode(message)
    message.data = b""
    with pytest.raises(ValueError, match="0 is not a valid"):
        hearts.decode(message)


def test_options_are_sent_by_name() -> None:
    sent: Any = codec("hearts").options(game(target=7).options)
    assert json.loads(sent.json) == game(target=7).options.model_dump()
