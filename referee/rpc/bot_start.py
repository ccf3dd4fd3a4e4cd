"""One start of a local bot: from its command to its hello, or to the fault in its place."""

import asyncio
from typing import Any, Final

from referee.conduct import Fault, FaultKind, FaultStage
from referee.evidence import Cause, Evidence, load
from referee.rpc.batch_deadline import STARVED
from referee.rpc.bot_sandbox import CRASH_SECONDS, BotSandbox
from referee.rpc.process import BotProcess
from referee.rpc.session import Session
from referee.sandbox.starting import NotStarted
from referee.sandbox.visible import ProgramError

_HELLO_SECONDS: Final = 0.2
"""How long a hello is waited for after its process has ended.

It was sent before, so that it only has to be read: of a process that says it and exits at once, the
end may be seen first.
"""
_LONGEST: Final = 200
"""Characters of what the sandbox said that stand in a fault's text."""


class BotStart:
    """One start of a bot's process, which begins when the object is made.

        hello expected --conclude--> handing over --> over, with a session
              |
              +--the process ends, or no hello comes--> process ended --> over, with a fault

    Invariant: once the start has given up on its process, `expects_hello` is false, so that no
    stream of that process can begin a session later.
    """

    def __init__(self, sandbox: BotSandbox, command: str, start_ms: int) -> None:
        """`command` is the first word of the bot's command; the hello has `start_ms` to come."""
        self._sandbox = sandbox
        self._command = command
        self._start_ms = start_ms
        self._hello: asyncio.Future[Session | Fault] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run())

    @property
    def is_over(self) -> bool:
        """Whether the start has its result, or was stopped."""
        return self._task.done()

    @property
    def expects_hello(self) -> bool:
        """Whether a hello, or a fault of the bot's, is still waited for."""
        return not self._hello.done()

    def conclude(self, found: Session | Fault) -> None:
        """Say what came of the hello. Only while the start `expects_hello`."""
        self._hello.set_result(found)

    def waited_ms(self) -> float | None:
        """Milliseconds since the process was started."""
        return self._sandbox.at_start(self._start_ms).waited_ms

    async def result(self) -> Session | Fault:
        """The session that the hello began, or the fault in its place.

        Several may wait for it: the end of one who waits does not end the start. It raises
        CancelledError when the start is stopped.
        """
        return await asyncio.shield(self._task)

    async def over(self) -> None:
        """Wait until the start is over, whatever came of it."""
        await asyncio.wait({self._task})

    async def stop(self) -> None:
        """Give up the start, and wait until it is over. Its process is left to the sandbox."""
        self._task.cancel()
        await self.over()

    async def _run(self) -> Session | Fault:
        try:
            process = await self._sandbox.start()
        except OSError as error:
            cause = Cause.BOT if isinstance(error, ProgramError) else Cause.MACHINE
            return self._not_started(error.strerror or str(error), cause)
        found = await self._first_contact(process)
        if isinstance(found, Fault):
            if found.kind is FaultKind.DISCONNECTED:
                # A process that dies closes its stream before its end can be seen.
                found = await crash_behind(found, self._sandbox)
            if found.kind is FaultKind.CRASHED and (problem := process.not_started()):
                return await self._see_off(problem)
            return await self._sandbox.see_off(found, self._sandbox.at_start(self._start_ms))
        return found

    async def _first_contact(self, process: BotProcess) -> Session | Fault:
        exit_ = asyncio.create_task(process.ended())
        try:
            seconds = self._start_ms / 1000
            # The end of the process is waited for as well, or a crash would take the whole start_ms
            # to see.
            either: set[asyncio.Future[Any]] = {self._hello, exit_}
            await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if not self._hello.done() and exit_.done():
                await asyncio.wait({self._hello}, timeout=_HELLO_SECONDS)
            if self._hello.done():
                return self._hello.result()
            if exit_.done():
                return _crash(exit_.result(), FaultStage.START)
            return self._no_hello(seconds, process)
        finally:
            exit_.cancel()
            # A hello that comes after this is too late.
            self._hello.cancel()

    def _no_hello(self, seconds: float, process: BotProcess) -> Fault:
        refused = " (it tried with a wrong token)" if self._sandbox.tried_wrong_token else ""
        text = f"no hello within {seconds:g} s of its start{refused}"
        cause = Cause.BOT
        used = process.usage()
        cpu = used.cpu_seconds if used else 0.0
        # Half of the time ready to run and without a processor: then the machine is slow, not the
        # bot. One that used its processors for half of it had its own threads in its way.
        waited = (self._sandbox.queued() or 0.0) >= seconds / 2
        if waited and cpu < seconds / 2 * self._sandbox.cpus:
            text, cause = STARVED, Cause.MACHINE
        return Fault(kind=FaultKind.LATE, stage=FaultStage.START, text=text, cause=cause)

    async def _see_off(self, problem: NotStarted) -> Fault:
        """The fault of a program that never ran; the sandbox's own words, if any, say why."""
        seen = self._sandbox.at_start(self._start_ms)
        fault = await self._sandbox.see_off(self._never_ran(problem), seen)
        # The bot had no say in it, so what was printed is bubblewrap's.
        if problem.step != "sandbox" or not fault.evidence.words:
            return fault
        said = fault.evidence.words.splitlines()[-1][:_LONGEST]
        return fault.model_copy(update={"text": f"{fault.text}: {said}"})

    def _never_ran(self, problem: NotStarted) -> Fault:
        """The bot's own fault only if the program that it brought along cannot be run."""
        own = problem.step == "program" and self._sandbox.brings(self._command)
        cause = Cause.BOT if own and not problem.is_shortage else Cause.MACHINE
        return self._not_started(problem.text, cause)

    def _not_started(self, why: str, cause: Cause) -> Fault:
        return Fault(
            kind=FaultKind.CRASHED,
            stage=FaultStage.START,
            text=f"its command {self._command!r} cannot be started: {why}",
            cause=cause,
            evidence=Evidence(load=load()),
        )


async def crash_behind(fault: Fault, sandbox: BotSandbox) -> Fault:
    """The crash by which a connection was lost; the `fault` itself if the process still runs.

    Waits at most CRASH_SECONDS for the process to end.
    """
    how = await sandbox.ended(CRASH_SECONDS)
    return _crash(how, fault.stage) if how else fault


def _crash(how: str, stage: FaultStage) -> Fault:
    when = " before it said hello" if stage is FaultStage.START else ""
    return Fault(kind=FaultKind.CRASHED, stage=stage, text=f"the process {how}{when}")
