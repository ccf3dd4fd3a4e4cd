"""What a bot is told beside its decisions is the message that protobuf itself would write.

It is the same to the byte, except for an end with faults: there the fields have another order.
"""

from hypothesis import given
from hypothesis import strategies as st

from referee.wire.news import opening_entry, over_entry, start_entry
from stych.v1 import referee_pb2 as pb

NUMBERS = st.integers(0, 2**32 - 1)
POINTS = st.lists(st.integers(-(2**31), 2**31 - 1), max_size=6)
PLACES = st.lists(st.integers(1, 6), max_size=6)
EVENTS = st.lists(NUMBERS, max_size=40)
FAULTS = st.lists(st.builds(pb.Fault, seat=st.integers(0, 5), text=st.text()), max_size=3)


@given(NUMBERS, PLACES, POINTS, EVENTS, FAULTS)
def test_an_end(
    match: int, places: list[int], points: list[int], events: list[int], faults: list[pb.Fault]
) -> None:
    over = pb.MatchOver(match=match, places=places, points=points, faults=faults, events=events)
    entry = over_entry(match, tuple(places), tuple(points), events, faults)
    assert pb.PlayResponse.FromString(entry) == pb.PlayResponse(overs=[over])
    if not faults:
        assert entry == pb.PlayResponse(overs=[over]).SerializeToString()


@given(NUMBERS, st.binary(max_size=32), st.binary(max_size=32))
def test_an_opening(match: int, key: bytes, salt: bytes) -> None:
    expected = pb.PlayResponse(openings=[pb.DealOpening(match=match, deal_key=key, salt=salt)])
    assert opening_entry(match, key, salt) == expected.SerializeToString()


@given(NUMBERS, st.integers(0, 2**64 - 1), st.binary(max_size=200))
def test_a_start(match: int, seed: int, promise: bytes) -> None:
    start = pb.MatchStart(match=match, bot_seed=seed, deal_commitment=promise)
    assert start_entry(start) == pb.PlayResponse(starts=[start]).SerializeToString()


def test_entries_after_one_another_are_one_response() -> None:
    start = pb.MatchStart(match=2, game="fox")
    news = over_entry(1, (1, 2), (7, -3)) + start_entry(start) + opening_entry(1, b"key", b"salt")
    assert pb.PlayResponse.FromString(news) == pb.PlayResponse(
        starts=[start],
        overs=[pb.MatchOver(match=1, places=[1, 2], points=[7, -3])],
        openings=[pb.DealOpening(match=1, deal_key=b"key", salt=b"salt")],
    )
