"""Observations on the wire: nothing is lost, nothing is added, and the same is always the same."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.deals import Deal, derive
from referee.games.fox import FoxGame, FoxObservation, FoxOptions, FoxPhase
from referee.games.game import NOBODY
from referee.games.registry import GAMES
from referee.wire import codec
from stych.v1 import fox_pb2
from stych.v1 import referee_pb2 as pb
from tests.games.profiles import fast

FOX = codec("fox")


def views(seed: int, target: int) -> Iterator[FoxObservation]:
    """What both seats see at each decision of a random game, one after the other."""
    state, random = FoxGame(FoxOptions(target=target)).new(Deal(derive(str(seed)))), Random(seed)
    while state.seat != NOBODY:
        yield from (state.observe(seat) for seat in (0, 1))
        state.apply(random.choice(state.legal_actions()))


games = {"seed": st.integers(0, 2**32), "target": st.sampled_from([1, 16, 21])}


@given(**games)
@fast(25)
def test_what_was_encoded_is_decoded(seed: int, target: int) -> None:
    for seen in views(seed, target):
        data = FOX.encode(seen).SerializeToString()
        assert FOX.decode(fox_pb2.FoxObservation.FromString(data)) == seen


@given(**games)
@fast(5)
def test_the_same_observation_is_the_same_bytes(seed: int, target: int) -> None:
    for one, other in zip(views(seed, target), views(seed, target), strict=True):
        data = FOX.encode(one).SerializeToString()
        assert FOX.encode(other).SerializeToString() == data
        assert FOX.encode(one).SerializeToString(deterministic=True) == data


def test_the_bytes_of_an_observation_never_change() -> None:
    # Bots that were built years ago read these bytes: another number here is another protocol.
    seen = FoxObservation(
        phase=FoxPhase.WOODCUTTER,
        to_move=1,
        target=21,
        dealer=0,
        leader=1,
        decree=6,
        trick=(15, 4),
        hand_sizes=(12, 13),
        deck_size=5,
        tricks=(1, 0),
        treasures=(0, 2),
        totals=(7, 300),
        past_rounds=(7, 300),
        history=(1, 0xFFFFFFFF),
        seat=1,
        hand=(0, 32),
        drawn=(9,),
        buried=(),
    )
    public = (
        "0803 1001 1815 2801 3006 3a020f04 42020c0d 4805 52020100 5a020002 620307ac02"
        " 6a0307ac02 720601ffffffff0f"
    )
    private = "0801 12020020 1a0109"
    parts = [bytes.fromhex(part) for part in (public, private)]
    expected = b"".join(
        bytes([tag, len(part)]) + part for tag, part in zip((0x0A, 0x12), parts, strict=True)
    )
    assert FOX.encode(seen).SerializeToString() == expected


@given(**games)
@fast(10)
def test_every_field_of_the_message_is_filled_from_the_observation(seed: int, target: int) -> None:
    public = {field.name for field in fox_pb2.FoxPublic.DESCRIPTOR.fields}
    private = {field.name for field in fox_pb2.FoxPrivate.DESCRIPTOR.fields}
    assert public | private == set(FoxObservation._fields)
    assert not public & private
    for seen in views(seed, target):
        message = FOX.encode(seen)
        for part, names in ((message.public_view, public), (message.private_view, private)):  # type: ignore[attr-defined]
            for name in names:
                sent, known = getattr(part, name), getattr(seen, name)
                assert (tuple(sent) if isinstance(known, tuple) else sent) == known


def test_what_everybody_knows_is_the_same_for_both_seats() -> None:
    for seed in range(5):
        seen = views(seed, 21)
        for one, other in zip(seen, seen, strict=True):
            public = [FOX.encode(each).public_view for each in (one, other)]  # type: ignore[attr-defined]
            assert public[0] == public[1]


@pytest.mark.parametrize("target", [1, 21, 999])
def test_options(target: int) -> None:
    assert FOX.options(FoxOptions(target=target)) == fox_pb2.FoxOptions(target=target)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_fields(game: str) -> None:
    found = codec(game)
    for message, oneof in ((pb.MatchStart, "options"), (pb.Decision, "observation")):
        oneofs = message.DESCRIPTOR.oneofs_by_name
        assert found.field in [field.name for field in oneofs[oneof].fields]
        assert found.field == game.replace("-", "_")


def test_a_game_that_has_no_messages() -> None:
    with pytest.raises(KeyError):
        codec("whist")
