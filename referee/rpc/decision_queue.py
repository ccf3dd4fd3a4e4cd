"""What is asked of a bot in one session and not answered yet.

No network and no event loop: this is what every decision passes through, on its way out and back.
An answer goes straight on from here: the decision calls its table, the table the rules, and these
ask the next player. A task or a future for each decision would cost more than the rules do.
"""

from collections.abc import Callable

from referee.conduct import Fault
from referee.rpc.batch import Batch, batch_bytes
from referee.rpc.batch_deadline import BatchDeadline
from referee.rpc.clock import Clock
from referee.rpc.decision import Decision, DecisionNumbers
from referee.rpc.forced_delay import ForcedDelay
from referee.rpc.handshake import MOST_AT_ONCE


class _StaleAnswers:
    """Answers to decisions of earlier sessions.

    The bot may have sent them before it knew that the connection was lost. Such an answer is
    ignored, unless the decision was asked again and is in flight.
    """

    def __init__(self, before: int) -> None:
        """Decisions up to the number `before` belong to earlier sessions."""
        self.before = before
        self._ignored = 0

    def without(
        self, answers: list[tuple[int, int]], in_flight: dict[int, Decision]
    ) -> list[tuple[int, int]] | None:
        """The answers that are not ignored.

        None when more than MOST_AT_ONCE have been ignored: no lost batch could have had so many.
        """
        kept = [
            (number, choice)
            for number, choice in answers
            if not 0 < number <= self.before or number in in_flight
        ]
        self._ignored += len(answers) - len(kept)
        return None if self._ignored > MOST_AT_ONCE else kept


class DecisionQueue:
    """The decisions of one session, and the forced delays that keep their places among them.

        ask, delay --> waiting --next_batch--> in flight --take--> noted --settle--> answered
                          |                        |
                          +---------------- abandon, turn_away

    Invariants: what waits keeps its order. `to_ask` is how many decisions wait, delays not counted.
    At most one batch is in flight: `batch`, which is None once all its answers are noted. What
    `take` notes is settled before the next `take`. In between the next batch may be sent.
    """

    def __init__(self, at_once: int, numbers: DecisionNumbers) -> None:
        """A batch has at most `at_once` decisions."""
        self._at_once = at_once
        self._numbers = numbers
        self._stale = _StaleAnswers(numbers.last)
        self._waiting: list[Decision | ForcedDelay] = []
        self.to_ask = 0
        self.batch: Batch | None = None
        self._noted: Batch | None = None
        """The batch whose answers have been noted and are yet to be settled."""
        self.answered = False
        """Whether a decision was answered since somebody set this back."""
        self.asked = 0
        """How many decisions were sent."""

    def ask(self, decision: Decision) -> None:
        """Have the decision sent, after all that waits already."""
        self._waiting.append(decision)
        self.to_ask += 1

    def delay(self, delay: ForcedDelay) -> None:
        """Have the delay end when a decision in its place would be answered."""
        # A third of the actions of some games are forced. This costs nothing; a timer for each
        # delay took an eighth of the referee's time.
        self._waiting.append(delay)

    # -- on the way out

    def next_batch(self, begin: Callable[[list[Clock]], BatchDeadline]) -> bytes:
        """Put in flight what has waited longest, and return the PlayResponse that asks for it.

        Call only when there is something `to_ask` and no `batch` in flight. `begin` starts the
        batch's deadline.
        """
        decisions, delays = self._take_waiting()
        self.asked += len(decisions)
        self.to_ask -= len(decisions)
        message = batch_bytes(decisions)
        deadline = begin([decision.clock for decision in decisions])
        self.batch = Batch(decisions, delays, deadline)
        return message

    def _take_waiting(self) -> tuple[list[Decision], dict[int, list[ForcedDelay]]]:
        """The decisions of the next batch, numbered; by number the delays that end with each.

        A delay ends with the decision that waits right behind it. The last delays of a batch that
        is not full end with its last decision: a decision in their place would be in the batch too.
        """
        decisions: list[Decision] = []
        delays: dict[int, list[ForcedDelay]] = {}
        ahead: list[ForcedDelay] = []
        taken = 0
        for each in self._waiting:
            taken += 1
            if isinstance(each, ForcedDelay):
                ahead.append(each)
                continue
            if not each.number:
                self._numbers.last += 1
                each.number = self._numbers.last
            decisions.append(each)
            if ahead:
                # Last in, first out, for no other reason than that it always was so: in another
                # order matches would go on in another order, and measurements could not be compared
                # with earlier ones.
                ahead.reverse()
                delays[each.number], ahead = ahead, []
            if len(decisions) == self._at_once:
                break
        del self._waiting[:taken]
        if ahead:
            last = decisions[-1].number
            delays[last] = ahead + delays.get(last, [])
        return decisions, delays

    def take_waiting_delays(self) -> list[ForcedDelay]:
        """Remove and return all waiting delays.

        Call only when `to_ask` is 0: waiting decisions would be lost.
        """
        delays = [each for each in self._waiting if isinstance(each, ForcedDelay)]
        self._waiting = []
        return delays

    # -- on the way back

    def take(self, answers: list[tuple[int, int]]) -> str:
        """Note answers, as numbers of decisions and choices.

        Returns "", or the text of the bot's fault: the first thing that is wrong with them. Answers
        before a wrong one are noted. `settle` has to follow in either case.
        """
        if not answers:
            return "Answers without a single answer"
        batch = self.batch
        if self._stale.before:
            fresh = self._stale.without(answers, batch.in_flight if batch else {})
            if fresh is None:
                return f"more than {MOST_AT_ONCE} answers to decisions of earlier streams"
            if not fresh:
                return ""
            answers = fresh
        if batch is None:
            first, _ = answers[0]
            return self._not_open(first)
        self._noted = batch
        wrong = batch.note(answers)
        if wrong is not None:
            return self._not_open(wrong)
        if not batch.in_flight:
            batch.deadline.stop()
            self.batch = None
        return ""

    def _not_open(self, number: int) -> str:
        if 0 < number <= self._numbers.last:
            return f"a second answer to decision {number}, which was answered before"
        return f"an answer to decision {number}, which was never asked"

    @property
    def is_next_batch_long(self) -> bool:
        """Whether the next batch is worth sending before the matches of the last one go on."""
        # Messages cost more than what is in them: half a batch makes up for that, less does not.
        return self.batch is None and 2 * self.to_ask >= self._at_once

    def settle(self) -> None:
        """Let the matches go on whose answers were noted."""
        noted, self._noted = self._noted, None
        if noted and noted.settle():
            self.answered = True

    # -- at the end of the session

    def abandon(self, fault: Fault) -> int:
        """Answer what is in flight with the fault, and turn away the rest.

        Returns how many decisions the fault cost.
        """
        self.settle()
        batch, self.batch = self.batch, None
        cost = batch.abandon(fault) if batch else 0
        self.turn_away()
        return cost

    def turn_away(self) -> None:
        """Have all that is not answered asked again in another session; nothing is open then."""
        self.settle()
        batch, self.batch = self.batch, None
        waiting, self._waiting, self.to_ask = self._waiting, [], 0
        if batch:
            batch.turn_away()
        for each in waiting:
            if isinstance(each, ForcedDelay):
                each.end()
            else:
                each.asker.not_ready()
