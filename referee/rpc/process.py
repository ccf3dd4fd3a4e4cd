"""Bot processes: started in a session of their own with a clean environment, and killed whole."""

import asyncio
import os
import signal
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

import psutil

from referee.rpc.output import OutputFile
from referee.sandbox import runtime
from referee.sandbox.confined_process import ConfinedProcess
from referee.sandbox.exits import describe_exit
from referee.sandbox.starting import SHORTAGES, NotStarted
from referee.sandbox.tree import Usage
from referee.sandbox.visible import ProgramError, check_program, is_own

_LAST_WORDS_SECONDS = 0.2
_SUPERVISOR_SECONDS = 15.0
"""Seconds; longer than the supervisor itself tries to kill all that there is."""


def kill_descendants() -> None:
    """Kill every descendant of this process, until none is left or after a hundred attempts."""
    me = psutil.Process()
    for _ in range(100):
        children = me.children(recursive=True)
        if not children:
            return
        _kill_all(children)
        # What they fork while they are killed is found by the next attempt.
        psutil.wait_procs(children, timeout=0.1)
        _reap()


def _kill_all(processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        # Gone, or a child that runs as another user: nothing that could hold up the others.
        with suppress(psutil.Error):
            process.kill()


def _reap() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def clean_environment(home: Path, extra: Mapping[str, str]) -> dict[str, str]:
    """What a bot's process finds in its environment: nothing of the referee's own."""
    return {
        "PATH": runtime.search_path(),
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        **extra,
    }


class _Outlet:
    """A pipe into an output file: the process has one end, and a task empties the other.

    Not asyncio's own pipes: with them nobody learns that a process has ended for as long as a child
    of its holds on to them.
    """

    def __init__(
        self, theirs: int, transport: asyncio.ReadTransport, drain: "asyncio.Task[None]"
    ) -> None:
        self.theirs = theirs
        self._transport = transport
        self._drain = drain

    @classmethod
    async def open(cls, kept: OutputFile) -> Self:
        """A new pipe into the file. Raises OSError."""
        ours, theirs = os.pipe()
        reader = asyncio.StreamReader()
        try:
            transport, _ = await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(ours, "rb", buffering=0)
            )
        except BaseException:
            os.close(theirs)
            raise
        return cls(theirs, transport, asyncio.create_task(kept.drain(reader)))

    async def close(self) -> None:
        """Keep what came until now, and close the pipe.

        Waits a fifth of a second at most for whoever still holds the other end.
        """
        await asyncio.wait({self._drain}, timeout=_LAST_WORDS_SECONDS)
        self._drain.cancel()
        self._transport.close()


class BotProcess:
    """One start of a bot: its process, confined or not, and what it prints."""

    def __init__(
        self,
        process: asyncio.subprocess.Process,
        outlets: Sequence[_Outlet],
        confined: ConfinedProcess | None = None,
    ) -> None:
        self._process = process
        self._outlets = outlets
        self._confined = confined

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        output: tuple[OutputFile, OutputFile],
    ) -> "BotProcess":
        """Start the command in the folder. Raises OSError when it cannot be started.

        It is a ProgramError when the program should lie in the folder and does not, or is none.
        """
        own = folder / command[0] if is_own(command[0], folder) else None
        if own:
            check_program(own)
        try:
            started = await _start(command, environment, output, subprocess.DEVNULL, folder)
        except OSError as error:
            if own and error.errno not in SHORTAGES:
                raise ProgramError(error.errno, error.strerror, str(own)) from None
            raise
        return cls(*started)

    @classmethod
    async def start_confined(
        cls, confined: ConfinedProcess, output: tuple[OutputFile, OutputFile]
    ) -> "BotProcess":
        """Start a confined command. Raises OSError when its supervisor cannot be started."""
        try:
            started = await _start(confined.argv, confined.environment, output, confined.stdin)
        except BaseException:
            # Even when cancelled: a group and a user's number would stay taken.
            await asyncio.to_thread(confined.release)
            raise
        confined.started(started[0].pid)
        return cls(*started, confined)

    @property
    def pid(self) -> int:
        """The id of the process and of its group; of a confined bot that of its supervisor."""
        return self._process.pid

    def usage(self) -> Usage | None:
        """What a confined bot and all that it started have used up.

        None of a bot that is not confined.
        """
        return self._confined.usage() if self._confined else None

    def cpu(self) -> float | None:
        """Seconds of processor time that it has used; None where isolation does not count them."""
        return self._confined.cpu() if self._confined else None

    def queued(self) -> float | None:
        """Seconds that a thread of it was ready to run and had no processor; None if unknown."""
        return self._confined.queued() if self._confined else None

    def not_started(self) -> NotStarted | None:
        """Why a confined program never ran, to be asked when the process has ended."""
        return self._confined.not_started() if self._confined else None

    async def ended(self, seconds: float | None = None) -> str:
        """How the process ended, in words; "" when it still runs after `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                code = await self._process.wait()
        except TimeoutError:
            return ""
        return describe_exit(code)

    async def kill(self) -> None:
        """Kill the process, its group and all its known descendants; what it printed is kept.

        Of a confined bot nothing at all is left.
        """
        if self._confined:
            # The supervisor can find and kill more than we: it adopts orphans, or is above a
            # namespace. Only if it fails do the lines below kill what they can find.
            self._confined.end()
            await self.ended(_SUPERVISOR_SECONDS)
        with suppress(psutil.Error):
            _kill_all(psutil.Process(self._process.pid).children(recursive=True))
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()
        if self._confined:
            await asyncio.to_thread(self._confined.release)
        await asyncio.gather(*(outlet.close() for outlet in self._outlets))


async def _start(
    command: Sequence[str],
    environment: Mapping[str, str],
    output: tuple[OutputFile, OutputFile],
    stdin: int,
    folder: Path | None = None,
) -> tuple[asyncio.subprocess.Process, list[_Outlet]]:
    outlets: list[_Outlet] = []
    try:
        for kept in output:
            outlets.append(await _Outlet.open(kept))
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            env=dict(environment),
            stdin=stdin,
            stdout=outlets[0].theirs,
            stderr=outlets[1].theirs,
            start_new_session=True,
        )
    finally:
        for outlet in outlets:
            # As long as we held these ends, reading would never come to an end.
            os.close(outlet.theirs)
    return process, outlets
