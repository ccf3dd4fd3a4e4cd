"""One start of a local bot: from its command to its hello, or to the fault instead of a hello."""

import asyncio
from typing import Any, Final

from referee.conduct import Fault, FaultKind, FaultStage
from referee.evidence import Cause, Evidence, load_average
from referee.rpc.batch_deadline import STARVED
from referee.rpc.bot_sandbox import CRASH_SECONDS, BotSandbox
from referee.rpc.process import BotProcess
from referee.rpc.session import Session
from referee.sandbox.starting import NotStarted
from referee.sandbox.visible import ProgramError

_HELLO_SECONDS: Final = 0.2
"""How long a hello is still waited for after the process has ended.

The hello was sent before that and only has to be read: when a process says hello and exits at once,
its end may be seen first.
"""
_MOST_CHARACTERS: Final = 200
"""How many characters of the sandbox's own message a fault's text holds at most."""


class BotStart:
    """One start of a bot's process, which begins when the object is made.

        hello expected --conclude--> handing over --> over, with a session
              |
              +--the process ends, or no hello comes--> process ended --> over, with a fault

    If `conclude` is called with a fault, the start is over with a fault.

    Invariant: once the start has given up its process, `expects_hello` is False, so that no stream
    of that process can begin a session later.
    """

    def __init__(self, sandbox: BotSandbox, command: str, start_ms: int) -> None:
        """`command` is the first word of the bot's command.

        The hello must come within `start_ms` milliseconds.
        """
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
        """Whether the start still waits for a hello, or for a fault of the bot."""
        return not self._hello.done()

    def conclude(self, result: Session | Fault) -> None:
        """Take the session that the hello began, or the fault. Only while it `expects_hello`."""
        self._hello.set_result(result)

    def waited_ms(self) -> float | None:
        """Milliseconds since the process was started."""
        return self._sandbox.start_evidence(self._start_ms).waited_ms

    async def result(self) -> Session | Fault:
        """The session that the hello began, or the fault instead of one.

        Several tasks may wait for it: when one of them is cancelled, the start goes on. Raises
        CancelledError when the start is stopped.
        """
        return await asyncio.shield(self._task)

    async def wait_until_over(self) -> None:
        """Wait until the start is over: with a session, with a fault, or stopped."""
        await asyncio.wait({self._task})

    async def stop(self) -> None:
        """Give up the start and wait until it is over; then the sandbox has to kill the process."""
        self._task.cancel()
        await self.wait_until_over()

    async def _run(self) -> Session | Fault:
        try:
            process = await self._sandbox.start()
        except OSError as error:
            cause = Cause.BOT if isinstance(error, ProgramError) else Cause.MACHINE
            return self._not_started(error.strerror or str(error), cause)
        result = await self._first_contact(process)
        if isinstance(result, Fault):
            if result.kind is FaultKind.DISCONNECTED:
                # When a process dies, the end of its stream may be seen before its own end.
                result = await crash_behind(result, self._sandbox)
            if result.kind is FaultKind.CRASHED and (problem := process.not_started()):
                return await self._report_never_ran(problem)
            return await self._kill_for(result)
        return result

    async def _first_contact(self, process: BotProcess) -> Session | Fault:
        exit_ = asyncio.create_task(process.ended())
        try:
            seconds = self._start_ms / 1000
            # Without waiting for the end of the process too, a crash would be seen only after all
            # of start_ms.
            awaited: set[asyncio.Future[Any]] = {self._hello, exit_}
            await asyncio.wait(awaited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
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
        usage = process.usage()
        cpu = usage.cpu_seconds if usage else 0.0
        # A bot that was ready to run without a processor for half of the time was held up by its
        # machine. If it used its processors for half of the time as well, its threads held up one
        # another.
        has_waited = (self._sandbox.queued() or 0.0) >= seconds / 2
        if has_waited and cpu < seconds / 2 * self._sandbox.cpus:
            text, cause = STARVED, Cause.MACHINE
        return Fault(kind=FaultKind.LATE, stage=FaultStage.START, text=text, cause=cause)

    async def _kill_for(self, fault: Fault) -> Fault:
        """Kill the process because of `fault`, and return that with its evidence."""
        evidence = self._sandbox.start_evidence(self._start_ms)
        return await self._sandbox.kill_for_fault(fault, evidence)

    async def _report_never_ran(self, problem: NotStarted) -> Fault:
        """The fault of a program that never ran, with the message of the sandbox if that failed."""
        fault = await self._kill_for(self._never_ran_fault(problem))
        # The bot never ran, so the output is that of the sandbox (bubblewrap).
        if problem.step != "sandbox" or not fault.evidence.words:
            return fault
        message = fault.evidence.words.splitlines()[-1][:_MOST_CHARACTERS]
        return fault.model_copy(update={"text": f"{fault.text}: {message}"})

    def _never_ran_fault(self, problem: NotStarted) -> Fault:
        """The fault, whose cause is the bot only if a program in its own folder cannot be run."""
        is_own_program = problem.step == "program" and self._sandbox.has_program(self._command)
        is_bot_to_blame = is_own_program and not problem.is_shortage
        cause = Cause.BOT if is_bot_to_blame else Cause.MACHINE
        return self._not_started(problem.text, cause)

    def _not_started(self, why: str, cause: Cause) -> Fault:
        return Fault(
            kind=FaultKind.CRASHED,
            stage=FaultStage.START,
            text=f"its command {self._command!r} cannot be started: {why}",
            cause=cause,
            evidence=Evidence(load=load_average()),
        )


async def crash_behind(fault: Fault, sandbox: BotSandbox) -> Fault:
    """The fault of a crash, if a crash of the process was why the connection was lost.

    Otherwise `fault`, the lost connection. Waits at most CRASH_SECONDS for the process to end.
    """
    ending = await sandbox.ended(CRASH_SECONDS)
    return _crash(ending, fault.stage) if ending else fault


def _crash(ending: str, stage: FaultStage) -> Fault:
    """The fault of a process that ended by itself; `ending` is like "exited with code 1"."""
    when = " before it said hello" if stage is FaultStage.START else ""
    return Fault(kind=FaultKind.CRASHED, stage=stage, text=f"the process {ending}{when}")
