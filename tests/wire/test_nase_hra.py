"""Naše hra on the wire: what goes in comes out, and the numbers are the engine's."""

from collections.abc import Iterator
from random import Random

import pytest

from referee.deals import Deal, derive
from referee.games.game import NOBODY
from referee.games.nase_hra import NaseHraObservation, NaseHraPhase, RankOrder
from referee.games.nase_hra.actions import NaseHraEventKind
from referee.games.registry import make_game
from referee.wire import codec, option_values
from stych.v1 import nase_hra_pb2, referee_pb2
from tests.games.nase_hra_positions import VARIANTS, nase_hra


def _views(players: int, series: str) -> Iterator[NaseHraObservation]:
    random = Random(2)
    state = nase_hra(players, series).new(Deal(derive("wire")))
    while state.seat != NOBODY:
        yield from (state.observe(seat) for seat in range(players))
        state.apply(random.choice(state.legal_actions()))
    yield from (state.observe(seat) for seat in range(players))


@pytest.mark.parametrize(("players", "series"), VARIANTS)
def test_observations_round_trip(players: int, series: str) -> None:
    wire = codec("nase-hra")
    for view in _views(players, series):
        sent = wire.encode(view).SerializeToString()
        back = wire.decode(nase_hra_pb2.NaseHraObservation.FromString(sent))
        assert back == view
        assert repr(back) == repr(view)


def test_every_field_of_the_observation_is_sent() -> None:
    parts = (nase_hra_pb2.NaseHraPublic, nase_hra_pb2.NaseHraPrivate)
    names = [field.name for part in parts for field in part.DESCRIPTOR.fields]
    assert tuple(names) == NaseHraObservation._fields


@pytest.mark.parametrize(("players", "series"), VARIANTS)
def test_options_round_trip(players: int, series: str) -> None:
    game = nase_hra(players, series)
    sent = codec("nase-hra").options(game.options)
    start = referee_pb2.MatchStart()
    getattr(start, codec("nase-hra").field).CopyFrom(sent)
    assert start.WhichOneof("options") == "nase_hra"
    assert make_game("nase-hra", option_values(start.nase_hra)).options == game.options


@pytest.mark.parametrize(
    ("message", "oneof"),
    [(referee_pb2.Decision, "observation"), (referee_pb2.MatchStart, "options")],
)
def test_the_game_has_its_place(
    message: type[referee_pb2.Decision] | type[referee_pb2.MatchStart], oneof: str
) -> None:
    fields = message.DESCRIPTOR.oneofs_by_name[oneof].fields
    assert {field.name: field.number for field in fields}["nase_hra"] == 18


@pytest.mark.parametrize(
    ("own", "sent", "unspecified"),
    [
        (NaseHraPhase, nase_hra_pb2.NaseHraPhase, "UNSPECIFIED"),
        (RankOrder, nase_hra_pb2.NaseHraOrder, "UNCHOSEN"),
        (NaseHraEventKind, nase_hra_pb2.NaseHraEvent, "UNSPECIFIED"),
    ],
)
def test_the_numbers_are_the_same(
    own: type[NaseHraPhase] | type[RankOrder] | type[NaseHraEventKind],
    sent: object,
    unspecified: str,
) -> None:
    values = sent.DESCRIPTOR.values_by_name  # type: ignore[attr-defined]
    prefix = next(iter(values)).removesuffix("UNSPECIFIED")
    theirs = {name.removeprefix(prefix): value.number for name, value in values.items()}
    ours = {member.name: int(member) for member in own}
    assert theirs.pop("UNSPECIFIED") == ours.pop(unspecified, 0) == 0
    assert theirs == ours
