"""A bot of this machine: started when it is first needed, and again after it has died."""

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
    """A local bot, to be used as a context manager. Only what the bot printed is left afterwards.

    All matches of the bot share one process and one stream. A fault at which no decision was in
    flight is remembered until the next match asks the bot: every fault is charged, and only once.
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
        """`output` is the folder for what the bot prints.

        `cpu_slots` bounds how many of the bots that share it think at the same time.
        """
        super().__init__(game, conduct)
        self.entry = entry
        self._cpu_slots = cpu_slots
        self._response_time = ResponseTime()
        self._sandbox = BotSandbox(
            entry.folder, entry.manifest, output, confining, self._serve, self._flooded
        )
        self._session: Session | None = None
        self._start: BotStart | None = None
        """The start that is under way, or one that is over and whose result nobody has taken."""
        self._pending_fault: Fault | None = None
        """A fault at which no decision was in flight; the next match that asks the bot gets it."""
        self._may_begin = asyncio.Event()
        """Set while no session is open or still being ended: then another start may begin."""
        self._may_begin.set()
        self._closed = False

    async def __aenter__(self) -> Self:
        try:
            await self._sandbox.open()
        # Also when cancelled: gRPC complains about a server that is open when the program ends.
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
        """Whether a session with the bot's process is open."""
        return self._session is not None and not self._session.over

    def cpu(self) -> float | None:
        """Seconds of processor time that the bot's process has used.

        None without a process, and where isolation does not count them.
        """
        return self._sandbox.cpu()

    def waited_ms(self) -> float | None:
        """Milliseconds that its start, or an answer, has been waited for; None if neither is."""
        if self._start and not self._start.is_over:
            return self._start.waited_ms()
        return self._session.evidence().waited_ms if self._session and self.here else None

    async def session(self) -> Session | Fault:
        """The open session, for which the bot is started if need be; or the fault in its place.

        Raises RuntimeError after the bot was closed.
        """
        if self._session and not self._session.over:
            return self._session
        # The last session's fault is perhaps yet to be charged, and its process to be killed.
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
        """Start the bot, if it does not run yet, before any match asks it.

        Returns the fault when the bot could not be started and that is not its own fault. A fault
        of its own is charged to the next match that asks the bot.
        """
        result = await self.session()
        if isinstance(result, Session):
            return None
        if result.cause is Cause.BOT:
            self._pending_fault = result
            return None
        return result

    # -- serving

    async def _serve(self, link: Link) -> None:
        # Remembered now: while the Hello is read, another start may begin.
        start = self._start
        greeted = await greet(link, self.game)
        if start is None or not start.expects_hello:
            # Nobody waits for this Hello any more: it came too late, or the start was given up.
            return
        if isinstance(greeted, Fault):
            start.conclude(greeted)
            return
        self._note(greeted)
        meter, cpu_slots = self._sandbox, self._cpu_slots
        session = Session(
            link,
            greeted.at_once,
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
        """End a session by the bot's fault: add evidence, kill the process, charge the fault."""
        if self._start:
            # A quick bot may have ended before its start has handed over the process.
            await self._start.wait_until_over()
        evidence = session.evidence() if fault.evidence == Evidence() else fault.evidence
        try:
            if fault.kind is FaultKind.DISCONNECTED:
                fault = await crash_behind(fault, self._sandbox)
            else:
                await session.dismiss(fault)
            fault = await self._sandbox.kill_for_fault(fault, evidence)
        finally:
            # A fault of the machine makes the matches in flight void. It is not the bot's, so that
            # the next match must not get it.
            if not session.abandon(fault) and fault.cause is Cause.BOT:
                self._pending_fault = fault
