"""A decision that a bot is asked for, from the table that asks to the table that is answered."""

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
        """`request` is its Decision in bytes, without number and bank: these are known later."""
        self.clock = clock
        self.asker = asker
        # Bytes from the beginning: making messages of protobuf's took 29 % of the referee's time
        # (docs/performance.md, The wire).
        self.request = request
        self.number = number


class DecisionNumbers:
    """Counts the decisions of one bot, whose sessions share it: no number is used twice."""

    def __init__(self) -> None:
        self.last = 0
        """The number that was given last; 0 before the first."""
