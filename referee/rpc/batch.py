"""Decisions that were sent to a bot in one message: what is still open, and what settles it."""

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

        in flight --note--> noted --settle--> the matches go on
            |
            +--abandon, turn_away--> the matches have a fault, or ask again elsewhere

    Invariants: a decision is in flight or noted, never both. `settle` comes before answers of the
    next message are noted, as all noted ones share the time of one message. Forced delays end right
    after the decision that they belong to, whatever became of it.
    """

    def __init__(
        self,
        decisions: Sequence[Decision],
        delays: dict[int, list[ForcedDelay]],
        deadline: BatchDeadline,
    ) -> None:
        """`delays` are those that end with a decision, by its number."""
        self.in_flight = {decision.number: decision for decision in decisions}
        self.deadline = deadline
        self._delays = delays
        self._noted: list[tuple[Decision, int]] = []
        self._wall = self._charged = 0.0
        """Seconds that each of the noted answers took, and that its clock is charged."""

    def note(self, answers: Sequence[tuple[int, int]]) -> int | None:
        """Note the answers of one message, as numbers of decisions and choices, until `settle`.

        They share the time since the message before. Returns the number of the first decision that
        is not in flight; the answers before it are noted.
        """
        wall, charged = self.deadline.lap()
        # Evenly, as nobody can tell which of the decisions took so long.
        self._wall, self._charged = wall / len(answers), charged / len(answers)
        for number, choice in answers:
            if number not in self.in_flight:
                return number
            self._noted.append((self.in_flight.pop(number), choice))
        return None

    def settle(self) -> bool:
        """Let the matches go on whose answers were noted; whether there are any."""
        noted, self._noted = self._noted, []
        for decision, choice in noted:
            self._settle(decision, choice)
        return bool(noted)

    def _settle(self, decision: Decision, index: int) -> None:
        clock = decision.clock
        wall, charged = self._wall + clock.spent, self._charged + clock.spent
        # The number is gone before the match goes on: its next question is another decision.
        number, decision.number = decision.number, 0
        if clock.charge(charged):
            decision.asker.answered(Choice(index, wall))
        else:
            limit = f"{clock.decision:g} s and what was left of the match's bank"
            fault = self.deadline.verdict(f"an answer came after more than {limit}")
            decision.asker.answered(fault)
        self._end_delays(number)

    def stop_clocks(self) -> None:
        """Note on the clocks of what is in flight what it has taken until now."""
        # The time of a lost session counts once the decision is answered in another one.
        charged = self.deadline.lap()[1]
        for decision in self.in_flight.values():
            decision.clock.spent += charged / len(self.in_flight)

    def abandon(self, fault: Fault) -> int:
        """Answer what is in flight with the fault. Returns how many decisions that were."""
        # Taken out first: what an answer sets going may look at what is in flight.
        charged, self.in_flight = self.in_flight, {}
        for number, decision in charged.items():
            decision.number = 0
            decision.asker.answered(fault)
            self._end_delays(number)
        return len(charged)

    def turn_away(self) -> None:
        """Have everything that is in flight asked again in another session."""
        open_, self.in_flight = self.in_flight, {}
        for number, decision in open_.items():
            decision.asker.not_ready()
            self._end_delays(number)

    def _end_delays(self, number: int) -> None:
        for delay in self._delays.pop(number, ()):
            delay.end()


def batch_bytes(decisions: Sequence[Decision]) -> bytes:
    """The PlayResponse that asks for these decisions."""
    out = BytesWriter()
    for each in decisions:
        write_entry(out, each.number, int(each.clock.bank * 1000), each.request)
    return out.getvalue()
