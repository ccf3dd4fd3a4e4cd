"""The messages that tell a bot that its session ends, and why."""

from referee.conduct import Fault, FaultKind
from stych.v1.referee_pb2 import Goodbye, GoodbyeReason, PlayResponse

# A Goodbye after another fault reaches no bot: after a crash or a lost connection nobody reads it,
# and an illegal choice or a withdrawal does not end the session.
_REASONS = {
    FaultKind.INCOMPATIBLE: GoodbyeReason.GOODBYE_REASON_INCOMPATIBLE,
    FaultKind.LATE: GoodbyeReason.GOODBYE_REASON_LATE,
    FaultKind.MALFORMED: GoodbyeReason.GOODBYE_REASON_MALFORMED,
}


def goodbye(reason: GoodbyeReason, text: str) -> bytes:
    """The encoded PlayResponse that says goodbye."""
    return PlayResponse(goodbye=Goodbye(reason=reason, text=text)).SerializeToString()


def blaming_goodbye(fault: Fault) -> bytes:
    """The encoded PlayResponse that says goodbye, with the text of the bot's fault."""
    reason = _REASONS.get(fault.kind, GoodbyeReason.GOODBYE_REASON_UNSPECIFIED)
    return goodbye(reason, fault.text)
