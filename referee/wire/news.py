"""Writes starts, ends and openings of matches for a bot, as bytes: entries of a PlayResponse.

A sequence of entries, in any order, is a PlayResponse. Each is made as bytes at once, since objects
of protobuf's classes would be copied into a PlayResponse before they are written.
"""

from collections.abc import Sequence
from typing import Final

from librt.strings import BytesWriter

from referee.packing import Packer, SentHistory, tag_of, write_data
from stych.v1.referee_pb2 import DealOpening, Fault, MatchOver, MatchStart, PlayResponse

_STARTS: Final = tag_of(PlayResponse.DESCRIPTOR, "starts")
_OVERS: Final = tag_of(PlayResponse.DESCRIPTOR, "overs")
_OPENINGS: Final = tag_of(PlayResponse.DESCRIPTOR, "openings")
_OVER: Final = Packer(MatchOver.DESCRIPTOR, ("match", "places", "points", "events"))


def start_entry(start: MatchStart) -> bytes:
    """The entry that announces a match."""
    return _entry(_STARTS, start.SerializeToString())


def over_entry(
    match: int,
    places: tuple[int, ...],
    points: tuple[int, ...],
    events: Sequence[int] = (),
    faults: Sequence[Fault] = (),
) -> bytes:
    """The entry that ends a match for a bot; places and points are by seat.

    `events` are the events that the bot has not been told.
    """
    over: bytes = _OVER.pack((match, places, points, events), SentHistory())
    if faults:
        # The bytes of two messages in sequence are read as one message with the fields of both. So
        # only faults, which are rare, need protobuf's classes.
        over += MatchOver(faults=faults).SerializeToString()
    return _entry(_OVERS, over)


def opening_entry(match: int, key: bytes, salt: bytes) -> bytes:
    """The entry that opens the commitment of a match, by the deal's key and the match's salt."""
    opening = DealOpening(match=match, deal_key=key, salt=salt)
    return _entry(_OPENINGS, opening.SerializeToString())


def _entry(tag: bytes, data: bytes) -> bytes:
    out = BytesWriter()
    write_data(out, tag, data)
    return out.getvalue()
