"""A bot of this machine: started when it is first needed, and again after it died."""

import asyncio
from pathlib import Path
from types import TracebackType
from typing import Self

from referee.conduct import Conduct, Fault, FaultKind, FaultStage
from referee.evidence import Cause, Evidence
from referee.rpc.bot_entry import BotEntry
from referee.rpc.bot_sandbox import EXIT_SECONDS, BotSandbox
from referee.rpc.bot_start import BotStart, crash_behind
from referee.rpc.confining import Confining
from referee.rpc.connected_bot import ConnectedBot
from referee.rpc.forced_delay import ResponseTime
from referee.rpc.handshake import greet
from referee.rpc.link import Link
from referee.rpc.session import Session
from stych.v1 import referee_pb2 as pb


class LocalBot(ConnectedBot):
    """A local bot. As a context manager it listens inside, and nothing of the bot is left after.

    All matches of the bot share one process and one stream. A fault at which no decision was in
    flight is kept until the next match asks the bot: every fault is charged, and only once.
    """

    def __init__(
        self,
        entry: BotEntry,
        game: str,
        conduct: Conduct,
        output: Path,
        confining: Confining | None = None,
        cpu_slots: asyncio.Semaphore | None = None,
    ) -> None:
        """`cpu_slots` bounds how many of the bots that share it think at the same time."""
        super().__init__(game, conduct)
        self.entry = entry
        self._cpu_slots = cpu_slots
        self._response_time = ResponseTime()
        self._sandbox = BotSandbox(
            entry.folder, entry.manifest, output, confining, self._serve, self._flooded
        )
        self._session: Session | None = None
        self._start: BotStart | None = None
        """The start that is under way; also one that is over, until somebody takes its result."""
        self._pending_fault: Fault | None = None
        """A fault at which no decision was in flight; the next match that asks gets it."""
        self._may_begin = asyncio.Event()
        """Set when the end of the last session has been dealt with, and another may begin."""
        self._may_begin.set()
        self._closed = False

    async def __aenter__(self) -> Self:
        try:
            await self._sandbox.open()
        # Also when it is cancelled: gRPC complains of a server that is still open at the end.
        except BaseException:
            await self._sandbox.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._closed = True
        try:
            if self._start:
                await self._start.stop()
            if self._session and not self._session.over:
                await self._say_goodbye(self._session, stopped=error is not None)
        finally:
            await self._sandbox.close()

    async def _say_goodbye(self, session: Session, *, stopped: bool) -> None:
        if stopped:
            await session.close(pb.GOODBYE_REASON_STOPPED, "the referee was stopped")
        else:
            await session.close(pb.GOODBYE_REASON_FINISHED, "there is nothing more to play")
        await self._sandbox.ended(EXIT_SECONDS)

    @property
    def here(self) -> bool:
        """Whether a session with its process is open."""
        return self._session is not None and not self._session.over

    def cpu(self) -> float | None:
        """Seconds of processor time that its process has used; None where isolation counts none."""
        return self._sandbox.cpu()

    def waited_ms(self) -> float | None:
        """Milliseconds that its start, or answers, have been waited for; None when nobody waits."""
        if self._start and not self._start.is_over:
            return self._start.waited_ms()
        return self._session.evidence().waited_ms if self._session and self.here else None

    async def session(self) -> Session | Fault:
        """The running session, for which the bot is started if need be; or the fault in its place.

        Raises RuntimeError after the bot was closed.
        """
        if self._session and not self._session.over:
            return self._session
        # The last session's fault may still be charged, and its process killed.
        await self._may_begin.wait()
        if self._closed:
            raise RuntimeError(f"{self.entry.name} was closed and cannot be asked any more")
        if self._pending_fault:
            fault, self._pending_fault = self._pending_fault, None
            return fault
        if self._start is None:
            command = self.entry.manifest.command[0]
            self._start = BotStart(self._sandbox, command, self.conduct.start_ms)
        start = self._start
        try:
            return await start.result()
        finally:
            if self._start is start and start.is_over:
                self._start = None

    async def ensure_started(self) -> Fault | None:
        """Start it before anything is asked of it, if it does not run yet.

        Returns why the machine cannot start it. What is the bot's own fault is charged to the next
        match that asks it.
        """
        found = await self.session()
        if isinstance(found, Session):
            return None
        if found.cause is Cause.BOT:
            self._pending_fault = found
            return None
        return found

    # -- serving

    async def _serve(self, link: Link) -> None:
        # The start that this stream belongs to: while the hello is read, another may have begun.
        start = self._start
        answer = await greet(link, self.game)
        if start is None or not start.expects_hello:
            # Nobody waits for this hello any more: it came too late, or the start was given up.
            return
        if isinstance(answer, Fault):
            start.conclude(answer)
            return
        self._note(answer)
        meter, cpu_slots = self._sandbox, self._cpu_slots
        session = Session(
            link,
            answer.at_once,
            response_time=self._response_time,
            meter=meter,
            cpu_slots=cpu_slots,
        )
        self._session = session
        self._may_begin.clear()
        start.conclude(session)
        try:
            fault = await session.run()
            if fault:
                await self._end_by_fault(session, fault)
        finally:
            self._may_begin.set()

    def _flooded(self, text: str) -> None:
        if self._start and self._start.expects_hello:
            fault = Fault(kind=FaultKind.MALFORMED, stage=FaultStage.START, text=text)
            self._start.conclude(fault)
        elif self._session:
            self._session.blame(Fault(kind=FaultKind.MALFORMED, stage=FaultStage.PLAY, text=text))

    async def _end_by_fault(self, session: Session, fault: Fault) -> None:
        """End a session by the bot's fault: find out more, kill what is left, charge the fault."""
        if self._start:
            # A quick bot may be gone before its start has handed over the process.
            await self._start.over()
        seen = session.evidence() if fault.evidence == Evidence() else fault.evidence
        try:
            if fault.kind is FaultKind.DISCONNECTED:
                fault = await crash_behind(fault, self._sandbox)
            else:
                await session.dismiss(fault)
            fault = await self._sandbox.see_off(fault, seen)
        finally:
            # Only a bot's own fault is kept for the next match: the machine's makes matches void.
            if not session.abandon(fault) and fault.cause is Cause.BOT:
                self._pending_fault = fault
