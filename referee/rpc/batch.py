"""A batch: the decisions that were sent to a bot in one message, until each is answered."""

from collections.abc import Sequence

from librt.strings import BytesWriter

from referee.conduct import Fault
from referee.player import Choice
from referee.rpc.batch_deadline import BatchDeadline
from referee.rpc.decision import Decision
from referee.rpc.forced_delay import ForcedDelay
from referee.wire.decisions import write_entry


class Batch:
    """A batch that was sent. Its answers come in any order, in one message or in several.

    The states of each of its decisions:

        in flight --note--> noted --settle--> answered: its match goes on
            |
            +--abandon--> answered with a fault
            +--turn_away--> turned away: its match asks again in another session

    Invariants: a decision is in flight or noted, never both. `settle` is called between two calls
    of `note`, because all noted answers share the time of one message. A forced delay ends right
    after its decision was answered or turned away.
    """

    def __init__(
        self,
        decisions: Sequence[Decision],
        delays: dict[int, list[ForcedDelay]],
        deadline: BatchDeadline,
    ) -> None:
        """`delays` are the forced delays by the number of the decision that they end with."""
        self.in_flight = {decision.number: decision for decision in decisions}
        self.deadline = deadline
        self._delays = delays
        self._noted: list[tuple[Decision, int]] = []
        self._wall = self._charged = 0.0
        """Seconds that each noted answer took by the wall clock, and that its clock is charged.

        Both are without the time that the decision took in earlier sessions.
        """

    def note(self, answers: Sequence[tuple[int, int]]) -> int | None:
        """Note the answers of one message, pairs of a decision's number and a choice.

        There has to be at least one. The time since the previous message with answers, or since the
        batch was sent, is divided among them. Returns None when all are noted. Otherwise returns
        the first number that is of no decision in flight; the answers before it are noted.
        """
        wall, charged = self.deadline.lap()
        # Divided evenly, as nobody can tell how long the bot thought about which decision.
        self._wall, self._charged = wall / len(answers), charged / len(answers)
        for number, choice in answers:
            if number not in self.in_flight:
                return number
            self._noted.append((self.in_flight.pop(number), choice))
        return None

    def settle(self) -> bool:
        """Hand the noted answers to their matches, which go on. Returns whether there were any."""
        noted, self._noted = self._noted, []
        for decision, choice in noted:
            self._settle(decision, choice)
        return bool(noted)

    def _settle(self, decision: Decision, index: int) -> None:
        clock = decision.clock
        wall, charged = self._wall + clock.spent, self._charged + clock.spent
        # Reset before the match goes on: SeatedBot would give the number to its next decision.
        number, decision.number = decision.number, 0
        if clock.charge(charged):
            decision.asker.answered(Choice(index, wall))
        else:
            limit = f"{clock.per_decision:g} s and what was left of the match's bank"
            fault = self.deadline.verdict(f"an answer came after more than {limit}")
            decision.asker.answered(fault)
        self._end_delays(number)

    def stop_clocks(self) -> None:
        """Divide the time since the last answers among the clocks of the decisions in flight.

        Before the first answers it is the time since the batch was sent.
        """
        # The time of a lost session is charged when the decision is answered in a later one.
        charged = self.deadline.lap()[1]
        for decision in self.in_flight.values():
            decision.clock.spent += charged / len(self.in_flight)

    def abandon(self, fault: Fault) -> int:
        """Answer the decisions in flight with the fault. Returns how many there were."""
        # Emptied first: an answer sets a match going, which may look at `in_flight`.
        abandoned, self.in_flight = self.in_flight, {}
        for number, decision in abandoned.items():
            decision.number = 0
            decision.asker.answered(fault)
            self._end_delays(number)
        return len(abandoned)

    def turn_away(self) -> None:
        """Have all decisions in flight asked again in another session."""
        turned_away, self.in_flight = self.in_flight, {}
        for number, decision in turned_away.items():
            decision.asker.not_ready()
            self._end_delays(number)

    def _end_delays(self, number: int) -> None:
        for delay in self._delays.pop(number, ()):
            delay.end()


def batch_bytes(decisions: Sequence[Decision]) -> bytes:
    """The encoded PlayResponse that asks for the decisions, whose numbers must be set."""
    out = BytesWriter()
    for decision in decisions:
        bank_ms = int(decision.clock.bank * 1000)
        write_entry(out, decision.number, bank_ms, decision.request)
    return out.getvalue()
