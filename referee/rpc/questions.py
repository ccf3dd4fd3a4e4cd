"""What is asked on one session and not answered yet: lists of decisions, and what settles them.

No network and no event loop: this is what every decision passes through, on its way out and back.
"""

from collections.abc import Iterable

from librt.strings import BytesWriter
from mypy_extensions import mypyc_attr

from referee.conduct import Fault
from referee.player import Choice
from referee.rpc.clock import Clock
from referee.rpc.flight import Flight
from referee.rpc.handshake import MOST_AT_ONCE
from referee.wire.decisions import write_entry


@mypyc_attr(allow_interpreted_subclasses=True)
class Question:
    """A decision that somebody has to make; it is asked again elsewhere when its session ends.

    Or a pause: nothing is asked, but it keeps its place among those that are.
    """

    clock: Clock
    asked: bytes
    """Its Decision, but for number and bank; empty for a pause."""
    number = 0
    """The decision's, once it was sent, until it is answered."""
    behind: "Question | None" = None
    """The pause that ends when this is answered, or with this one: they make a chain."""

    def answered(self, answer: Choice | Fault) -> None:
        """The answer, or the fault instead of one."""
        raise NotImplementedError

    def turned_away(self) -> None:
        """The session ended before the question was answered; it may be asked in another one."""
        raise NotImplementedError

    def passed(self) -> None:
        """The pause is over: an answer would be here by now, or the session has ended."""
        raise NotImplementedError


class Numbers:
    """The numbers of a bot's decisions: every decision has its own, in whichever session."""

    def __init__(self) -> None:
        self.last = 0


class Questions:
    """The open questions of one session, at most one list of them in flight."""

    def __init__(self, at_once: int, numbers: Numbers) -> None:
        self._at_once = at_once
        self._numbers = numbers
        self._before = numbers.last
        """Up to this number decisions belong to sessions that were lost."""
        self._passed_over = 0
        """How many answers came to decisions of sessions that were lost."""
        self._waiting: list[Question] = []
        self.to_ask = 0
        """How many are not in flight yet; pauses do not count."""
        self.in_flight: dict[int, Question] = {}
        self._unsettled: list[tuple[Question, int]] = []
        """What was answered, with the choices, until the matches go on."""
        self._flown: Flight
        """The list that it was in."""
        self._wall = self._charged = 0.0
        """Seconds that each of these answers took, and is charged."""
        self.answered = False
        """Whether one was."""
        self.asked = 0
        """How many were in flight, or are."""

    def ask(self, question: Question) -> None:
        """It is to be answered."""
        self._waiting.append(question)
        self.to_ask += 1

    def pause(self, question: Question) -> None:
        """It is to pass when it would be answered, if anything were asked."""
        question.asked = b""
        self._waiting.append(question)

    def next_list(self) -> tuple[list[Clock], bytes]:
        """Those that have waited longest are in flight from now on. There has to be one `to_ask`.

        Pauses end with the answer to what waits behind them; the last ones of a list that has room
        with the one before. Returns the clocks of the list, and a PlayResponse that asks it.
        """
        clocks, out, taken = [], BytesWriter(), 0
        last: Question | None = None
        pauses: Question | None = None
        for question in self._waiting:
            taken += 1
            if not question.asked:
                question.behind, pauses = pauses, question
                continue
            question.behind, pauses = pauses, None
            if not question.number:
                self._numbers.last += 1
                question.number = self._numbers.last
            self.in_flight[question.number] = last = question
            clock = question.clock
            clocks.append(clock)
            write_entry(out, question.number, int(clock.bank * 1000), question.asked)
            if len(clocks) == self._at_once:
                break
        del self._waiting[:taken]
        self.asked += len(clocks)
        self.to_ask -= len(clocks)
        while pauses and last:
            pause, pauses = pauses, pauses.behind
            pause.behind, last.behind = last.behind, pause
        return clocks, out.getvalue()

    def pausing(self) -> list[Question]:
        """The pauses with nothing to ask that they could go with; nothing waits any more."""
        pauses, self._waiting = self._waiting, []
        return pauses

    @property
    def plenty(self) -> bool:
        """Whether the next list is long enough to be sent before matches go on."""
        return not self.in_flight and 2 * self.to_ask >= self._at_once

    def take(self, answers: list[tuple[int, int]], flight: Flight | None) -> str:
        """Note what is answered, decisions with their choices; it is to be settled next.

        Returns what was wrong with the answers, in words, or "".
        """
        if not answers:
            return "Answers without a single answer"
        if self._before:
            received = len(answers)
            answers = [each for each in answers if not self._stale(each[0])]
            self._passed_over += received - len(answers)
            if self._passed_over > MOST_AT_ONCE:
                return f"more than {MOST_AT_ONCE} answers to decisions of earlier streams"
            if not answers:
                return ""
        if flight is None or not self.in_flight:
            return self._not_open(answers[0][0])
        self._flown = flight
        self._wall, self._charged = (each / len(answers) for each in flight.lap())
        for decision, choice in answers:
            if decision not in self.in_flight:
                return self._not_open(decision)
            question = self.in_flight[decision]
            del self.in_flight[decision]
            self._unsettled.append((question, choice))
        return ""

    def settle(self) -> None:
        """Let the matches go on whose questions were answered."""
        answered, self._unsettled = self._unsettled, []
        for question, choice in answered:
            self._settle(question, choice)

    def _settle(self, question: Question, index: int) -> None:
        self.answered = True
        clock = question.clock
        wall, charged = self._wall + clock.spent, self._charged + clock.spent
        question.number = 0
        pauses, question.behind = question.behind, None
        if clock.charge(charged):
            question.answered(Choice(index, wall))
        else:
            limit = f"{clock.decision:g} s and what was left of the match's bank"
            question.answered(self._flown.verdict(f"an answer came after more than {limit}"))
        _pass(pauses)

    def _stale(self, decision: int) -> bool:
        """Whether it was asked in a session that was lost: its answer may have crossed the loss."""
        return 0 < decision <= self._before and decision not in self.in_flight

    def _not_open(self, decision: int) -> str:
        if 0 < decision <= self._numbers.last:
            return f"a second answer to decision {decision}, which was answered before"
        return f"an answer to decision {decision}, which was never asked"

    def stand_still(self, seconds: float) -> None:
        """Note on the clocks of what is in flight what it has taken together until now."""
        for question in self.in_flight.values():
            question.clock.spent += seconds / len(self.in_flight)

    def abandon(self, fault: Fault) -> int:
        """Answer what is in flight with the fault, and turn away the rest.

        Returns how many decisions the fault was charged to.
        """
        self.settle()
        charged, self.in_flight = self.in_flight, {}
        for question in charged.values():
            question.number = 0
            pauses, question.behind = question.behind, None
            question.answered(fault)
            _pass(pauses)
        self.turn_away()
        return len(charged)

    def turn_away(self) -> None:
        """Nothing is open any more."""
        self.settle()
        questions: Iterable[Question] = (*self.in_flight.values(), *self._waiting)
        self.in_flight, self._waiting, self.to_ask = {}, [], 0
        for question in questions:
            pauses, question.behind = question.behind, None
            if question.asked:
                question.turned_away()
            else:
                question.passed()
            _pass(pauses)


def _pass(pause: Question | None) -> None:
    """The pause is over, and all behind it."""
    while pause:
        behind, pause.behind = pause.behind, None
        pause.passed()
        pause = behind
