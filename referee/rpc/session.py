"""A session: one stream of one bot, from its Hello to its end.

It sends decisions in batches, at most one batch in flight, and takes the answers. A message costs
far more than the decisions in it. So decisions that are asked while a batch is in flight are sent
together, in the next batch.
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

# A bot that does not read its goodbye must not delay the end of other sessions.
_GOODBYE_SECONDS: Final = 1.0
_UNREAD_SECONDS: Final = 30.0
"""How long news that are sent alone may wait until the bot reads them."""


class Session:
    """A session with a bot that has said hello. While it runs, decisions are asked and news told.

        nothing in flight --a batch is sent--> in flight --the last answer--> nothing in flight
               |                                   |
               +-------------- _end ---------------+--> over
        over --abandon, hand_back, close--> nothing open

    Two tasks share the work: one reads, one writes. The writer waits for `_wake`, which is set when
    there may be something to send, and then looks for it.

    Invariants: `over` says whether `_ended` has its result, and nothing is asked after that. The
    deadline of a batch runs only while the session is not over. A bot has its CPU slot at most
    until its batch is answered.

    The sessions of a bot that comes back share their `numbers`: a decision that is asked again in
    the next session keeps its number.
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

        A bot with a `meter` is charged processor time where that is counted. The growth of `burden`
        is not charged. A batch needs a slot of `cpu_slots`. No `response_time` means no delays.
        """
        self._link = link
        self._meter = meter
        self._burden = burden
        self._cpu_slot = CpuSlot(cpu_slots)
        self._response_time = response_time
        self.over = False
        """Whether the session has ended. No property, since it is read for every decision."""
        self.lost = False
        """Whether the session ended because the connection was lost."""
        self._queue = DecisionQueue(at_once, numbers or DecisionNumbers())
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._outbox = Outbox(self._loop, self._wake.set)
        self._ended: asyncio.Future[Fault | None] = self._loop.create_future()
        self._is_sending = False
        """Whether a batch is being handed to the link."""
        self._goodbye: asyncio.Task[bool] | None = None

    @property
    def decisions_sent(self) -> int:
        """The number of decisions that were sent in this session."""
        return self._queue.decisions_sent

    def take_answered(self) -> bool:
        """Whether a decision was answered since the last call; resets the flag."""
        answered, self._queue.answered = self._queue.answered, False
        return answered

    def tell(self, news: bytes) -> None:
        """Have news sent: an entry of a PlayResponse (`referee/wire/news.py`)."""
        self._outbox.put(news)

    def ask(self, decision: Decision) -> None:
        """Have the decision sent, and its asker called with the choice or with the bot's fault.

        If the session ends without either, the asker is told to ask again.
        """
        if self.over:
            decision.asker.not_ready()
        else:
            self._queue.ask(decision)
            if self._queue.batch is None:
                self._wake.set()

    def delay(self, delay: ForcedDelay) -> bool:
        """Queue the delay, which ends when a decision in its place would be answered.

        False if there are no delays here, or the session is over: the move is to be made now.
        """
        if self.over or self._response_time is None:
            return False
        self._queue.delay(delay)
        if self._queue.batch is None:
            self._wake.set()
        return True

    def blame(self, fault: Fault) -> None:
        """End the session because of a fault that was found outside of its messages."""
        self._end(fault)

    async def run(self) -> Fault | None:
        """Serve until the session ends.

        Returns the fault that ended it, or None when `close` or `hand_back` did. After a fault the
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
            # A send must not be cancelled (Link.send), and may take as long as the bot likes. So a
            # writer that sends is left running: it ends when the bot has read that, or has gone.
            ending = tasks[:1] if self._is_sending else tasks
            for task in ending:
                task.cancel()
            await asyncio.gather(*ending, return_exceptions=True)
            if self._goodbye:
                await asyncio.wait({self._goodbye})

    def evidence(self) -> Evidence:
        """The evidence of the batch in flight, up to now; empty if no batch is in flight."""
        batch = self._queue.batch
        return batch.deadline.evidence() if batch and batch.in_flight else Evidence()

    def abandon(self, fault: Fault) -> int:
        """Answer the decisions in flight with the fault, and have the others asked again.

        Returns how many decisions got the fault.
        """
        return self._queue.abandon(fault)

    def hand_back(self) -> None:
        """End the session without a fault, and have all open decisions asked again in another.

        The clocks of the decisions in flight stop now, and go on when they are asked again.
        """
        if self._queue.batch:
            self._queue.batch.stop_clocks()
        self._end(None)
        self._queue.turn_away()

    async def close(self, reason: GoodbyeReason, text: str) -> None:
        """End the session without a fault, and send the last news and a Goodbye.

        Waits a second at most until the bot reads them. Open decisions are asked again in another.
        """
        self._end(None)
        self._queue.turn_away()
        last = self._outbox.take() + goodbye(reason, text)
        self._goodbye = asyncio.create_task(send_within(_GOODBYE_SECONDS, self._link, last))
        await self._goodbye

    async def dismiss(self, fault: Fault) -> None:
        """Send a Goodbye with the bot's fault; wait a second at most until the bot reads it."""
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
        # One task for the session: a task for each batch would take more turns of the event loop.
        while True:
            # Matches that go on after the last answers have their turn first, and ask more.
            await self._wake.wait()
            self._wake.clear()
            if self.over:
                return
            if self._queue.batch is None:
                await self._send_next()

    async def _send_next(self) -> None:
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
        # In protobuf, two messages in a row are read as one message, with their lists joined.
        await self._link.send(news + asked)
        self._is_sending = False

    def _begin_deadline(self, clocks: Sequence[Clock]) -> BatchDeadline:
        return BatchDeadline(clocks, self._meter, self._end, self._cpu_slot.end, self._burden)

    async def _send_unclocked(self, message: bytes) -> None:
        """Send news alone. No clock runs, but a bot must not leave them unread for ever either."""
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
                # The writer sends the next batch first, so that the bot thinks while the matches of
                # this one go on. A short batch is not sent yet: these matches may ask more.
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
            self._response_time.end(self._loop.time(), batch.deadline.limit.per_decision)
        self._wake.set()
