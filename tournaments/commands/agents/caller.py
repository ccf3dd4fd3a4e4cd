"""Calls commands of stych for a server, each in a new process that ends with the call.

The server is `stych mcp`, which serves agents, or `stych web`, to which authors submit bots.
"""

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

Tell = Callable[[str], Awaitable[None]]
"""A function that is called with each line that a command prints, except empty lines."""

_AT_ONCE: Final = 4
"""How many commands with `tell` run at once, and how many without it; further calls wait."""
_MOST_BYTES: Final = 8 << 20
"""The most bytes of output that a command may print, and the most bytes of errors."""
_CHUNK: Final = 1 << 16
"""Bytes that are read at a time."""
_GRACE_SECONDS: Final = 20.0
"""How long a command may take to stop, before its whole process group is killed."""
# By name, as this file must not import the module: it is on a higher floor.
_CALLED: Final = "tournaments.called"


@dataclass(frozen=True, slots=True)
class HandedFile:
    """The word that a command is given for a file or a folder, and how messages name it."""

    word: str
    """The path of the file or folder itself, or of a private copy; or the name play or duel."""
    shown: str
    """How messages name the file or folder."""

    def with_shown_name(self, text: str) -> str:
        """The `text` that a command printed, with `shown` in place of `word`."""
        return text.replace(self.word, self.shown)


@dataclass(frozen=True, slots=True)
class CalledCommand:
    """The end of a command: its exit code, its output and its errors."""

    code: int
    """The exit code; negative for the number of the signal that killed the command."""
    out: str
    err: str
    stopped: bool = False
    """Whether the command was stopped because its `seconds` were over."""

    def checked(self, *allowed: int) -> "CalledCommand":
        """This object, if the exit code is 0 or among `allowed`.

        Otherwise raises UserError for exit code 2, RunError for others, with the command's message.
        """
        if self.code in (0, *allowed):
            return self
        message = self.err.strip() or f"it ended with exit code {self.code}"
        # Messages of ours begin with "stych: ". Typer draws a box around its own ones.
        lines = [line.strip(" │╭╮╰╯─") for line in message.splitlines()]
        ours = [line.removeprefix("stych: ") for line in lines if line.startswith("stych: ")]
        sentence = "; ".join(ours or [" ".join(filter(None, lines))])
        raise UserError(sentence) if self.code == 2 else RunError(sentence)


class CommandCaller:
    """Calls commands on the data folder of a server, with the server's isolation mode."""

    def __init__(self, folder: AgentFolder, mode: Mode) -> None:
        self._folder = folder
        self._running: set[asyncio.subprocess.Process] = set()
        # Commands with `tell` take long. They are counted apart, so that `table` and other short
        # commands never wait for the end of a duel.
        self._long, self._short = asyncio.Semaphore(_AT_ONCE), asyncio.Semaphore(_AT_ONCE)
        # The data folder is given as an option, and the output has to be plain text.
        left_out = {"STYCH_DATA", "FORCE_COLOR", "TTY_COMPATIBLE"}
        inherited = {key: value for key, value in os.environ.items() if key not in left_out}
        added = {"STYCH_ISOLATION": str(mode), "COLUMNS": "100", AGENTS: "1"}
        self._environment = {**inherited, **added}

    async def call(
        self, *words: str | HandedFile, tell: Tell | None = None, seconds: float | None = None
    ) -> CalledCommand:
        """Run the command line `words`; `tell` gets each line of its output and its errors.

        Errors and lines for `tell` have the shown names of handed files. After `seconds`, and when
        the call is cancelled, the command is stopped as by Ctrl-C; nothing that it started is left.
        Raises RunError for an output that is too long, and OSError when no process can be started.
        """
        async with self._long if tell else self._short:
            line = [sys.executable, "-P", "-m", _CALLED, str(_GRACE_SECONDS)]
            files = [each for each in words if isinstance(each, HandedFile)]
            line += ["--data", str(self._folder.data)]
            line += [each.word if isinstance(each, HandedFile) else each for each in words]
            process = await asyncio.create_subprocess_exec(
                *line,
                # Not in the folder, where a file called like an id, `duel` or a sample would be
                # taken first, and may be a link that leads out of it. All paths are absolute.
                cwd="/",
                env=self._environment,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
            self._running.add(process)
            try:
                done = await _run_to_end(process, tell and _telling(files, tell), seconds)
                return replace(done, err=_with_shown_names(files, done.err))
            finally:
                with anyio.CancelScope(shield=True):
                    await _stop(process)
                self._running.discard(process)

    async def close(self) -> None:
        """Stop all running commands; nothing that they started is left when this returns."""
        with anyio.CancelScope(shield=True):
            await asyncio.gather(*map(_stop, self._running))


def _with_shown_names(files: Sequence[HandedFile], text: str) -> str:
    for file in files:
        text = file.with_shown_name(text)
    return text


def _telling(files: Sequence[HandedFile], tell: Tell) -> Tell:
    async def tell_named(line: str) -> None:
        await tell(_with_shown_names(files, line))

    return tell_named


async def _run_to_end(
    process: asyncio.subprocess.Process, tell: Tell | None, seconds: float | None
) -> CalledCommand:
    """Read what the process prints until it ends; stop it after `seconds`, if given."""
    outputs: dict[str, str] = {}
    stopped = False

    async def hear(name: str, stream: asyncio.StreamReader | None) -> None:
        outputs[name] = await _read(stream, tell) if stream else ""

    async def stop_in_time() -> None:
        nonlocal stopped
        if seconds is not None:
            await anyio.sleep(seconds)
            stopped = True
            await _stop(process)

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
    return CalledCommand(process.returncode or 0, outputs["out"], outputs["err"], stopped)


async def _read(stream: asyncio.StreamReader, tell: Tell | None) -> str:
    """All that comes from the stream; `tell` gets each line. Raises RunError if it is too long."""
    # `rest` is the beginning of a line whose end has not been read yet.
    output, rest = bytearray(), b""
    while chunk := await stream.read(_CHUNK):
        output += chunk
        if len(output) > _MOST_BYTES:
            raise RunError(f"the command prints more than {_MOST_BYTES >> 20} MiB: ask for less")
        if tell is None:
            continue
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            await _tell_line(tell, line)
    if tell:
        await _tell_line(tell, rest)
    return output.decode("utf-8", "replace")


async def _tell_line(tell: Tell, line: bytes) -> None:
    if text := printable(line.decode("utf-8", "replace")).strip():
        await tell(text)


async def _stop(process: asyncio.subprocess.Process) -> None:
    """Stop the command if it still runs; if it does not end in time, kill its process group."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        with anyio.move_on_after(_GRACE_SECONDS):
            await process.wait()
            return
        # The number cannot belong to another process yet, as nobody has waited for this one.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


def option(name: str, value: object) -> Sequence[str]:
    """The word `--name=value`, which cannot be taken for another option; no word for None."""
    return () if value is None else (f"--{name}={value}",)
