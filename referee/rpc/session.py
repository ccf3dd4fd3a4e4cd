"""A session: one connection of one bot, from its hello to its end.

It sends lists of decisions, at most one list in flight, keeps the clock, and matches answers with
questions. What becomes ready while a list is in flight goes out together with the next.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from google.protobuf.message import DecodeError

from referee.conduct import Fault, FaultKind, Stage
from referee.evidence import Evidence
from referee.player import Choice
from referee.rpc.clock import Clock, Meter
from referee.rpc.flight import Flight
from referee.rpc.handshake import MOST_AT_ONCE
from referee.rpc.link import Link
from stych.v1.referee_pb2 import (
    Answers,
    DealOpening,
    Goodbye,
    GoodbyeReason,
    MatchOver,
    MatchStart,
    PlayRequest,
    PlayResponse,
)


class SessionClosedError(Exception):
    """The session ended before the question was sent; it may be asked in another one."""


@dataclass(slots=True)
class Numbers:
    """The numbers of a bot's decisions: every decision has its own, in whichever session."""

    last: int = 0

    def take(self) -> int:
        """The next one."""
        self.last += 1
        return self.last


Fields: TypeAlias = dict[str, Any]
"""Of a Decision. It is made within its list, at the list's sending: to copy it there costs more."""


@dataclass(slots=True, eq=False)
class _Question:
    fields: Fields
    clock: Clock
    answer: "asyncio.Future[Choice | Fault]"


@dataclass(slots=True)
class _Outbox:
    starts: list[MatchStart] = field(default_factory=list)
    questions: list[_Question] = field(default_factory=list)
    overs: list[MatchOver] = field(default_factory=list)
    openings: list[DealOpening] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.starts or self.questions or self.overs or self.openings)


def _fault(kind: FaultKind, text: str) -> Fault:
    return Fault(kind=kind, stage=Stage.PLAY, text=text)


_REASONS = {
    FaultKind.LATE: GoodbyeReason.GOODBYE_REASON_LATE,
    FaultKind.MALFORMED: GoodbyeReason.GOODBYE_REASON_MALFORMED,
}
_GOODBYE_SECONDS = 1.0
_UNREAD_SECONDS = 30.0


