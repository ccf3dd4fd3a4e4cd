"""Both ends of a session without a network: here matches that ask, there a scripted bot."""

import asyncio
from collections.abc import Iterable
from types import TracebackType
from typing import Self

from referee.conduct import Fault
from referee.player import Choice
from referee.rpc.burden import Burden
from referee.rpc.clock import Clock, CpuMeter
from referee.rpc.forced_delay import ResponseTime
from referee.rpc.link import MemoryLink
from referee.rpc.session import Session
from stych.v1 import referee_pb2 as pb
from tests.rpc.asked import Asked, ask


def clock(decision: float = 1.0, bank: float = 3.0, grace: float = 0.5) -> Clock:
    return Clock(decision, bank, grace)


def answers(*decisions: int | tuple[int, int]) -> pb.PlayRequest:
    """Answers to these decisions: their numbers, or pairs of number and choice."""
    pairs = [each if isinstance(each, tuple) else (each, 0) for each in decisions]
    made = [pb.Answer(decision=decision, choice=choice) for decision, choice in pairs]
    return pb.PlayRequest(answers=pb.Answers(answers=made))


class ScriptedSession:
    """A session that runs while it is entered, and the bot's end of it."""

    def __init__(
        self,
        at_once: int = 1,
        meter: CpuMeter | None = None,
        cpu_slots: asyncio.Semaphore | None = None,
        response_time: ResponseTime | None = None,
        burden: Burden | None = None,
    ) -> None:
        self.link = MemoryLink()
        self.session = Session(
            self.link,
            at_once,
            response_time=response_time,
            meter=meter,
            cpu_slots=cpu_slots,
            burden=burden,
        )
        self._running: asyncio.Task[Fault | None] | None = None

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self.session.run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._running and not self._running.done():
            await self.session.close(pb.GOODBYE_REASON_FINISHED, "the test is over")
            await self._running
        # The end of a stream ends what is being sent.
        while not self.link.to_bot.empty():
            self.link.to_bot.get_nowait()
            await asyncio.sleep(0)

    # -- the referee's end

    def ask(self, match: int = 1, own: Clock | None = None) -> Asked:
        """A match asks for a decision."""
        asked = pb.Decision(match=match, legal_actions=[7, 8, 9])
        return ask(self.session, asked, own or clock())

    def ask_all(self, matches: Iterable[int], own: Clock | None = None) -> list[Asked]:
        return [self.ask(match, own or clock()) for match in matches]

    async def end(self) -> Fault | None:
        """How the session ends."""
        if self._running is None:
            raise RuntimeError("the session does not run yet")
        return await self._running

    async def fault(self) -> Fault:
        """The bot's fault that ends the session."""
        fault = await self.end()
        assert fault is not None
        return fault

    # -- the bot's end

    async def hear(self) -> pb.PlayResponse:
        """What the bot receives next."""
        return await self.link.to_bot.get()

    async def heard_decisions(self) -> list[int]:
        """The numbers of the decisions in what the bot receives next."""
        return [decision.decision for decision in (await self.hear()).decisions]

    async def hears_nothing(self) -> None:
        """Fails if the bot receives anything more within a hundredth of a second."""
        await asyncio.sleep(0.01)
        assert self.link.to_bot.empty()

    def say(self, request: pb.PlayRequest | bytes) -> None:
        data = request if isinstance(request, bytes) else request.SerializeToString()
        self.link.to_referee.put_nowait(data)

    def hang_up(self) -> None:
        self.link.to_referee.put_nowait(None)


def choices(asked: Iterable[Asked]) -> list[int]:
    """The indexes that the matches got; all must have been answered."""
    results = [task.result() for task in asked]
    assert all(isinstance(result, Choice) for result in results), results
    return [result.index for result in results if isinstance(result, Choice)]
