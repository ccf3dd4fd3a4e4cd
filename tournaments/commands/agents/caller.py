"""Calls commands of stych for agents, each in a process of its own, which ends with its call."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import anyio

from referee.errors import RunError, UserError
from referee.sandbox.probe import Mode
from referee.serving_agents import AGENTS
from referee.text import printable
from tournaments.commands.agents.folder import AgentFolder
from tournaments.person.task_errors import first_error

Told = Callable[[str], Awaitable[None]]
"""Is told each line that a command prints, as it comes."""

_AT_ONCE: Final = 4
"""Commands that run at once, of those that tell how they go on and of others; more wait."""
_MOST_BYTES: Final = 8 << 20
"""Bytes of an output that are read."""
_CHUNK: Final = 1 << 16
_GRACE_SECONDS: Final = 20.0
"""How long a command that was told to stop may take, before it is killed with all it started."""
# By name: where commands begin is above all commands.
_CALLED: Final = "tournaments.called"


@dataclass(frozen=True, slots=True)
class HandedFile:
    """What a command is handed for a file or a folder that it is to read."""

    word: str
    """What the command takes for it: the file, or a private copy."""
    shown: str
    """The file itself, as messages are to name it."""

    def told(self, text: str) -> str:
        """What a command said of the copy, said of the file itself."""
        return text.replace(self.word, self.shown)


@dataclass(frozen=True, slots=True)
class CalledCommand:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str
    stopped: bool = False
    """Whether it was stopped since its time was over."""

    def checked(self, *fine: int) -> "CalledCommand":
        """The same, if the exit code is 0 or one of these.

        Raises UserError or RunError, with what the command said is wrong.
        """
        if self.code in (0, *fine):
            return self
        said = self.err.strip() or f"it ended with exit code {self.code}"
        lines = [line.strip(" │╭╮╰╯─") for line in said.splitlines()]
        told = [line.removeprefix("stych: ") for line in lines if line.startswith("stych: ")]
        sentence = "; ".join(told or [" ".join(filter(None, lines))])
        raise UserError(sentence) if self.code == 2 else RunError(sentence)


class CommandCaller:
    """Calls commands in the folder, on its data, with the isolation of the server."""

    def __init__(self, folder: AgentFolder, mode: Mode) -> None:
        self._folder = folder
        self._running: set[asyncio.subprocess.Process] = set()
        # Long ones have a room of their own: a table is not to wait for the end of a duel.
        self._long, self._short = asyncio.Semaphore(_AT_ONCE), asyncio.Semaphore(_AT_ONCE)
        # What is printed is to be plain text.
        left_out = {"STYCH_DATA", "FORCE_COLOR", "TTY_COMPATIBLE"}
        kept = {key: value for key, value in os.environ.items() if key not in left_out}
        own = {"STYCH_ISOLATION": str(mode), "COLUMNS": "100", AGENTS: "1"}
        self._environment = {**kept, **own}

    async def call(
        self, *words: str | HandedFile, told: Told | None = None, seconds: float | None = None
    ) -> CalledCommand:
        """Call the command with these words, to its end. Its messages name handed files as such.

        After so many `seconds` it is stopped as by Ctrl-C. So it is when the call is cancelled;
        nothing that it started is left then. Raises RunError for an output without end.
        """
        async with self._long if told else self._short:
            line = [sys.executable, "-P", "-m", _CALLED, str(_GRACE_SECONDS)]
            files = [each for each in words if isinstance(each, HandedFile)]
            line += ["--data", str(self._folder.data)]
            line += [each.word if isinstance(each, HandedFile) else each for each in words]
            process = await asyncio.create_subprocess_exec(
                *line,
                # Not in the folder: a file there called like an id, `duel` or a sample goes first,
                # and may be a link that leads out of it. Paths are given in full.
                cwd="/",
                env=self._environment,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
            self._running.add(process)
            try:
                done = await _heard(process, told and _naming(files, told), seconds)
                return replace(done, err=_named(files, done.err))
            finally:
                with anyio.CancelScope(shield=True):
                    await _end(process)
                self._running.discard(process)

    async def close(self) -> None:
        """Stop all commands that run; nothing of them is left afterwards."""
        with anyio.CancelScope(shield=True):
            await asyncio.gather(*map(_end, self._running))


def _named(files: Sequence[HandedFile], text: str) -> str:
    """What a command says, with the files in place of what it was handed for them."""
    for each in files:
        text = each.told(text)
    return text


def _naming(files: Sequence[HandedFile], told: Told) -> Told:
    async def tell(line: str) -> None:
        await told(_named(files, line))

    return tell


async def _heard(
    process: asyncio.subprocess.Process, told: Told | None, seconds: float | None
) -> CalledCommand:
    """All that the process says to its end, which comes at the latest after so many seconds."""
    found: dict[str, str] = {}
    stopped = False

    async def hear(name: str, stream: asyncio.StreamReader | None) -> None:
        found[name] = await _read(stream, told) if stream else ""

    async def stop_in_time() -> None:
        nonlocal stopped
        if seconds is not None:
            await anyio.sleep(seconds)
            stopped = True
            await _end(process)

    try:
        async with anyio.create_task_group() as group:
            group.start_soon(stop_in_time)
            async with anyio.create_task_group() as hearing:
                hearing.start_soon(hear, "out", process.stdout)
                hearing.start_soon(hear, "err", process.stderr)
            await process.wait()
            group.cancel_scope.cancel()
    except ExceptionGroup as errors:
        raise first_error(errors) from None
    return CalledCommand(process.returncode or 0, found["out"], found["err"], stopped)


async def _read(stream: asyncio.StreamReader, told: Told | None) -> str:
    taken, line = bytearray(), b""
    while chunk := await stream.read(_CHUNK):
        taken += chunk
        if len(taken) > _MOST_BYTES:
            raise RunError(f"the command prints more than {_MOST_BYTES >> 20} MB: ask for less")
        if told is None:
            continue
        *lines, line = (line + chunk).split(b"\n")
        for each in lines:
            if words := printable(each.decode("utf-8", "replace")).strip():
                await told(words)
    return taken.decode("utf-8", "replace")


async def _end(process: asyncio.subprocess.Process) -> None:
    """Stop the command if it still runs, and kill what is left of its group."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        with anyio.move_on_after(_GRACE_SECONDS):
            await process.wait()
            return
        # Its number is not given to another process yet, as nobody has waited for it.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


def option(name: str, value: object) -> Sequence[str]:
    """The option as one word, so that no value is taken for another option; nothing for None."""
    return () if value is None else (f"--{name}={value}",)