class Session:
    """A bot that has said hello. `run` it until it ends; meanwhile `ask` and `tell` it things.

    Sessions that share their `numbers` are one after another those of a bot that comes back: a
    decision keeps its number when it is asked again.
    """

    def __init__(
        self,
        link: Link,
        at_once: int,
        numbers: Numbers | None = None,
        meter: Meter | None = None,
        thinkers: asyncio.Semaphore | None = None,
    ) -> None:
        """A bot with a `meter` is charged its processor time; it thinks when `thinkers` lets it."""
        self._link = link
        self._at_once = at_once
        self._meter = meter
        self._thinkers = thinkers
        self._thinks = False
        """Whether it holds one of the thinkers' places."""
        self._numbers = numbers or Numbers()
        self._before = self._numbers.last
        """Up to this number decisions belong to sessions that were lost."""
        self.lost = False
        """Whether it ended because the connection did."""
        self.answered = False
        """Whether a decision was answered in it."""
        self._passed_over = 0
        """How many answers came to decisions of sessions that were lost."""
        self._outbox = _Outbox()
        self._in_flight: dict[int, _Question] = {}
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[Fault | None] = self._loop.create_future()
        self._flight: Flight | None = None
        self._farewell: asyncio.Task[None] | None = None

    @property
    def over(self) -> bool:
        """Whether the session has ended."""
        return self._ended.done()

    def start(self, message: MatchStart) -> None:
        """Tell of a match that begins."""
        self._outbox.starts.append(message)
        self._wake.set()

    def tell_over(self, message: MatchOver) -> None:
        """Tell of a match that is over."""
        self._outbox.overs.append(message)
        self._wake.set()

    def tell_opening(self, message: DealOpening) -> None:
        """Open a deal's commitment."""
        self._outbox.openings.append(message)
        self._wake.set()

    def ask(self, fields: Fields, clock: Clock) -> "asyncio.Future[Choice | Fault]":
        """The answer to a decision, or the fault instead of one, when it comes.

        The decision's number and bank are noted in its fields. The answer is SessionClosedError
        when the session ends before the decision is sent.
        """
        answer: asyncio.Future[Choice | Fault] = self._loop.create_future()
        if self.over:
            answer.set_exception(SessionClosedError())
        else:
            self._outbox.questions.append(_Question(fields, clock, answer))
            self._wake.set()
        return answer

    def blame(self, fault: Fault) -> None:
        """End it by a fault that was not found in what was said."""
        self._end(fault)

    async def run(self) -> Fault | None:
        """Serve until the session ends. The bot's fault, or None when `close` ended it.

        After a fault the decisions in flight are answered by `abandon`, once the caller knows what
        to blame.
        """
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._write())]
        waited: set[asyncio.Future[Any]] = {self._ended, *tasks}
        try:
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
            return await self._ended
        finally:
            self._end(None)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._farewell:
                await asyncio.wait({self._farewell})

    def clocks(self) -> Evidence:
        """What the clocks say of the list in flight; nothing when there is none."""
        return self._flight.evidence() if self._flight and self._in_flight else Evidence()

    def abandon(self, fault: Fault) -> int:
        """Answer what is in flight with the fault, the rest with SessionClosedError.

        Returns how many decisions the fault was charged to.
        """
        charged = len(self._in_flight)
        for question in self._in_flight.values():
            if not question.answer.done():
                question.answer.set_result(fault)
        self._in_flight.clear()
        self._turn_away(self._outbox.questions)
        self._outbox.questions.clear()
        return charged

    def hand_back(self) -> None:
        """End it, and answer all that is open with SessionClosedError: it is asked in another one.

        The clocks of what is in flight stand still from now on. Nobody is charged.
        """
        if self._flight:
            share = self._flight.lap()[1] / max(len(self._in_flight), 1)
            for question in self._in_flight.values():
                question.clock.spent += share
        self._end(None)
        self._turn_away([*self._in_flight.values(), *self._outbox.questions])
        self._in_flight.clear()
        self._outbox.questions.clear()

    async def close(self, reason: GoodbyeReason, text: str) -> None:
        """Say goodbye and end; waits a moment for what is still to be told. Nobody is charged."""
        self._end(None)
        self._turn_away([*self._in_flight.values(), *self._outbox.questions])
        last = self._take_messages()
        last.goodbye.CopyFrom(Goodbye(reason=reason, text=text))
        self._farewell = asyncio.create_task(self._send_briefly(last))
        await self._farewell

    def _turn_away(self, questions: Iterable[_Question]) -> None:
        for question in questions:
            if not question.answer.done():
                question.answer.set_exception(SessionClosedError())

    async def dismiss(self, fault: Fault) -> None:
        """Tell the bot in words why its session ended."""
        reason = _REASONS.get(fault.kind, GoodbyeReason.GOODBYE_REASON_UNSPECIFIED)
        await self._send_briefly(PlayResponse(goodbye=Goodbye(reason=reason, text=fault.text)))

    async def _send_briefly(self, message: PlayResponse) -> None:
        try:
            async with asyncio.timeout(_GOODBYE_SECONDS):
                await self._link.send(message)
        except TimeoutError:
            pass

    def _end(self, fault: Fault | None) -> None:
        if self._flight:
            self._flight.land()
        self._stop_thinking()
        if not self._ended.done():
            self._ended.set_result(fault)

    async def _may_think(self) -> bool:
        """Wait for a place among those who think; False when the session ended meanwhile."""
        if self._thinkers:
            await self._thinkers.acquire()
            self._thinks = True
        if self.over:
            self._stop_thinking()
        return not self.over

    def _stop_thinking(self) -> None:
        if self._thinkers and self._thinks:
            self._thinks = False
            self._thinkers.release()

    # -- sending

    async def _write(self) -> None:
        while True:
            # The matches that the last answers set going have their turn before this task.
            await self._wake.wait()
            self._wake.clear()
            if self.over:
                return
            if not self._in_flight and self._outbox:
                if self._outbox.questions and not await self._may_think():
                    return
                await self._send_next()

    async def _send_next(self) -> None:
        batch = self._outbox.questions[: self._at_once]
        del self._outbox.questions[: self._at_once]
        for question in batch:
            fields = question.fields
            number = fields.get("decision") or self._numbers.take()
            fields["decision"], fields["bank_left_ms"] = number, int(question.clock.bank * 1000)
            self._in_flight[number] = question
        message = self._take_messages([question.fields for question in batch])
        if batch:
            clocks = [question.clock for question in batch]
            self._flight = Flight(clocks, self._meter, self._end, self._stop_thinking)
            await self._link.send(message)
        else:
            await self._send_unclocked(message)

    async def _send_unclocked(self, message: PlayResponse) -> None:
        """Send what no clock runs for: a bot that does not read must not hold us up either."""
        try:
            async with asyncio.timeout(_UNREAD_SECONDS):
                await self._link.send(message)
        except TimeoutError:
            text = f"did not read what it was sent for {_UNREAD_SECONDS:g} s"
            self._end(_fault(FaultKind.LATE, text))

    def _take_messages(self, decisions: Iterable[Any] = ()) -> PlayResponse:
        box = self._outbox
        message = PlayResponse(
            starts=box.starts, decisions=decisions, overs=box.overs, openings=box.openings
        )
        self._outbox = _Outbox(questions=box.questions)
        return message

    # -- receiving

    async def _read(self) -> None:
        while True:
            data = await self._link.receive()
            if self.over:
                return
            if data is None:
                self.lost = True
                self._end(_fault(FaultKind.DISCONNECTED, "the connection ended"))
                return
            try:
                self._handle(PlayRequest.FromString(data))
            except DecodeError:
                self._malformed(f"{len(data)} bytes that are no PlayRequest")

    def _handle(self, request: PlayRequest) -> None:
        match request.WhichOneof("message"):
            case "answers":
                self._take_answers(request.answers)
            case "goodbye":
                self._end(_fault(FaultKind.DISCONNECTED, "the bot said goodbye"))
            case "hello":
                self._malformed("a second Hello; it is only for the first request of a stream")
            case _:
                self._malformed("a PlayRequest without any message that this version knows")

    def _take_answers(self, message: Answers) -> None:
        if not message.answers:
            self._malformed("Answers without a single answer")
            return
        answers = [answer for answer in message.answers if not self._stale(answer.decision)]
        self._passed_over += len(message.answers) - len(answers)
        if self._passed_over > MOST_AT_ONCE:
            self._malformed(f"more than {MOST_AT_ONCE} answers to decisions of earlier streams")
            return
        if not answers:
            return
        if not (self._flight and self._in_flight):
            self._malformed(self._not_open(answers[0].decision))
            return
        shares = [each / len(answers) for each in self._flight.lap()]
        for answer in answers:
            question = self._in_flight.pop(answer.decision, None)
            if question is None:
                self._malformed(self._not_open(answer.decision))
                return
            self._settle(question, answer.choice, *shares)
        if not self._in_flight:
            self._flight.land()
            self._stop_thinking()
            self._wake.set()

    def _stale(self, decision: int) -> bool:
        """Whether it was asked in a session that was lost: its answer may have crossed the loss."""
        return 0 < decision <= self._before and decision not in self._in_flight

    def _settle(self, question: _Question, index: int, wall: float, charged: float) -> None:
        self.answered = True
        clock = question.clock
        result: Choice | Fault = Choice(index, wall + clock.spent)
        if not clock.charge(charged + clock.spent) and self._flight:
            limit = f"{clock.decision:g} s and what was left of the match's bank"
            result = self._flight.verdict(f"an answer came after more than {limit}")
        if not question.answer.done():
            question.answer.set_result(result)

    def _not_open(self, decision: int) -> str:
        if 0 < decision <= self._numbers.last:
            return f"a second answer to decision {decision}, which was answered before"
        return f"an answer to decision {decision}, which was never asked"

    def _malformed(self, text: str) -> None:
        self._end(_fault(FaultKind.MALFORMED, f"sent {text}"))
