"""The messages that tell a bot that its session ends, and why."""

from referee.conduct import Fault, FaultKind
from stych.v1.referee_pb2 import Goodbye, GoodbyeReason, PlayResponse

# After a fault of another kind the bot is gone, or the protocol has no reason for that kind.
_REASONS = {
    FaultKind.INCOMPATIBLE: GoodbyeReason.GOODBYE_REASON_INCOMPATIBLE,
    FaultKind.LATE: GoodbyeReason.GOODBYE_REASON_LATE,
    FaultKind.MALFORMED: GoodbyeReason.GOODBYE_REASON_MALFORMED,
}


def goodbye(reason: GoodbyeReason, text: str) -> bytes:
    """The encoded PlayResponse that says goodbye."""
    return PlayResponse(goodbye=Goodbye(reason=reason, text=text)).SerializeToString()


def blaming_goodbye(fault: Fault) -> bytes:
    """The encoded PlayResponse that says goodbye, and what the bot did wrong."""
    reason = _REASONS.get(fault.kind, GoodbyeReason.GOODBYE_REASON_UNSPECIFIED)
    return goodbye(reason, fault.text)
