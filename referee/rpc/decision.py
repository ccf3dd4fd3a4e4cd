"""One decision: asked by a table, sent by a session, answered or turned away."""

from referee.player import Asker
from referee.rpc.clock import Clock


class Decision:
    """One decision of one seat, as a session handles it.

        waiting --> in flight --> answered, with a choice or a fault: `asker.answered`
           |            |
           +------------+-------> turned away: `asker.not_ready`, which asks in the next session

    Invariant: `number` is 0 before the decision is first sent and once it is answered. One that was
    sent and turned away keeps its number, as the protocol promises to bots that come back.
    """

    def __init__(self, clock: Clock, asker: Asker, request: bytes, number: int = 0) -> None:
        """`request` is its Decision in bytes, without its number and the time left in the bank.

        Both are filled in when it is sent. `number` is the one that it was sent with before, which
        it keeps; 0 if it was never sent.
        """
        self.clock = clock
        self.asker = asker
        # Bytes from the beginning: making messages of protobuf's took 29 % of the referee's time
        # (docs/performance.md, The wire).
        self.request = request
        self.number = number


class DecisionNumbers:
    """Numbers the decisions of one bot. Its sessions share it, so no two decisions have one number.

    A decision that is asked again in a later session keeps its number.
    """

    def __init__(self) -> None:
        self.last = 0
        """The number that was given last; 0 before the first."""
