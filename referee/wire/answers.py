"""Reads the answers of bots from bytes; every decision needs it.

Only the form in which the usual writers of protobuf write answers is read here, several times as
fast as by protobuf's classes. Bytes of any other form are left to those classes
(docs/performance.md).
"""

from typing import Final

from referee.packing import tag_of
from stych.v1.referee_pb2 import Answer, Answers, PlayRequest

_ANSWERS: Final = tag_of(PlayRequest.DESCRIPTOR, "answers")[0]
_ANSWER: Final = tag_of(Answers.DESCRIPTOR, "answers")[0]
_DECISION: Final = tag_of(Answer.DESCRIPTOR, "decision")[0]
_CHOICE: Final = tag_of(Answer.DESCRIPTOR, "choice")[0]
_MORE: Final = 128
"""The bit of a varint's byte which says that another byte follows."""
# The number of a decision may have 64 bits. A varint of more than 63 bits is left to protobuf.
_MOST_BITS: Final = 63
_LARGEST_CHOICE: Final = (1 << 32) - 1
_NONE: Final = -1
"""In the place of a number: the varint is not read here, since it is cut off or too long."""


def _number(data: bytes, at: int) -> tuple[int, int]:
    """The varint that begins at the position `at`, or _NONE, and the position after it."""
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
    """The number of the field with this `tag` at the position `at`, and the position after it.

    0 and `at` if there is no such field before `end`, as protobuf writes no zeros.
    """
    if at < end and data[at] == tag:
        return _number(data, at + 1)
    return 0, at


def read_answers(data: bytes) -> list[tuple[int, int]] | None:
    """The answers in a PlayRequest, in order: pairs of a decision's number and a choice.

    None if `data` has another form, even if it is a valid request.
    """
    # The first byte says which message the request has.
    if not data or data[0] != _ANSWERS:
        return None
    size, at = _number(data, 1)
    # The data has more than this one field, or fewer bytes than its size says.
    if at + size != len(data):
        return None
    answers: list[tuple[int, int]] = []
    while at < len(data):
        if data[at] != _ANSWER:
            return None
        size, at = _number(data, at + 1)
        # With the size _NONE this is before `at`, which is refused below.
        end = at + size
        if end > len(data):
            return None
        decision, at = _field(data, at, end, _DECISION)
        choice, at = _field(data, at, end, _CHOICE)
        if at != end or decision == _NONE or not 0 <= choice <= _LARGEST_CHOICE:
            return None
        answers.append((decision, choice))
    return answers
