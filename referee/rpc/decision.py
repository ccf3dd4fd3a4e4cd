"""One decision: asked for by a table, and answered or turned away by a session."""

from referee.player import Asker
from referee.rpc.clock import Clock


class Decision:
    """One decision of one seat, as a session handles it.

        waiting --> in flight --> answered, with a choice or a fault: `asker.answered`
           |            |
           +------------+-------> turned away: `asker.not_ready`, which asks in the next session

    Invariant: `number` is 0 until the decision is first sent, and again once it is answered. A
    decision that was sent and then turned away keeps its number, as the protocol promises to bots
    that come back.
    """

    def __init__(self, clock: Clock, asker: Asker, request: bytes, number: int = 0) -> None:
        """`request` is the encoded Decision message without its number and the time in the bank.

        Those two are added when it is sent. `number` is the number with which the decision was sent
        in an earlier session; 0 if it was never sent.
        """
        self.clock = clock
        self.asker = asker
        # Bytes, as building a protobuf message for each decision took 29 % of the referee's time
        # (docs/performance.md, The wire).
        self.request = request
        self.number = number


class DecisionNumbers:
    """The last number given to a decision.

    All sessions of a remote bot share it; each session of a local bot has its own. So no decision
    gets the number of another one, not even of one that is asked again with its old number.
    """

    def __init__(self) -> None:
        self.last = 0
        """The number that was given last; 0 before the first decision."""
