"""Reads answers from their bytes, as for every decision.

Only the form that every writer of protobuf gives them is read here, several times as fast as by
objects of its classes. Whatever has another form is left to protobuf (docs/performance.md).
"""

from typing import Final

from referee.packing import tag_of
from stych.v1.referee_pb2 import Answer, Answers, PlayRequest

_ANSWERS: Final = tag_of(PlayRequest.DESCRIPTOR, "answers")[0]
_ANSWER: Final = tag_of(Answers.DESCRIPTOR, "answers")[0]
_DECISION: Final = tag_of(Answer.DESCRIPTOR, "decision")[0]
_CHOICE: Final = tag_of(Answer.DESCRIPTOR, "choice")[0]
_MORE: Final = 128
"""The bit of a byte that says that another one follows."""
# Numbers of decisions may have 64 bits: a longer varint is left to protobuf.
_MOST_BITS: Final = 63
_LARGEST_CHOICE: Final = (1 << 32) - 1
_NONE: Final = -1


def _number(data: bytes, at: int) -> tuple[int, int]:
    """The varint that begins at a place, and where it ends; _NONE if it is cut or too long."""
    number, shift = 0, 0
    while at < len(data) and shift < _MOST_BITS:
        byte = data[at]
        at += 1
        number |= (byte & (_MORE - 1)) << shift
        if byte < _MORE:
            return number, at
        shift += 7
    return _NONE, at


def _field(data: bytes, at: int, end: int, tag: int) -> tuple[int, int]:
    """The number of a field that may be left out when it is zero, and where it ends."""
    if at < end and data[at] == tag:
        return _number(data, at + 1)
    return 0, at


def read_answers(data: bytes) -> list[tuple[int, int]] | None:
    """The decisions and choices of a PlayRequest with answers, in the order that they have there.

    None for bytes of any other form, be they a request or not.
    """
    # The first byte says which message of the request it is.
    if not data or data[0] != _ANSWERS:
        return None
    size, at = _number(data, 1)
    # There is more than this one field, or less than it says: protobuf may judge.
    if at + size != len(data):
        return None
    found: list[tuple[int, int]] = []
    while at < len(data):
        if data[at] != _ANSWER:
            return None
        size, at = _number(data, at + 1)
        end = at + size
        decision, at = _field(data, at, end, _DECISION)
        choice, at = _field(data, at, end, _CHOICE)
        if at != end or decision == _NONE or not 0 <= choice <= _LARGEST_CHOICE:
            return None
        found.append((decision, choice))
    return found
