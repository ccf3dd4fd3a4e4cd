"""Reads what a bot may send while it plays: answers, or a goodbye (docs/protocol.md)."""

from typing import Final

from google.protobuf.message import DecodeError

from referee.conduct import Fault, FaultKind, FaultStage
from referee.text import one_line
from referee.wire.answers import read_answers
from stych.v1.referee_pb2 import Goodbye, GoodbyeReason, PlayRequest

_LONGEST: Final = 200
"""The most characters of a bot's goodbye that a fault's text quotes."""


def play_fault(kind: FaultKind, text: str) -> Fault:
    """A fault in the stage of play: of a bot that has said hello."""
    return Fault(kind=kind, stage=FaultStage.PLAY, text=text)


def malformed(text: str) -> Fault:
    """The fault of a bot that sent something wrong; `text` says what, and continues "sent"."""
    return play_fault(FaultKind.MALFORMED, f"sent {text}")


def read_request(data: bytes) -> list[tuple[int, int]] | Fault:
    """The answers in a PlayRequest, pairs of a decision's number and a choice; or the bot's fault.

    The numbers may be those of decisions that were never asked: the caller has to check them. A
    goodbye of the bot is returned as a fault too.
    """
    # The bytes that SDKs usually send are read by our own code, all others by protobuf.
    answers = read_answers(data)
    return _parsed(data) if answers is None else answers


def _parsed(data: bytes) -> list[tuple[int, int]] | Fault:
    try:
        request = PlayRequest.FromString(data)
    except DecodeError:
        return malformed(f"{len(data)} bytes that are no PlayRequest")
    match request.WhichOneof("message"):
        case "answers":
            return [(each.decision, each.choice) for each in request.answers.answers]
        case "goodbye":
            return _goodbye_fault(request.goodbye)
        case "hello":
            return malformed("a second Hello; it is only for the first request of a stream")
        case _:
            return malformed("a PlayRequest without any message that this version knows")


def _goodbye_fault(goodbye: Goodbye) -> Fault:
    if goodbye.reason == GoodbyeReason.GOODBYE_REASON_MALFORMED:
        # A bridge gives this reason when its program broke the rules for lines (docs/lines.md).
        # Only the bridge saw that, and its text says what was wrong.
        text = one_line(goodbye.text, _LONGEST) or "it sent what is not allowed"
        return play_fault(FaultKind.MALFORMED, f"the bot said goodbye: {text}")
    return play_fault(FaultKind.DISCONNECTED, "the bot said goodbye")
