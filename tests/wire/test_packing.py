"""What the referee writes itself is, to the byte, what protobuf would write.

Only the decisions of a batch have their fields in another order.
"""

from random import Random
from typing import Any

import pytest
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st
from librt.strings import BytesWriter

from referee.deals import Deal, derive
from referee.games.fox import FoxObservation
from referee.games.game import NOBODY
from referee.games.registry import GAMES
from referee.packing import ObservationPacker, Packer, SentHistory, varint
from referee.testing import variants
from referee.wire import codec
from referee.wire.decisions import write_entry
from stych.v1 import fox_pb2, nase_hra_pb2
from stych.v1 import referee_pb2 as pb
from tests.games.profiles import fast

small, medium, large = st.integers(0, 127), st.integers(0, 300), st.integers(0, 2**32 - 1)
numbers = st.one_of([st.lists(each, max_size=140) for each in (small, medium, large)])
PUBLIC = ("phase", "to_move", "decree", "trick", "past_rounds", "history")


def as_written(message: Message, data: bytes) -> bytes:
    """The bytes that protobuf writes after it has read these."""
    return type(message).FromString(data).SerializeToString()


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_observations_of_every_variant_are_written_as_protobuf_writes_them(game_id: str) -> None:
    wire, random = codec(game_id), Random(1)
    for options in variants(GAMES[game_id]):
        state = GAMES[game_id](options).new(Deal(derive("packing", repr(options))))
        written = SentHistory()
        while state.seat != NOBODY:
            seen = state.observe(state.seat)
            match, legal, events = 7, state.legal_actions(), state.events[-3:]
            asked = wire.decisions.pack(match, legal, events, seen, written)
            assert as_written(pb.Decision(), asked) == asked
            message = pb.Decision.FromString(asked)
            assert (message.match, *message.legal_actions) == (match, *legal)
            assert [*message.events] == events
            assert wire.decode(getattr(message, wire.field)) == seen
            state.apply(random.choice(state.legal_actions()))


@given(st.integers(0, 3), large, medium, numbers, numbers, numbers)
@fast()
def test_any_numbers_are_written_as_protobuf_writes_them(
    phase: int, move: int, decree: int, trick: list[int], past: list[int], history: list[int]
) -> None:
    values = (phase, move, decree, trick, past, history)
    fields: dict[str, Any] = dict(zip(PUBLIC, values, strict=True))
    message = fox_pb2.FoxPublic(**fields)
    packer = Packer(fox_pb2.FoxPublic.DESCRIPTOR, PUBLIC)
    assert packer.pack(values, SentHistory()) == message.SerializeToString()


@given(st.lists(numbers, max_size=6), st.lists(numbers, max_size=6))
@fast()
def test_a_history_that_goes_on_or_begins_anew_is_written_whole(
    news: list[list[int]], then: list[list[int]]
) -> None:
    packer, written = Packer(fox_pb2.FoxPublic.DESCRIPTOR, ("history",)), SentHistory()
    for course in (news, then):
        history: list[int] = []
        for each in course:
            history += each
            message = fox_pb2.FoxPublic(history=history)
            assert packer.pack((tuple(history),), written) == message.SerializeToString()


signed = st.integers(-(2**31), 2**31 - 1)


@given(signed, st.lists(signed), st.lists(st.booleans()), st.text())
@fast()
def test_signs_truths_and_texts_too(move: int, said: list[int], no: list[bool], text: str) -> None:
    names = ("to_move", "announced", "renounced", "series")
    values = (move, said, no, text)
    fields: dict[str, Any] = dict(zip(names, values, strict=True))
    message = nase_hra_pb2.NaseHraPublic(**fields)
    packer = Packer(nase_hra_pb2.NaseHraPublic.DESCRIPTOR, names)
    assert packer.pack(values, SentHistory()) == message.SerializeToString()


@given(st.integers(1, 2**64 - 1), st.integers(0, 2**32 - 1), small, numbers, numbers)
@fast()
def test_a_batch_is_one_response(
    number: int, bank: int, match: int, legal: list[int], events: list[int]
) -> None:
    seen = fox_pb2.FoxObservation(public_view=fox_pb2.FoxPublic(history=events))
    whole: dict[str, Any] = {"match": match, "legal_actions": legal, "events": events, "fox": seen}
    asked = pb.Decision(**whole).SerializeToString()
    starts = pb.PlayResponse(starts=[pb.MatchStart(match=match)])
    out = BytesWriter()
    for _ in range(2):
        write_entry(out, number, bank, asked)
    data = starts.SerializeToString() + out.getvalue()
    decision = pb.Decision(decision=number, bank_left_ms=bank, **whole)
    expected = pb.PlayResponse(starts=starts.starts, decisions=[decision, decision])
    assert pb.PlayResponse.FromString(data) == expected
    assert len(data) == expected.ByteSize()


@pytest.mark.parametrize("values", [(0, -1, 0, (), (), ()), (0, 0, 0, (), (), (1, -1))])
def test_a_number_that_cannot_be_written_is_refused(values: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="is below 0"):
        Packer(fox_pb2.FoxPublic.DESCRIPTOR, PUBLIC).pack(values, SentHistory())


def test_a_field_that_nothing_fills_is_found_when_the_program_starts() -> None:
    names = [each for each in FoxObservation._fields if each != "decree"]
    with pytest.raises(TypeError, match=r"nothing tells what stych\.v1\.FoxPublic\.decree is"):
        ObservationPacker(fox_pb2.FoxObservation.DESCRIPTOR, names)
    with pytest.raises(TypeError, match="has a type that nothing here can write"):
        Packer(pb.MatchStart.DESCRIPTOR, ("bot_seed",))


@given(st.integers(0, 2**64 - 1))
@fast()
def test_a_varint_has_seven_bits_a_byte(number: int) -> None:
    data = varint(number)
    assert pb.Answer.FromString(b"\x08" + data).decision == number
    assert len(data) == max(1, -(-number.bit_length() // 7))
