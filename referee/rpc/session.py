"""A session: one connection of one bot, from its hello to its end.

It sends decisions in batches, at most one batch in flight, and takes the answers. A message costs
far more than the decisions in it: what becomes ready while a batch is in flight goes out together
with the next.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from referee.conduct import Fault, FaultKind
from referee.evidence import Evidence
from referee.rpc.batch import Batch
from referee.rpc.batch_deadline import BatchDeadline
from referee.rpc.burden import Burden
from referee.rpc.clock import Clock, CpuMeter
from referee.rpc.cpu_slot import CpuSlot
from referee.rpc.decision import Decision, DecisionNumbers
from referee.rpc.decision_queue import DecisionQueue
from referee.rpc.forced_delay import ForcedDelay, ResponseTime
from referee.rpc.goodbye import blaming_goodbye, goodbye
from referee.rpc.link import Link, send_within
from referee.rpc.outbox import Outbox
from referee.rpc.requests import malformed, play_fault, read_request
from stych.v1.referee_pb2 import GoodbyeReason

# A bot that does not read its goodbye must not hold up the end of the others.
_GOODBYE_SECONDS: Final = 1.0
_UNREAD_SECONDS: Final = 30.0
"""How long news may wait to be read while no clock runs."""


class Session:
    """A bot that has said hello. `run` it until it ends; meanwhile `ask` and `tell` it things.

        nothing in flight --a batch is sent--> in flight --the last answer--> nothing in flight
               |                                   |
               +-------------- _end ---------------+--> over
        over --abandon, hand_back, close--> nothing open

    Two tasks share the work: one reads, one writes. The writer sleeps on `_wake` and looks at what
    there is: `_wake` is set by whatever it could have to send.

    Invariants: `over` says whether `_ended` has its result, and nothing is asked after that. The
    deadline of a batch runs only while the session is not over. A bot holds its CPU slot at most
    while a batch is in flight.

    Sessions that share their `numbers` are one after another those of a bot that comes back: a
    decision keeps its number when it is asked again.
    """

    def __init__(
        self,
        link: Link,
        at_once: int,
        numbers: DecisionNumbers | None = None,
        *,
        response_time: ResponseTime | None = None,
        meter: CpuMeter | None = None,
        cpu_slots: asyncio.Semaphore | None = None,
        burden: Burden | None = None,
    ) -> None:
        """A batch has at most `at_once` decisions.

        A bot with a `meter` is charged its processor time; it thinks when `cpu_slots` lets it.
        Without a `response_time` there are no delays. The `burden` is not charged.
        """
        self._link = link
        self._meter = meter
        self._burden = burden
        self._cpu_slot = CpuSlot(cpu_slots)
        self._response_time = response_time
        self.over = False
        """Whether it has ended. A plain attribute, as it is looked at for every decision."""
        self.lost = False
        """Whether it ended because the connection did."""
        self._queue = DecisionQueue(at_once, numbers or DecisionNumbers())
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._outbox = Outbox(self._loop, self._wake.set)
        self._ended: asyncio.Future[Fault | None] = self._loop.create_future()
        self._is_sending = False
        """Whether a batch is being handed to the link."""
        self._goodbye: asyncio.Task[bool] | None = None

    @property
    def asked(self) -> int:
        """How many decisions were sent so far."""
        return self._queue.asked

    def take_answered(self) -> bool:
        """Whether a decision was answered since the last call; resets the flag."""
        answered, self._queue.answered = self._queue.answered, False
        return answered

    def tell(self, news: bytes) -> None:
        """Tell of a match's start, end or deal: an entry of a PlayResponse."""
        self._outbox.put(news)

    def ask(self, decision: Decision) -> None:
        """Have the decision answered: with a choice, or the fault instead of one.

        It is turned away when the session ends before it is answered.
        """
        if self.over:
            decision.asker.not_ready()
        else:
            self._queue.ask(decision)
            if self._queue.batch is None:
                self._wake.set()

    def delay(self, delay: ForcedDelay) -> bool:
        """Queue the delay: it ends when an answer in its place would come.

        False: there is no delay to wait for, and the move is to be made now.
        """
        if self.over or self._response_time is None:
            return False
        self._queue.delay(delay)
        if self._queue.batch is None:
            self._wake.set()
        return True

    def blame(self, fault: Fault) -> None:
        """End the session by a fault that was found elsewhere than in its messages."""
        self._end(fault)

    async def run(self) -> Fault | None:
        """Serve until the session ends.

        Returns the bot's fault, or None when `close` or `hand_back` ended it. After a fault the
        decisions in flight are answered by `abandon`, once the caller knows what to blame.
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
            # A send must not be cancelled (Link.send), and may take as long as the bot likes: then
            # the writer is left running, and ends when the link has sent or is gone.
            ending = tasks[:1] if self._is_sending else tasks
            for task in ending:
                task.cancel()
            await asyncio.gather(*ending, return_exceptions=True)
            if self._goodbye:
                await asyncio.wait({self._goodbye})

    def evidence(self) -> Evidence:
        """What the clocks say of the batch in flight; nothing when there is none."""
        batch = self._queue.batch
        return batch.deadline.evidence() if batch and batch.in_flight else Evidence()

    def abandon(self, fault: Fault) -> int:
        """Answer what is in flight with the fault, and turn away the rest.

        Returns how many decisions the fault cost.
        """
        return self._queue.abandon(fault)

    def hand_back(self) -> None:
        """End it, and turn away all that is open, which is then asked in another session.

        The clocks of what is in flight stand still from now on. No fault comes of it.
        """
        if self._queue.batch:
            self._queue.batch.stop_clocks()
        self._end(None)
        self._queue.turn_away()

    async def close(self, reason: GoodbyeReason, text: str) -> None:
        """Say goodbye and end; waits a moment for what is still to be told.

        What is open is turned away, and no fault comes of it.
        """
        self._end(None)
        self._queue.turn_away()
        last = self._outbox.take() + goodbye(reason, text)
        self._goodbye = asyncio.create_task(send_within(_GOODBYE_SECONDS, self._link, last))
        await self._goodbye

    async def dismiss(self, fault: Fault) -> None:
        """Tell the bot in words why its session ended."""
        await send_within(_GOODBYE_SECONDS, self._link, blaming_goodbye(fault))

    def _end(self, fault: Fault | None) -> None:
        if self._queue.batch:
            self._queue.batch.deadline.stop()
        self._cpu_slot.end()
        if not self.over:
            self.over = True
            self._ended.set_result(fault)
            self._wake.set()

    # -- sending

    async def _write(self) -> None:
        # One task for the whole session: one for each batch would take more turns of the loop.
        while True:
            # The matches that the last answers set going have their turn before this task.
            await self._wake.wait()
            self._wake.clear()
            if self.over:
                return
            if self._queue.batch is None:
                await self._send_what_there_is()

    async def _send_what_there_is(self) -> None:
        if self._queue.to_ask:
            if self._response_time:
                self._response_time.begin(self._loop.time())
            await self._cpu_slot.begin()
            if self.over:
                self._cpu_slot.end()
            else:
                await self._send_batch()
            return
        if self._response_time:
            self._response_time.start(self._queue.take_waiting_delays())
        if self._outbox.is_ripe:
            await self._send_unclocked(self._outbox.take())

    async def _send_batch(self) -> None:
        news = self._outbox.take()
        asked = self._queue.next_batch(self._begin_deadline)
        self._is_sending = True
        # Messages after one another are one message: its lists are put together.
        await self._link.send(news + asked)
        self._is_sending = False

    def _begin_deadline(self, clocks: Sequence[Clock]) -> BatchDeadline:
        return BatchDeadline(clocks, self._meter, self._end, self._cpu_slot.end, self._burden)

    async def _send_unclocked(self, message: bytes) -> None:
        """Send what no clock runs for: a bot that does not read must not hold us up either."""
        if not await send_within(_UNREAD_SECONDS, self._link, message):
            text = f"did not read what it was sent for {_UNREAD_SECONDS:g} s"
            self._end(play_fault(FaultKind.LATE, text))

    # -- receiving

    async def _read(self) -> None:
        while True:
            data = await self._link.receive()
            if self.over:
                return
            if data is None:
                self.lost = True
                self._end(play_fault(FaultKind.DISCONNECTED, "the connection ended"))
                return
            received = read_request(data)
            if isinstance(received, Fault):
                self._end(received)
            else:
                self._take(received)
            if self._queue.is_next_batch_long:
                # The bot has its next batch before the matches of this one take their time: it
                # thinks while the referee works. With a short batch it waits for what they ask.
                await asyncio.sleep(0)
            self._queue.settle()

    def _take(self, answers: list[tuple[int, int]]) -> None:
        batch = self._queue.batch
        if wrong := self._queue.take(answers):
            self._end(malformed(wrong))
        elif batch and self._queue.batch is None:
            self._end_batch(batch)

    def _end_batch(self, batch: Batch) -> None:
        self._cpu_slot.end()
        if self._response_time:
            self._response_time.end(self._loop.time(), batch.deadline.limit.decision)
        self._wake.set()
