"""Reads what a bot may send while it plays: answers, or a goodbye (docs/protocol.md)."""

from typing import Final

from google.protobuf.message import DecodeError

from referee.conduct import Fault, FaultKind, FaultStage
from referee.text import one_line
from referee.wire.answers import read_answers
from stych.v1.referee_pb2 import Goodbye, GoodbyeReason, PlayRequest

_LONGEST: Final = 200
"""Characters of a bot's own words that stand in a fault's text."""


def play_fault(kind: FaultKind, text: str) -> Fault:
    """A fault of a bot that has said hello."""
    return Fault(kind=kind, stage=FaultStage.PLAY, text=text)


def malformed(text: str) -> Fault:
    """The fault of a bot that sent what the protocol does not allow."""
    return play_fault(FaultKind.MALFORMED, f"sent {text}")


def read_request(data: bytes) -> list[tuple[int, int]] | Fault:
    """The answers in a PlayRequest, as numbers of decisions and choices; or the bot's fault.

    Whether these decisions were asked is not looked at.
    """
    # The usual bytes are read by our own code; what has another form is left to protobuf.
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
            return _said_goodbye(request.goodbye)
        case "hello":
            return malformed("a second Hello; it is only for the first request of a stream")
        case _:
            return malformed("a PlayRequest without any message that this version knows")


def _said_goodbye(goodbye: Goodbye) -> Fault:
    if goodbye.reason == GoodbyeReason.GOODBYE_REASON_MALFORMED:
        # What speaks for a program knows what that wrote, which nobody could see in an answer.
        said = one_line(goodbye.text, _LONGEST) or "it sent what is not allowed"
        return play_fault(FaultKind.MALFORMED, f"the bot said goodbye: {said}")
    return play_fault(FaultKind.DISCONNECTED, "the bot said goodbye")
