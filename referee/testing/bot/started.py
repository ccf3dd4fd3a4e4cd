"""A bot that is started to be checked: its process, the server it dials, what it prints."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psutil

from referee.rpc.link import Link
from referee.rpc.manifest import Manifest
from referee.rpc.output import OutputFile
from referee.rpc.process import BotProcess, clean_environment, private_folder, remove_folder
from referee.rpc.server import BotServer
from referee.testing.bot.findings import StepFailedError
from referee.testing.bot.stream import Stream

_ON_ITS_WAY_SECONDS = 0.2
"""What a process said before it ended may come so much later."""
_AWAY_SECONDS = 0.3
"""How long nobody listens after a cut."""


class Output(OutputFile):
    """What a bot prints, and how much that is."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.size = 0

    def keep(self, data: bytes) -> None:
        """Take note of some output."""
        self.size += len(data)
        super().keep(data)


class Started:
    """A bot with an address, a home and one process at a time. Use as a context manager.

    `changes` are made to the environment in which it would be started for a match; None takes a
    variable away. `launcher` is a command that runs the bot's own, which is added to it.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        printed: Path,
        changes: Mapping[str, str | None],
        launcher: Sequence[str] = (),
    ) -> None:
        self.output = (Output(printed / "stdout.txt"), Output(printed / "stderr.txt"))
        self.home = private_folder()
        self._folder = folder
        self._manifest = manifest
        self._changes = changes
        self._launcher = tuple(launcher)
        self._server = BotServer(self._serve)
        self._streams: asyncio.Queue[Stream] = asyncio.Queue()
        self._process: BotProcess | None = None
        self._token = ""

    async def __aenter__(self) -> Self:
        await self._listen()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            await self.kill()
        finally:
            await self._server.stop()
            for process in self.leftovers():
                with suppress(psutil.Error):
                    process.kill()
            for file in self.output:
                file.close()
            await asyncio.to_thread(remove_folder, Path(self.home.name))
            self.home.cleanup()

    async def launch(self) -> None:
        """Start the process, in the same home as the one before it. Raises StepFailedError."""
        self._token = self._server.issue_token()
        command = (*self._launcher, *self._manifest.command)
        for file in self.output:
            file.begin()
        try:
            self._process = await BotProcess.start(
                command, self._folder, self._environment(), self.output
            )
        except OSError as error:
            raise StepFailedError(
                f"its command {command[0]!r} to start",
                f"the system's answer: {error.strerror}",
                "try the command in the bot's folder, and correct `command` in bot.toml",
            ) from None

    def _environment(self) -> dict[str, str]:
        for_a_match = {
            "STYCH_ADDRESS": self._server.address,
            "STYCH_TOKEN": self._token,
            "STYCH_BOT_NAME": self._manifest.name,
            "STYCH_BOT_VERSION": self._manifest.version,
        }
        usual = clean_environment(Path(self.home.name), for_a_match)
        changed: dict[str, str | None] = {**usual, **self._changes}
        return {name: value for name, value in changed.items() if value is not None}

    @property
    def pid(self) -> int:
        """The id of its process."""
        if self._process is None:
            raise RuntimeError("the bot was not started")
        return self._process.pid

    @property
    def refused(self) -> int:
        """Streams that came with another token since its latest start."""
        return self._server.refused

    async def contact(self, seconds: float) -> Stream | None:
        """Its next stream; None if none comes in time, or its process ends before."""
        coming = asyncio.create_task(self._streams.get())
        gone = asyncio.create_task(self.ended(seconds))
        either: set[asyncio.Future[Any]] = {coming, gone}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not coming.done():
                await asyncio.wait({coming}, timeout=_ON_ITS_WAY_SECONDS)
            return coming.result() if coming.done() else None
        finally:
            for task in (coming, gone):
                task.cancel()

    async def ended(self, seconds: float) -> str:
        """How its process ended, in words; "" if it still runs after so many seconds."""
        return await self._process.ended(seconds) if self._process else "was never started"

    async def kill(self) -> None:
        """End the process and all that it has started, at once."""
        if self._process:
            await self._process.kill()

    async def cut(self) -> None:
        """Break the connection, as when the network fails; a moment later it can be dialled again.

        Its token is good for another stream. Over TCP only the stream ends: the port stays taken.
        """
        if self._manifest.transport == "unix":
            await self.vanish()
            await asyncio.sleep(_AWAY_SECONDS)
            self._server = BotServer(self._serve)
            await self._listen()
            self._server.issue_token(self._token)
        else:
            self._server.issue_token(self._token)
            self._latest.end()

    async def vanish(self) -> None:
        """Break the connection and listen no more."""
        await self._server.stop()

    def leftovers(self) -> list[psutil.Process]:
        """All processes of this machine that were started with this bot's home."""
        return [each for each in psutil.process_iter() if _home(each) == self.home.name]

    def last_words(self) -> str:
        """The last lines that it printed since its latest start."""
        return "\n".join(file.last_words() for file in self.output).strip()

    async def _listen(self) -> None:
        unix = self._manifest.transport == "unix"
        await self._server.listen(Path(self.home.name) if unix else None)

    async def _serve(self, link: Link) -> None:
        self._latest = Stream(link)
        self._streams.put_nowait(self._latest)
        await self._latest.run()


def _home(process: psutil.Process) -> str:
    with suppress(psutil.Error, OSError):
        return process.environ().get("HOME", "")
    return ""
