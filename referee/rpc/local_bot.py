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

    All matches of the bot share one process and one stream at a time. A fault of the bot in play is
    charged to the matches whose decisions were in flight. If there were none, it is remembered and
    charged to the next match that asks the bot.
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
        """`output` is the folder for what the bot prints. Without `confining` it is not confined.

        `cpu_slots` bounds how many of the bots that share it think at the same time. Raises OSError
        when the folder for the bot's home cannot be made.
        """
        super().__init__(game, conduct)
        self.entry = entry
        self._cpu_slots = cpu_slots
        self._response_time = ResponseTime()
        self._sandbox = BotSandbox(
            entry.folder, entry.manifest, output, confining, self._serve, self._blame_flood
        )
        self._session: Session | None = None
        self._start: BotStart | None = None
        """The start that is under way, or that is over but whose result nobody has taken yet."""
        self._pending_fault: Fault | None = None
        """A fault at which no decision was in flight; the next match that asks the bot gets it."""
        self._may_begin = asyncio.Event()
        """Set while no session is open and none is being ended: then another start may begin."""
        self._may_begin.set()
        self._closed = False

    async def __aenter__(self) -> Self:
        """Begin to listen for the bot, which is not started yet. Raises OSError."""
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
        """Seconds of processor time that the bot's process and all that it started have used.

        None without a process, and where isolation does not count them.
        """
        return self._sandbox.cpu()

    def waited_ms(self) -> float | None:
        """Milliseconds that the bot's start, or an answer, has been waited for so far.

        None if nothing is waited for.
        """
        if self._start and not self._start.is_over:
            return self._start.waited_ms()
        return self._session.evidence().waited_ms if self._session and self.here else None

    async def session(self) -> Session | Fault:
        """The open session, for which the bot is started if need be; or the fault in its place.

        Raises RuntimeError after the bot was closed, and CancelledError when it is closed during
        the start.
        """
        if self._session and not self._session.over:
            return self._session
        # The last session's fault may still have to be charged, and its process to be killed.
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
        """Start the bot, unless it runs already; to be called before any match asks the bot.

        Returns None, or the fault if the bot could not be started and the machine or the referee is
        to blame. A fault of the bot itself is charged to the next match that asks the bot.
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
        session = Session(
            link,
            greeted.at_once,
            response_time=self._response_time,
            meter=self._sandbox,
            cpu_slots=self._cpu_slots,
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

    def _blame_flood(self, text: str) -> None:
        """Charge the bot with too many calls beside its stream; `text` is the fault's."""
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
            # A fault of the machine makes the matches in flight void. It is not remembered for the
            # next match, since the bot is not to blame.
            if not session.abandon(fault) and fault.cause is Cause.BOT:
                self._pending_fault = fault
