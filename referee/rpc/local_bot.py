"""A bot of this machine: started when it is first needed, and again after it died."""

import asyncio
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from referee.conduct import Conduct, Fault, FaultKind, FaultStage
from referee.evidence import Cause, Evidence, load
from referee.rpc.batch_deadline import STARVED
from referee.rpc.bot_entry import BotEntry
from referee.rpc.bot_sandbox import CRASH_SECONDS, EXIT_SECONDS, BotSandbox
from referee.rpc.confining import Confining
from referee.rpc.connected_bot import ConnectedBot
from referee.rpc.forced_delay import ResponseTime
from referee.rpc.handshake import greet
from referee.rpc.link import Link
from referee.rpc.process import BotProcess
from referee.rpc.session import Session
from referee.sandbox.starting import NotStarted
from referee.sandbox.visible import ProgramError, is_own
from stych.v1 import referee_pb2 as pb


class LocalBot(ConnectedBot):
    """A local bot. As a context manager it listens inside, and nothing of the bot is left after.

    All matches of the bot share one process and one stream. A fault that no open decision pays for
    is kept until the next match asks the bot: every fault is charged, and only once.
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
        self._starting: asyncio.Task[Session | Fault] | None = None
        self._greeted: asyncio.Future[Session | Fault] | None = None
        self._unpaid: Fault | None = None
        """A fault that no decision was in flight to pay for; the next match that asks pays for
        it."""
        self._settled = asyncio.Event()
        """Set when the end of the last session has been dealt with, and another may begin."""
        self._settled.set()
        self._left = False

    async def __aenter__(self) -> Self:
        try:
            await self._sandbox.open()
        except OSError:
            await self._sandbox.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._left = True
        try:
            await self._stop_starting()
            if self._session and not self._session.over:
                await self._say_goodbye(self._session, stopped=error is not None)
        finally:
            await self._sandbox.close()

    async def _stop_starting(self) -> None:
        if self._starting:
            self._starting.cancel()
            await asyncio.wait({self._starting})

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
        if self._starting and not self._starting.done():
            return self._sandbox.at_start(self.conduct.start_ms).waited_ms
        return self._session.clocks().waited_ms if self._session and self.here else None

    async def session(self) -> Session | Fault:
        """The running session, for which the bot is started if need be; or the fault in its place.

        Raises RuntimeError after the bot was closed.
        """
        if self._session and not self._session.over:
            return self._session
        # The last session's fault may still be charged, and its process killed.
        await self._settled.wait()
        if self._left:
            raise RuntimeError(f"{self.entry.name} was sent home and cannot be asked any more")
        if self._unpaid:
            fault, self._unpaid = self._unpaid, None
            return fault
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        starting = self._starting
        try:
            # Several matches may wait for one start: the end of one of them must not cancel it.
            return await asyncio.shield(starting)
        finally:
            if self._starting is starting and starting.done():
                self._starting = None

    async def ensure_started(self) -> Fault | None:
        """Start it before anything is asked of it, if it does not run yet.

        Returns why the machine cannot start it. What is the bot's own fault is charged to the next
        match that asks it.
        """
        found = await self.session()
        if isinstance(found, Session):
            return None
        if found.cause is Cause.BOT:
            self._unpaid = found
            return None
        return found

    # -- starting

    async def _start(self) -> Session | Fault:
        self._greeted = asyncio.get_running_loop().create_future()
        try:
            process = await self._sandbox.start()
        except OSError as error:
            cause = Cause.BOT if isinstance(error, ProgramError) else Cause.MACHINE
            return self._not_started(error.strerror or str(error), cause)
        found = await self._first_contact(process)
        if isinstance(found, Fault):
            if found.kind is FaultKind.DISCONNECTED:
                # A process that dies closes its stream before its end can be seen.
                found = await self._crashed(found)
            if found.kind is FaultKind.CRASHED and (problem := process.not_started()):
                found = self._never_ran(problem)
            seen = self._sandbox.at_start(self.conduct.start_ms)
            return await self._sandbox.see_off(found, seen)
        return found

    def _never_ran(self, problem: NotStarted) -> Fault:
        """The bot's own fault only if the program that it brought along cannot be run."""
        own = problem.step == "program" and is_own(self.entry.manifest.command[0])
        cause = Cause.BOT if own and not problem.is_shortage else Cause.MACHINE
        return self._not_started(problem.text, cause)

    def _not_started(self, why: str, cause: Cause) -> Fault:
        return Fault(
            kind=FaultKind.CRASHED,
            stage=FaultStage.START,
            text=f"its command {self.entry.manifest.command[0]!r} cannot be started: {why}",
            cause=cause,
            evidence=Evidence(load=load()),
        )

    async def _first_contact(self, process: BotProcess) -> Session | Fault:
        greeted = self._greeted
        if greeted is None:
            raise RuntimeError("a bot's start was waited for before it began")
        exit_ = asyncio.create_task(process.ended())
        try:
            seconds = self.conduct.start_ms / 1000
            # The end of the process is waited for as well, or a crash would take the whole start_ms
            # to see.
            either: set[asyncio.Future[Any]] = {greeted, exit_}
            await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if not greeted.done() and exit_.done():
                # What it said before it went may still be on its way.
                await asyncio.wait({greeted}, timeout=0.2)
            if greeted.done():
                return greeted.result()
            if exit_.done():
                return _crash(exit_.result(), FaultStage.START)
            return self._no_hello(seconds)
        finally:
            exit_.cancel()
            # A hello that comes after this is too late.
            greeted.cancel()

    def _no_hello(self, seconds: float) -> Fault:
        refused = " (it tried with a wrong token)" if self._sandbox.tried_wrong_token else ""
        text = f"no hello within {seconds:g} s of its start{refused}"
        cause = Cause.BOT
        # Half of the time ready to run and without a processor: then the machine is slow, not the
        # bot.
        if (self._sandbox.queued() or 0.0) >= seconds / 2:
            text, cause = STARVED, Cause.MACHINE
        return Fault(kind=FaultKind.LATE, stage=FaultStage.START, text=text, cause=cause)

    # -- serving

    async def _serve(self, link: Link) -> None:
        greeted = self._greeted
        answer = await greet(link, self.game)
        if greeted is None or greeted.done():
            # Nobody waits for this hello any more: it came too late, or the start was given up.
            return
        if isinstance(answer, Fault):
            greeted.set_result(answer)
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
        self._settled.clear()
        greeted.set_result(session)
        try:
            fault = await session.run()
            if fault:
                await self._bury(session, fault)
        finally:
            self._settled.set()

    def _flooded(self, text: str) -> None:
        if self._greeted and not self._greeted.done():
            fault = Fault(kind=FaultKind.MALFORMED, stage=FaultStage.START, text=text)
            self._greeted.set_result(fault)
        elif self._session:
            self._session.blame(Fault(kind=FaultKind.MALFORMED, stage=FaultStage.PLAY, text=text))

    async def _bury(self, session: Session, fault: Fault) -> None:
        """End a session by the bot's fault: find out more, kill what is left, charge the fault."""
        if self._starting:
            # A quick bot may be gone before its start has handed over the process.
            await asyncio.wait({self._starting})
        seen = session.clocks() if fault.evidence == Evidence() else fault.evidence
        try:
            if fault.kind is FaultKind.DISCONNECTED:
                fault = await self._crashed(fault)
            else:
                await session.dismiss(fault)
            fault = await self._sandbox.see_off(fault, seen)
        finally:
            # Only a bot's own fault waits for somebody to pay: the machine's fault makes matches
            # void.
            if not session.abandon(fault) and fault.cause is Cause.BOT:
                self._unpaid = fault

    async def _crashed(self, fault: Fault) -> Fault:
        how = await self._sandbox.ended(CRASH_SECONDS)
        return _crash(how, fault.stage) if how else fault


def _crash(how: str, stage: FaultStage) -> Fault:
    when = " before it said hello" if stage is FaultStage.START else ""
    return Fault(kind=FaultKind.CRASHED, stage=stage, text=f"the process {how}{when}")
