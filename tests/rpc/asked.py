"""Decisions whose answers can be awaited."""

import asyncio
from collections.abc import Sequence
from typing import Any

from referee.conduct import Fault
from referee.player import Choice, Player
from referee.rpc.clock import Clock
from referee.rpc.decision import Decision
from referee.rpc.forced_delay import ForcedDelay
from referee.rpc.session import Session
from stych.v1 import referee_pb2 as pb

Asked = asyncio.Future[Choice | Fault]


class TurnedAwayError(Exception):
    """The question may be asked in another session."""


class _Awaited:
    """Waits for the answer to one decision, or for the end of one delay."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.answer: Asked = loop.create_future()
        self.over: asyncio.Future[float] = loop.create_future()

    def answered(self, answer: Choice | Fault) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)

    def not_ready(self) -> None:
        if not self.answer.done():
            self.answer.set_exception(TurnedAwayError())

    def delay_over(self) -> None:
        self.over.set_result(asyncio.get_running_loop().time())


def ask(session: Session, asked: pb.Decision, clock: Clock) -> Asked:
    """The answer to the decision, which may be cancelled; awaiting it may raise TurnedAwayError."""
    awaited = _Awaited()
    session.ask(Decision(clock, awaited, asked.SerializeToString()))
    return awaited.answer


def delay(session: Session) -> "asyncio.Future[float] | None":
    """The moment when the delay was over, by the loop's time; None when there is no delay."""
    awaited = _Awaited()
    return awaited.over if session.delay(ForcedDelay(awaited)) else None


class Table:
    """Asks a player once, and again when it has become ready anew, as a table does."""

    def __init__(self, player: Player, question: tuple[Any, Sequence[int], Sequence[int]]) -> None:
        self._player = player
        self._question = question
        self._answer: asyncio.Future[Choice | Fault | None]

    async def ask(self) -> Choice | Fault:
        while True:
            self._answer = asyncio.get_running_loop().create_future()
            self._player.ask(*self._question, self)
            answer = await self._answer or await self._player.ready()
            if answer is not None:
                return answer

    def answered(self, answer: Choice | Fault) -> None:
        self._settle(answer)

    def not_ready(self) -> None:
        self._settle(None)

    def delay_over(self) -> None:
        """Nothing is taken without asking here."""

    def _settle(self, answer: Choice | Fault | None) -> None:
        if not self._answer.done():
            self._answer.set_result(answer)
