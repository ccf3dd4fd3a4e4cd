"""A person in a match on this machine, as the referee sees it: a bot that dials in by itself."""

import asyncio
from types import TracebackType
from typing import Self

from referee.conduct import Conduct, Fault, FaultKind, FaultStage
from referee.rpc.connected_bot import ConnectedBot
from referee.rpc.folders import PrivateFolder
from referee.rpc.forced_delay import ResponseTime
from referee.rpc.handshake import greet
from referee.rpc.link import Link
from referee.rpc.server import BotServer
from referee.rpc.session import Session
from stych.v1 import referee_pb2 as pb

_ENDED = "the connection ended"
"""The text of the fault of a person whose session has ended."""


class PersonBot(ConnectedBot):
    """A person whom the referee treats as a bot. Use as a context manager: it listens inside.

    There is one session only. Once the person has left or not come in time, every later match gets
    the same fault.
    """

    def __init__(self, game: str, conduct: Conduct) -> None:
        super().__init__(game, conduct)
        self._home = PrivateFolder()
        self._server = BotServer(self._serve)
        self._arrival: asyncio.Future[Session | Fault] = asyncio.get_running_loop().create_future()
        self._fault: Fault | None = None
        self.token = ""
        """The secret with which the person dials in; "" before it listens."""

    @property
    def address(self) -> str:
        """The address to dial, in the context only."""
        return self._server.address

    @property
    def here(self) -> bool:
        """Whether `session` returns at once: the person came, was refused or missed the time."""
        return self._arrival.done()

    @property
    def is_absent(self) -> bool:
        """Whether the person cannot play: their session has a fault, or `session` returned one."""
        return self._fault is not None

    async def __aenter__(self) -> Self:
        try:
            await self._server.listen(self._home.path)
        except BaseException:
            await self._close()
            raise
        self.token = self._server.issue_token()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            await self.dismiss(pb.GOODBYE_REASON_STOPPED, "the referee was stopped")
        finally:
            await self._close()

    async def _close(self) -> None:
        await self._server.stop()
        await asyncio.to_thread(self._home.remove)

    async def dismiss(self, reason: pb.GoodbyeReason, text: str) -> None:
        """Say goodbye, if the person is still there."""
        session = self._arrival.result() if self._arrival.done() else None
        if isinstance(session, Session) and not session.over:
            await session.close(reason, text)

    async def session(self) -> Session | Fault:
        """The person's only session, awaited for `start_ms`; or the fault that takes its place."""
        if self._fault:
            return self._fault
        seconds = self.conduct.start_ms / 1000
        # `wait` and not `wait_for`, which would cancel the arrival for all later matches.
        await asyncio.wait({self._arrival}, timeout=seconds)
        if not self._arrival.done():
            text = f"did not dial in within {seconds:g} s"
            self._arrival.set_result(Fault(kind=FaultKind.LATE, stage=FaultStage.START, text=text))
        arrived = self._arrival.result()
        if isinstance(arrived, Session) and arrived.over:
            # The session ended a moment ago, and `_serve` has not noted its fault yet.
            arrived = Fault(kind=FaultKind.DISCONNECTED, stage=FaultStage.PLAY, text=_ENDED)
        if isinstance(arrived, Fault):
            self._fault = arrived
        return arrived

    async def _serve(self, link: Link) -> None:
        greeted = await greet(link, self.game)
        # There is a session or a fault already: this is a second stream, or it came too late.
        if self._arrival.done():
            return
        if isinstance(greeted, Fault):
            self._arrival.set_result(greeted)
            return
        self._note(greeted)
        session = Session(link, greeted.at_once, response_time=ResponseTime())
        self._arrival.set_result(session)
        fault = await session.run()
        if fault:
            self._fault = fault
            session.abandon(fault)
            await session.dismiss(fault)
