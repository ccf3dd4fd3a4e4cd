"""What a bot is told when its session ends, and why."""

from referee.conduct import Fault, FaultKind
from stych.v1.referee_pb2 import Goodbye, GoodbyeReason, PlayResponse

# Other kinds of faults mean that nobody is there to be told, or have no reason of their own.
_REASONS = {
    FaultKind.INCOMPATIBLE: GoodbyeReason.GOODBYE_REASON_INCOMPATIBLE,
    FaultKind.LATE: GoodbyeReason.GOODBYE_REASON_LATE,
    FaultKind.MALFORMED: GoodbyeReason.GOODBYE_REASON_MALFORMED,
}


def goodbye(reason: GoodbyeReason, text: str) -> bytes:
    """The PlayResponse that says goodbye, in bytes."""
    return PlayResponse(goodbye=Goodbye(reason=reason, text=text)).SerializeToString()


def blaming_goodbye(fault: Fault) -> bytes:
    """The PlayResponse that says goodbye and what the bot did wrong, in bytes."""
    reason = _REASONS.get(fault.kind, GoodbyeReason.GOODBYE_REASON_UNSPECIFIED)
    return goodbye(reason, fault.text)
