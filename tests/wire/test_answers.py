"""Answers read by the byte are what protobuf reads; all else is left to protobuf."""

from google.protobuf.message import DecodeError
from hypothesis import example, given
from hypothesis import strategies as st

from referee.wire.answers import read_answers
from stych.v1 import referee_pb2 as pb
from tests.games.profiles import fast

decisions = st.one_of(st.integers(0, 300), st.integers(0, 2**63 - 1))
choices = st.one_of(st.integers(0, 300), st.integers(0, 2**32 - 1))
pairs = st.lists(st.tuples(decisions, choices), max_size=70)


def request(answers: list[tuple[int, int]]) -> bytes:
    """A request as protobuf writes it."""
    listed = [pb.Answer(decision=decision, choice=choice) for decision, choice in answers]
    return pb.PlayRequest(answers=pb.Answers(answers=listed)).SerializeToString()


def by_protobuf(data: bytes) -> list[tuple[int, int]]:
    """What protobuf finds. Raises DecodeError, and ValueError for a request without answers."""
    found = pb.PlayRequest.FromString(data)
    if found.WhichOneof("message") != "answers":
        raise ValueError(f"no answers but {found}")
    return [(each.decision, each.choice) for each in found.answers.answers]


@given(pairs)
@fast()
def test_what_protobuf_writes_is_read(answers: list[tuple[int, int]]) -> None:
    assert read_answers(request(answers)) == answers


def test_a_number_of_sixty_four_bits_is_left_to_protobuf() -> None:
    data = request([(2**64 - 1, 0)])
    assert read_answers(data) is None
    assert by_protobuf(data) == [(2**64 - 1, 0)]


@given(pairs, st.lists(st.tuples(st.integers(0, 1 << 16), st.integers(-1, 255)), max_size=4))
@example([(1, 1)], [(1, 5)])
@fast()
def test_what_is_read_of_damaged_bytes_is_what_protobuf_reads(
    answers: list[tuple[int, int]], damage: list[tuple[int, int]]
) -> None:
    data = bytearray(request(answers))
    for place, byte in damage:
        at = place % (len(data) + 1)
        data[at : at + 1] = b"" if byte < 0 else bytes([byte])
    read = read_answers(bytes(data))
    assert read is None or read == by_protobuf(bytes(data))


@given(st.binary(max_size=40).map(lambda tail: b"\x12" + tail))
@example(b"\x12\x00")  # no answers
@example(b"\x12\x04\x0a\x02\x08")  # the list is cut off
@example(b"\x12\x02\x0a\x05")  # an answer of 5 bytes, of which there are none
@example(b"\x12\x04\x0a\x05\x08\x03")  # an answer that is longer than the list
@example(b"\x12\x0d\x0a\x0b\x08" + b"\xff" * 9 + b"\x01")  # a decision of 64 bits
@example(b"\x12\x08\x0a\x06\x10\xff\xff\xff\xff\x7f")  # a choice of more than 32 bits
@fast()
def test_what_is_read_of_any_bytes_is_what_protobuf_reads(data: bytes) -> None:
    read = read_answers(data)
    try:
        expected = by_protobuf(data)
    except (DecodeError, ValueError):
        assert read is None
    else:
        assert read in (None, expected)


@given(pairs, pairs)
@fast()
def test_two_lists_in_one_request_are_left_to_protobuf(
    one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    assert read_answers(request(one) + request(other)) is None
