"""Bot processes: started in groups of their own with a clean environment, and killed as a whole."""

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
"""How long the last output of a process that has ended is waited for."""
_SUPERVISOR_SECONDS = 15.0
"""How long a supervisor has to end: more than the time for which it tries to kill all processes of
the bot."""


def kill_descendants() -> None:
    """Kill every descendant of this process, until none is left or a hundred attempts are made.

    To be called at the end of the process: the exit codes of its children are lost.
    """
    me = psutil.Process()
    for _ in range(100):
        children = me.children(recursive=True)
        if not children:
            return
        _kill_all(children)
        # The next attempt finds processes that were forked during this one.
        psutil.wait_procs(children, timeout=0.1)
        _reap()


def _kill_all(processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        # The process may have ended, or run as another user. The others are killed all the same.
        with suppress(psutil.Error):
            process.kill()


def _reap() -> None:
    """Collect the exit codes of all children that have ended, so that they are gone."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def clean_environment(home: Path, extra: Mapping[str, str]) -> dict[str, str]:
    """The environment of a bot's process or build: some variables that are set here, and `extra`.

    Of the referee's environment it has only the PATH, to which the SDK's folder is added. Build
    tools and the confinement add variables later.
    """
    return {
        "PATH": runtime.search_path(),
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        **extra,
    }


class _Outlet:
    """A pipe to an output file: a process writes to one end, and a task saves what it reads.

    With the pipes of asyncio's subprocesses, the end of a process would not be noticed while a
    child of the process still had a pipe open.
    """

    def __init__(
        self, theirs: int, transport: asyncio.ReadTransport, drain: "asyncio.Task[None]"
    ) -> None:
        self.theirs = theirs
        """The descriptor of the end for the process, which the caller has to close."""
        self._transport = transport
        self._drain = drain

    @classmethod
    async def open(cls, file: OutputFile) -> Self:
        """A new pipe to the file. Raises OSError."""
        ours, theirs = os.pipe()
        reader = asyncio.StreamReader()
        try:
            transport, _ = await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(ours, "rb", buffering=0)
            )
        except BaseException:
            os.close(theirs)
            raise
        return cls(theirs, transport, asyncio.create_task(file.drain(reader)))

    async def close(self) -> None:
        """Close the pipe once its output is saved, at the latest after a fifth of a second.

        What is not saved by then is lost, such as the end of a flood.
        """
        await asyncio.wait({self._drain}, timeout=_LAST_WORDS_SECONDS)
        self._drain.cancel()
        self._transport.close()


class BotProcess:
    """One start of a bot: its process, confined or not, and the pipes for what it prints."""

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
        """Start the command in the folder, not confined. `output` is for stdout and stderr.

        Raises OSError when the command cannot be started. It is a ProgramError, a fault of the bot,
        when the command names a program in the folder that is missing or cannot be executed.
        """
        own_program = folder / command[0] if is_own(command[0], folder) else None
        if own_program:
            check_program(own_program)
        try:
            started = await _start(command, environment, output, subprocess.DEVNULL, folder)
        except OSError as error:
            if own_program and error.errno not in SHORTAGES:
                raise ProgramError(error.errno, error.strerror, str(own_program)) from None
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
            # Also when cancelled: otherwise its control group and its user would stay reserved.
            await asyncio.to_thread(confined.release)
            raise
        confined.started(started[0].pid)
        return cls(*started, confined)

    @property
    def pid(self) -> int:
        """The id of the process and of its group; for a confined bot that of its supervisor."""
        return self._process.pid

    def usage(self) -> Usage | None:
        """The memory and time that a confined bot and all that it started have used.

        None for a bot that is not confined.
        """
        return self._confined.usage() if self._confined else None

    def cpu(self) -> float | None:
        """Seconds of processor time that the bot has used; None where isolation counts none."""
        return self._confined.cpu() if self._confined else None

    def queued(self) -> float | None:
        """Seconds that a thread of the bot, the one that waited longest, was ready to run without a
        processor; None if unknown."""
        return self._confined.queued() if self._confined else None

    def not_started(self) -> NotStarted | None:
        """Why a confined program never ran; None if it ran, and for a bot that is not confined.

        To be called when the process has ended.
        """
        return self._confined.not_started() if self._confined else None

    async def ended(self, seconds: float | None = None) -> str:
        """Wait for the end of the process, and say in words how it ended.

        Returns "" if it still runs after `seconds`; None is no limit.
        """
        try:
            async with asyncio.timeout(seconds):
                code = await self._process.wait()
        except TimeoutError:
            return ""
        return describe_exit(code)

    async def kill(self) -> None:
        """Kill the process, its group and all descendants that can be found; save the last output.

        No process of a confined bot is left, unless its supervisor fails.
        """
        if self._confined:
            # The supervisor finds more processes than the referee: it adopts orphans, or all are in
            # a namespace below it. Only if it fails do the lines below kill what they can find.
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
        for file in output:
            outlets.append(await _Outlet.open(file))
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
            # If the referee had these ends open too, it would never see the end of the output.
            os.close(outlet.theirs)
    return process, outlets
