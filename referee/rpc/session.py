"""A session: one connection of one bot, from its hello to its end.

It sends lists of decisions, at most one list in flight, keeps the clock, and matches answers with
questions. What becomes ready while a list is in flight goes out together with the next.
"""

import asyncio
from typing import Any

from google.protobuf.message import DecodeError

from referee.conduct import Fault, FaultKind, FaultStage
from referee.evidence import Evidence
from referee.rpc.burden import Burden
from referee.rpc.clock import CpuMeter
from referee.rpc.cpu_slot import CpuSlot
from referee.rpc.flight import Flight
from referee.rpc.goodbye import blaming_goodbye, goodbye
from referee.rpc.link import Link, send_within
from referee.rpc.outbox import Outbox
from referee.rpc.pauses import Pace
from referee.rpc.questions import Numbers, Question, Questions
from referee.wire.answers import read_answers
from stych.v1.referee_pb2 import GoodbyeReason, PlayRequest


def _fault(kind: FaultKind, text: str) -> Fault:
    return Fault(kind=kind, stage=FaultStage.PLAY, text=text)


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
        *,
        pace: Pace | None = None,
        meter: CpuMeter | None = None,
        cpu_slots: asyncio.Semaphore | None = None,
        burden: Burden | None = None,
    ) -> None:
        """A bot with a `meter` is charged its processor time; it thinks when `cpu_slots` lets it.

        Without a `pace` there are no pauses. The `burden` is not charged.
        """
        self._link = link
        self._meter = meter
        self._burden = burden
        self._cpu_slot = CpuSlot(cpu_slots)
        self._pace = pace
        self.over = False
        """Whether it has ended."""
        self.lost = False
        """Whether it ended because the connection did."""
        self._questions = Questions(at_once, numbers or Numbers())
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._outbox = Outbox(self._loop, self._wake.set)
        self._ended: asyncio.Future[Fault | None] = self._loop.create_future()
        self._flight: Flight | None = None
        self._sending = False
        """Whether a list is being handed to the link."""
        self._farewell: asyncio.Task[bool] | None = None

    @property
    def asked(self) -> int:
        """How many decisions were sent so far."""
        return self._questions.asked

    def answered_anew(self) -> bool:
        """Whether a decision was answered since this was asked before."""
        answered, self._questions.answered = self._questions.answered, False
        return answered

    def tell(self, news: bytes) -> None:
        """Tell of a match's start, end or deal: an entry of a PlayResponse."""
        self._outbox.put(news)

    def ask(self, question: Question) -> None:
        """Have the question answered: with a choice, or the fault instead of one.

        It is turned away when the session ends before it is sent.
        """
        if self.over:
            question.turned_away()
        else:
            self._questions.ask(question)
            if not self._questions.in_flight:
                self._wake.set()

    def pause(self, question: Question) -> bool:
        """Whether it is to wait until it has `passed`: as long as it would for an answer."""
        if self.over or self._pace is None:
            return False
        self._questions.pause(question)
        if not self._questions.in_flight:
            self._wake.set()
        return True

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
            # What is being sent may take as long as the bot likes, and is to be left alone.
            ending = tasks[:1] if self._sending else tasks
            for task in ending:
                task.cancel()
            await asyncio.gather(*ending, return_exceptions=True)
            if self._farewell:
                await asyncio.wait({self._farewell})

    def clocks(self) -> Evidence:
        """What the clocks say of the list in flight; nothing when there is none."""
        if self._flight and self._questions.in_flight:
            return self._flight.evidence()
        return Evidence()

    def abandon(self, fault: Fault) -> int:
        """Answer what is in flight with the fault, and turn away the rest.

        Returns how many decisions the fault was charged to.
        """
        return self._questions.abandon(fault)

    def hand_back(self) -> None:
        """End it, and turn away all that is open: it is asked in another one.

        The clocks of what is in flight stand still from now on. Nobody is charged.
        """
        if self._flight:
            self._questions.stand_still(self._flight.lap()[1])
        self._end(None)
        self._questions.turn_away()

    async def close(self, reason: GoodbyeReason, text: str) -> None:
        """Say goodbye and end; waits a moment for what is still to be told. Nobody is charged."""
        self._end(None)
        self._questions.turn_away()
        last = self._outbox.take() + goodbye(reason, text)
        self._farewell = asyncio.create_task(send_within(_GOODBYE_SECONDS, self._link, last))
        await self._farewell

    async def dismiss(self, fault: Fault) -> None:
        """Tell the bot in words why its session ended."""
        await send_within(_GOODBYE_SECONDS, self._link, blaming_goodbye(fault))

    def _end(self, fault: Fault | None) -> None:
        if self._flight:
            self._flight.land()
        self._cpu_slot.end()
        if not self.over:
            self.over = True
            self._ended.set_result(fault)
            self._wake.set()

    # -- sending

    async def _write(self) -> None:
        while True:
            # The matches that the last answers set going have their turn before this task.
            await self._wake.wait()
            self._wake.clear()
            if self.over:
                return
            if not self._questions.in_flight:
                await self._send_what_there_is()

    async def _send_what_there_is(self) -> None:
        if self._questions.to_ask:
            if self._pace:
                self._pace.begin(self._loop.time())
            await self._cpu_slot.begin()
            if self.over:
                self._cpu_slot.end()
            else:
                await self._send_list()
            return
        if self._pace:
            self._pace.keep(self._questions.pausing())
        if self._outbox.ripe:
            await self._send_unclocked(self._outbox.take())

    async def _send_list(self) -> None:
        told = self._outbox.take()
        clocks, asked = self._questions.next_list()
        self._flight = Flight(
            clocks, self._meter, self._end, self._cpu_slot.end, burden=self._burden
        )
        # Messages after one another are one message: its lists are put together.
        self._sending = True
        await self._link.send(told + asked)
        self._sending = False

    async def _send_unclocked(self, message: bytes) -> None:
        """Send what no clock runs for: a bot that does not read must not hold us up either."""
        if not await send_within(_UNREAD_SECONDS, self._link, message):
            text = f"did not read what it was sent for {_UNREAD_SECONDS:g} s"
            self._end(_fault(FaultKind.LATE, text))

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
            self._receive(data)
            if self._questions.plenty:
                # The bot has its next list before the matches of this one take their time.
                await asyncio.sleep(0)
            self._questions.settle()

    def _receive(self, data: bytes) -> None:
        if (answers := read_answers(data)) is not None:
            self._take(answers)
            return
        try:
            self._handle(PlayRequest.FromString(data))
        except DecodeError:
            self._malformed(f"{len(data)} bytes that are no PlayRequest")

    def _handle(self, request: PlayRequest) -> None:
        match request.WhichOneof("message"):
            case "answers":
                self._take([(each.decision, each.choice) for each in request.answers.answers])
            case "goodbye":
                self._end(_fault(FaultKind.DISCONNECTED, "the bot said goodbye"))
            case "hello":
                self._malformed("a second Hello; it is only for the first request of a stream")
            case _:
                self._malformed("a PlayRequest without any message that this version knows")

    def _take(self, answers: list[tuple[int, int]]) -> None:
        questions = self._questions
        if wrong := questions.take(answers, self._flight):
            self._malformed(wrong)
        elif self._flight and not questions.in_flight:
            self._flight.land()
            self._cpu_slot.end()
            if self._pace:
                self._pace.end(self._loop.time(), self._flight.decision)
            self._wake.set()

    def _malformed(self, text: str) -> None:
        self._end(_fault(FaultKind.MALFORMED, f"sent {text}"))
