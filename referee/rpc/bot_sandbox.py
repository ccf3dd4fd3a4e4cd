"""What surrounds a local bot: its home, the socket that it dials, its process, what it prints."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from referee.conduct import Fault, FaultKind
from referee.evidence import Cause, Evidence, load, milliseconds
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
"""Seconds for a process to exit that was told to."""
CRASH_SECONDS = 5.0
"""Seconds for a process whose connection ended: it crashed if it exits by then. Long, because a
crash can take this long on a busy machine and must not be told as a lost connection."""


class BotSandbox:
    """The home of a bot, with one process at a time, started anew as often as it is needed.

    To be opened before the first start, and closed, which leaves nothing but what was printed.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        output: Path,
        confining: Confining | None,
        serve: Callable[[Link], Coroutine[Any, Any, None]],
        flooded: Callable[[str], None],
    ) -> None:
        """`output` is the folder for what it prints; `serve` and `flooded` are as for BotServer."""
        self._folder = folder
        self._manifest = manifest
        self._confining = confining
        self._output = (OutputFile(output / "stdout.txt"), OutputFile(output / "stderr.txt"))
        self._home = PrivateFolder()
        self._server = BotServer(serve, flooded)
        self._checked: CheckedSocket | None = None
        self._started = time.monotonic()
        self.process: BotProcess | None = None

    async def open(self) -> None:
        """Begin to listen for the bot. Raises OSError."""
        manifest, confining = self._manifest, self._confining
        unix = has_socket(manifest, confining)
        if unix and confining and confining.isolation.callers_are_checked:
            # Only where file modes and the sandbox cannot keep the others away: passing every byte
            # on takes about a tenth more of the referee's processor time (docs/security.md).
            self._checked = CheckedSocket(self._home.path)
            await self._server.listen(self._checked.behind)
            await self._checked.open()
        else:
            await self._server.listen(self._home.path if unix else None)

    async def close(self) -> None:
        """Kill what runs, and remove all but what was printed."""
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
        """Start the process, with a new token; its earlier one must have ended. Raises OSError."""
        manifest, confining = self._manifest, self._confining
        home, served = self._home.path, self._server.address
        served = self._checked.address if self._checked else served
        for_a_match = {
            "STYCH_ADDRESS": confining.address(manifest, served) if confining else served,
            # In the environment, which other users cannot read; a command line everybody can.
            "STYCH_TOKEN": self._server.issue_token(),
            "STYCH_BOT_NAME": manifest.name,
            "STYCH_BOT_VERSION": manifest.version,
        }
        environment = clean_environment(home, for_a_match)
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
        """Whether a wrong token was shown to its server since the start."""
        return bool(self._server.refused)

    def brings(self, program: str) -> bool:
        """Whether the program of a command lies in the bot's own folder."""
        return is_own(program, self._folder)

    @property
    def cpus(self) -> int:
        """How many processors it keeps busy where it can; 1 where it may choose them itself."""
        confining = self._confining
        if not confining or confining.isolation.level is IsolationLevel.LIMITS:
            return 1
        return min(confining.limits.cpus or available(), available())

    def cpu(self) -> float | None:
        """Seconds of processor time that the process has used, where isolation counts them."""
        return self.process.cpu() if self.process else None

    def queued(self) -> float | None:
        """Seconds that a thread of it was ready to run and had no processor; None if unknown."""
        return self.process.queued() if self.process else None

    def at_start(self, allowed_ms: float) -> Evidence:
        """The evidence of a start that was allowed `allowed_ms`."""
        return Evidence(
            waited_ms=milliseconds(time.monotonic() - self._started),
            allowed_ms=allowed_ms,
            cpu_ms=milliseconds(self.cpu()),
            queued_ms=milliseconds(self.queued()),
        )

    async def ended(self, seconds: float) -> str:
        """How the process ended, in words; "" when it still runs after `seconds`."""
        return await self.process.ended(seconds) if self.process else ""

    async def see_off(self, fault: Fault, seen: Evidence) -> Fault:
        """End the process, and return the fault with all that is known of how it ended.

        A bot that was told what it did wrong has a second to say so to its author.
        """
        process = self.process
        patient = fault.kind in (FaultKind.MALFORMED, FaultKind.INCOMPATIBLE)
        ended = await process.ended(EXIT_SECONDS if patient else 0.0) if process else ""
        await self.kill()
        used = process.usage() if process else None
        words = "\n".join(file.last_words() for file in self._output).strip()
        told = {
            "peak_mb": round(used.peak / MB, 1) if used and used.peak else None,
            "ended": ended,
            "load": load(),
            "words": words,
        }
        if f"\nstych: {callers.DEED}\n" in f"\n{words}\n":
            # The socket's check had its supervisor end it, which leaves this line. That it then
            # died of a signal says less.
            malformed = {"kind": FaultKind.MALFORMED, "text": callers.DEED, "cause": Cause.BOT}
            fault = fault.model_copy(update=malformed)
        return fault.model_copy(update={"evidence": seen.model_copy(update=told)})

    async def kill(self) -> None:
        """Kill the process and all that it started."""
        if process := self.process:
            await process.kill()
            # A new one may have been started while this one was killed.
            if self.process is process:
                self.process = None
