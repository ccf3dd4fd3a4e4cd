"""What surrounds a local bot: its home, the socket that it dials, its process and its output."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from referee.conduct import Fault, FaultKind
from referee.evidence import Cause, Evidence, load_average, milliseconds
from referee.rpc.checked_socket import CheckedSocket
from referee.rpc.confining import Confining, has_socket
from referee.rpc.folders import PrivateFolder
from referee.rpc.lines import command_line
from referee.rpc.link import Link
from referee.rpc.manifest import Manifest
from referee.rpc.output import OutputFile
from referee.rpc.process import BotProcess, clean_environment
from referee.rpc.server import BotServer
from referee.sandbox import callers
from referee.sandbox.confinement import MB
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.processors import available
from referee.sandbox.visible import is_own

EXIT_SECONDS = 1.0
"""Seconds that a process has to exit after it was told to."""
CRASH_SECONDS = 5.0
"""Seconds after the end of its connection within which a process that exits counts as crashed. On a
busy machine a crash can take this long, and it must not pass for a lost connection."""


class BotSandbox:
    """The home of a bot, with at most one process at a time, which can be started again and again.

    `open` has to be called before the first `start`, and `close` at the end. Then nothing of the
    bot is left but the files with its output.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        output: Path,
        confining: Confining | None,
        serve: Callable[[Link], Coroutine[Any, Any, None]],
        note_flood: Callable[[str], None],
    ) -> None:
        """`output` is the folder for the output; `serve` and `note_flood` are as for BotServer.

        Without `confining` the bot is not confined. Raises OSError when its home cannot be made.
        """
        self._folder = folder
        self._manifest = manifest
        self._confining = confining
        self._output = (OutputFile(output / "stdout.txt"), OutputFile(output / "stderr.txt"))
        self._home = PrivateFolder()
        self._server = BotServer(serve, note_flood)
        self._checked: CheckedSocket | None = None
        self._started = time.monotonic()
        """When the latest process was started."""
        self.process: BotProcess | None = None
        """The latest process, which may have ended; None before a start and after `kill`."""

    async def open(self) -> None:
        """Begin to listen for the bot. Raises OSError."""
        manifest, confining = self._manifest, self._confining
        unix = has_socket(manifest, confining)
        if unix and confining and confining.isolation.callers_are_checked:
            # Only where neither file modes nor the sandbox keep other bots from the socket: passing
            # on every byte adds about a tenth to the referee's processor time (docs/security.md).
            self._checked = CheckedSocket(self._home.path)
            await self._server.listen(self._checked.server_folder)
            await self._checked.open()
        else:
            await self._server.listen(self._home.path if unix else None)

    async def close(self) -> None:
        """Kill the bot's process, stop serving, and remove everything but the bot's output."""
        try:
            await self.kill()
        finally:
            if self._checked:
                self._checked.close()
            await self._server.stop()
            for file in self._output:
                file.close()
            # A bot may leave a great many files; the event loop plays other matches meanwhile.
            await asyncio.to_thread(self._home.remove)

    async def start(self) -> BotProcess:
        """Start a process with a new token; the earlier process must have ended.

        Raises OSError when it cannot be started: a ProgramError if that is the bot's own fault.
        """
        manifest, confining = self._manifest, self._confining
        home = self._home.path
        served = self._checked.address if self._checked else self._server.address
        variables = {
            "STYCH_ADDRESS": confining.address(manifest, served) if confining else served,
            # Other users can read a process's command line, but not its environment.
            "STYCH_TOKEN": self._server.issue_token(),
            "STYCH_BOT_NAME": manifest.name,
            "STYCH_BOT_VERSION": manifest.version,
        }
        environment = clean_environment(home, variables)
        for file in self._output:
            file.begin()
        self._started = time.monotonic()
        if confining:
            confined = confining.confine(manifest, self._folder, home, served, environment)
            self.process = await BotProcess.start_confined(confined, self._output)
        else:
            self.process = await BotProcess.start(
                command_line(manifest), self._folder, environment, self._output
            )
        return self.process

    @property
    def tried_wrong_token(self) -> bool:
        """Whether a stream was refused since the latest start, for a wrong, a used or no token."""
        return bool(self._server.refused)

    def has_program(self, program: str) -> bool:
        """Whether `program`, as a command names it, lies in the bot's own folder."""
        return is_own(program, self._folder)

    @property
    def cpus(self) -> int:
        """How many processors the bot may keep busy.

        1 where no filter of system calls is in force: there a bot may bind all of its threads to
        one processor, so that they wait for one another.
        """
        confining = self._confining
        if not confining or confining.isolation.level is IsolationLevel.LIMITS:
            return 1
        return min(confining.limits.cpus or available(), available())

    def cpu(self) -> float | None:
        """Seconds of processor time that the process and all that it started have used.

        None where nobody counts them, and without a process.
        """
        return self.process.cpu() if self.process else None

    def queued(self) -> float | None:
        """Seconds that the thread that waited longest was ready to run without a processor.

        None if unknown, and without a process.
        """
        return self.process.queued() if self.process else None

    def start_evidence(self, allowed_ms: float) -> Evidence:
        """The evidence about the latest start, up to now.

        `allowed_ms` is how many milliseconds the bot has until its hello.
        """
        return Evidence(
            waited_ms=milliseconds(time.monotonic() - self._started),
            allowed_ms=allowed_ms,
            cpu_ms=milliseconds(self.cpu()),
            queued_ms=milliseconds(self.queued()),
        )

    async def ended(self, seconds: float) -> str:
        """How the process ended, in words; "" if there is none or it still runs after `seconds`."""
        return await self.process.ended(seconds) if self.process else ""

    async def kill_for_fault(self, fault: Fault, evidence: Evidence) -> Fault:
        """Kill the process. Returns `fault` with the `evidence` and that of the process's end.

        A malformed or incompatible bot may have been told what it did wrong, and has EXIT_SECONDS
        to print that for its author. If the bot has called the socket of another bot, the kind,
        text and cause of the fault say so.
        """
        process = self.process
        may_print = fault.kind in (FaultKind.MALFORMED, FaultKind.INCOMPATIBLE)
        ended = await process.ended(EXIT_SECONDS if may_print else 0.0) if process else ""
        await self.kill()
        usage = process.usage() if process else None
        words = "\n".join(file.last_words() for file in self._output).strip()
        at_end = {
            "peak_mb": round(usage.peak / MB, 1) if usage and usage.peak else None,
            "ended": ended,
            "load": load_average(),
            "words": words,
        }
        if f"\nstych: {callers.DEED}\n" in f"\n{words}\n":
            # It called the socket of another bot. So its supervisor was told to end it, and left
            # this line, which says more than that the process was killed by a signal.
            malformed = {"kind": FaultKind.MALFORMED, "text": callers.DEED, "cause": Cause.BOT}
            fault = fault.model_copy(update=malformed)
        return fault.model_copy(update={"evidence": evidence.model_copy(update=at_end)})

    async def kill(self) -> None:
        """Kill the process, if there is one, and all that it started."""
        if process := self.process:
            await process.kill()
            # Another process may have been started while this one was being killed.
            if self.process is process:
                self.process = None
