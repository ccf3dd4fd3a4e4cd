"""The decisions that a bot is asked for in one session and has not answered yet.

Every decision passes through here on its way to the bot, and every answer on its way back. There is
no task and no future for a decision, which would cost more than the rules do. Instead, an answer
calls the table of its match, and within this call the table applies the rules and asks the next
player.
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
    """Finds the answers to decisions of earlier sessions, which are ignored.

    The bot may have sent such an answer before it noticed that the connection was lost. It is not
    ignored if the decision was asked again and is in flight.
    """

    def __init__(self, before: int) -> None:
        """Decisions up to the number `before` belong to earlier sessions."""
        self.before = before
        self._ignored = 0

    def fresh_answers(
        self, answers: list[tuple[int, int]], in_flight: dict[int, Decision]
    ) -> list[tuple[int, int]] | None:
        """The answers, pairs of a decision's number and a choice, without those that are ignored.

        None if more than MOST_AT_ONCE were ignored so far: no lost batch has that many decisions.
        """
        fresh = [
            (number, choice)
            for number, choice in answers
            if not 0 < number <= self.before or number in in_flight
        ]
        self._ignored += len(answers) - len(fresh)
        return None if self._ignored > MOST_AT_ONCE else fresh


class DecisionQueue:
    """The decisions of one session, and the forced delays that keep their places among them.

        ask, delay --> waiting --next_batch--> in flight --take--> noted --settle--> answered
                          |                        |
                          +---------------- abandon, turn_away --> answered with a
                                                                     fault, or turned away

    Invariants: waiting decisions and delays keep their order. `to_ask` is the number of waiting
    decisions, without delays. At most one batch is in flight: `batch`, which is None once all its
    answers are noted. `settle` is called between two calls of `take`. Between a `take` and its
    `settle` the next batch may be sent.
    """

    def __init__(self, at_once: int, numbers: DecisionNumbers) -> None:
        """A batch has at most `at_once` decisions. Sessions of one bot may share `numbers`."""
        self._at_once = at_once
        self._numbers = numbers
        self._stale = _StaleAnswers(numbers.last)
        self._waiting: list[Decision | ForcedDelay] = []
        self.to_ask = 0
        self.batch: Batch | None = None
        self._noted: Batch | None = None
        """The batch whose answers have been noted and are yet to be settled."""
        self.answered = False
        """Whether the bot answered a decision since the queue's owner last set this to False."""
        self.decisions_sent = 0

    def ask(self, decision: Decision) -> None:
        """Have the decision sent, after all decisions that wait already."""
        self._waiting.append(decision)
        self.to_ask += 1

    def delay(self, delay: ForcedDelay) -> None:
        """Have the delay end when a decision in its place would be answered."""
        # In some games a third of the actions are forced. A place in the queue costs nothing; a
        # timer for each delay took an eighth of the referee's time.
        self._waiting.append(delay)

    # -- on the way out

    def next_batch(self, begin: Callable[[list[Clock]], BatchDeadline]) -> bytes:
        """Put the decisions that have waited longest in flight as `batch`.

        Returns the encoded PlayResponse that asks for them. Call only when `to_ask` is not 0 and no
        `batch` is in flight. `begin` takes the clocks of the decisions and starts their deadline.
        """
        decisions, delays = self._take_waiting()
        self.decisions_sent += len(decisions)
        self.to_ask -= len(decisions)
        message = batch_bytes(decisions)
        deadline = begin([decision.clock for decision in decisions])
        self.batch = Batch(decisions, delays, deadline)
        return message

    def _take_waiting(self) -> tuple[list[Decision], dict[int, list[ForcedDelay]]]:
        """Remove the decisions of the next batch from those that wait, and number them.

        Returns them, and by a decision's number the delays that end with it. A delay ends with the
        next decision behind it. Delays behind the last decision, in a batch that is not full, end
        with that decision: a decision in their place would be in the batch too.
        """
        decisions: list[Decision] = []
        delays: dict[int, list[ForcedDelay]] = {}
        ahead: list[ForcedDelay] = []
        taken = 0
        for entry in self._waiting:
            taken += 1
            if isinstance(entry, ForcedDelay):
                ahead.append(entry)
                continue
            # A decision that is asked again keeps its number.
            if not entry.number:
                self._numbers.last += 1
                entry.number = self._numbers.last
            decisions.append(entry)
            if ahead:
                # The delays end in reverse order only because they always did so: with another
                # order matches would go on in another order, and measurements could not be compared
                # with earlier ones.
                ahead.reverse()
                delays[entry.number], ahead = ahead, []
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
        """Note the answers of one message, pairs of a decision's number and a choice.

        Returns "", or what the bot sent, for its fault's text, if an answer is wrong. The answers
        before the first wrong one are noted. `settle` has to be called afterwards in either case.
        """
        if not answers:
            return "Answers without a single answer"
        batch = self.batch
        if self._stale.before:
            fresh = self._stale.fresh_answers(answers, batch.in_flight if batch else {})
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
        # A message costs more than the decisions in it. Only with half a batch or more it pays to
        # send a message earlier than otherwise.
        return self.batch is None and 2 * self.to_ask >= self._at_once

    def settle(self) -> None:
        """Hand the noted answers to their matches, which go on."""
        noted, self._noted = self._noted, None
        if noted and noted.settle():
            self.answered = True

    # -- at the end of the session

    def abandon(self, fault: Fault) -> int:
        """Answer the decisions in flight with the fault, and turn away the waiting ones.

        Returns how many decisions were answered with the fault.
        """
        self.settle()
        batch, self.batch = self.batch, None
        abandoned = batch.abandon(fault) if batch else 0
        self.turn_away()
        return abandoned

    def turn_away(self) -> None:
        """Have all unanswered decisions asked again in another session, and end all delays."""
        self.settle()
        batch, self.batch = self.batch, None
        waiting, self._waiting, self.to_ask = self._waiting, [], 0
        if batch:
            batch.turn_away()
        for entry in waiting:
            if isinstance(entry, ForcedDelay):
                entry.end()
            else:
                entry.asker.not_ready()
