"""A bot that is started to be checked: its process, the server that it dials, and its output."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psutil

from referee.rpc.confining import Confining, has_socket
from referee.rpc.folders import PrivateFolder
from referee.rpc.lines import command_line
from referee.rpc.link import Link
from referee.rpc.manifest import Manifest
from referee.rpc.output import OutputFile
from referee.rpc.process import BotProcess, clean_environment
from referee.rpc.server import BotServer
from referee.sandbox.visible import ProgramError
from referee.testing.bot.bot_stream import BotStream
from referee.testing.bot.findings import NoLauncherError, StepFailedError
from referee.testing.bot.socket_folder import SocketFolder

_ON_ITS_WAY_SECONDS = 0.2
"""Seconds for which a stream is still awaited when the process has ended or the time is over."""
_AWAY_SECONDS = 0.3
"""Seconds after a cut for which no server listens."""


class Output(OutputFile):
    """One output of a bot; `size` counts its bytes over all starts."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.size = 0

    def keep(self, data: bytes) -> None:
        """Save the bytes as OutputFile does, and count them."""
        self.size += len(data)
        super().keep(data)


class LaunchedBot:
    """A bot with an address, a home and one process at a time. Use it as a context manager.

    Its output goes to files in the folder `printed`. `changes` are made to the environment of a
    match; None removes a variable. `launcher` is a command, found on the PATH, that runs the bot's
    command, which is appended to it. With `confining` the bot is confined as for a match.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        printed: Path,
        changes: Mapping[str, str | None],
        launcher: Sequence[str] = (),
        confining: Confining | None = None,
    ) -> None:
        self.output = (Output(printed / "stdout.txt"), Output(printed / "stderr.txt"))
        self.home = PrivateFolder()
        self._folder = folder
        self._manifest = manifest
        self._changes = changes
        self._launcher = tuple(launcher)
        self._sockets = SocketFolder()
        self._confining = confining
        self._has_socket = has_socket(manifest, confining)
        if confining and self._has_socket:
            # The folder of the socket, not the socket itself: `cut` puts a new one in its place.
            readable = (*confining.readable, self._sockets.path)
            self._confining = replace(confining, readable=readable)
        self._server = BotServer(self._serve)
        self._streams: asyncio.Queue[BotStream] = asyncio.Queue()
        self._process: BotProcess | None = None
        self._token = ""

    async def __aenter__(self) -> Self:
        try:
            await self._listen()
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._close()

    async def _close(self) -> None:
        try:
            await self.kill()
        finally:
            await self._server.stop()
            # A bot that is not confined may have left processes that nobody else would end.
            for process in self.leftovers():
                with suppress(psutil.Error):
                    process.kill()
            for file in self.output:
                file.close()
            self._sockets.remove()
            await asyncio.to_thread(self.home.remove)

    async def launch(self) -> None:
        """Start the process, in place of the last one and in the same home.

        Raises StepFailedError if it cannot be started. With a launcher it raises NoLauncherError,
        unless the bot itself is to blame.
        """
        # Otherwise the output and the group of the last process would never be released.
        await self.kill()
        self._token = self._server.issue_token()
        # The launcher gets the bot's command as its arguments.
        command = (*self._launcher, *command_line(self._manifest))
        for file in self.output:
            file.begin()
        try:
            self._process = await self._start(command)
        except OSError as error:
            if self._launcher and not isinstance(error, ProgramError):
                raise NoLauncherError(error.strerror) from None
            raise StepFailedError(
                f"its command {self._manifest.command[0]!r} to start",
                f"the system's answer: {error.strerror}",
                "try the command in the bot's folder, and correct `command` in bot.toml",
            ) from None

    async def _start(self, command: Sequence[str]) -> BotProcess:
        """Start the command as for a match. Raises OSError."""
        environment = self._environment()
        if not self._confining:
            return await BotProcess.start(command, self._folder, environment, self.output)
        # The sandbox takes the command from the manifest, so the launcher has to stand there too.
        # The bridge of a bot that reads lines is in `command`; "grpc" adds none again.
        changed = {"command": tuple(command), "protocol": "grpc"}
        ordered = self._manifest.model_copy(update=changed)
        home, served = self.home.path, self._server.address
        confined = self._confining.confine(ordered, self._folder, home, served, environment)
        return await BotProcess.start_confined(confined, self.output)

    def _environment(self) -> dict[str, str]:
        served, confining = self._server.address, self._confining
        for_a_match = {
            "STYCH_ADDRESS": confining.address(self._manifest, served) if confining else served,
            "STYCH_TOKEN": self._token,
            "STYCH_BOT_NAME": self._manifest.name,
            "STYCH_BOT_VERSION": self._manifest.version,
        }
        usual = clean_environment(self.home.path, for_a_match)
        changed: dict[str, str | None] = {**usual, **self._changes}
        return {name: value for name, value in changed.items() if value is not None}

    @property
    def is_confined(self) -> bool:
        """Whether the bot runs in a sandbox, which ends all processes that it leaves behind."""
        return self._confining is not None

    def processes(self) -> list[psutil.Process]:
        """The bot's process and its descendants; none when the process has ended.

        Of a confined bot the supervisor is left out. Raises RuntimeError before the first start.
        """
        if self._process is None:
            raise RuntimeError("the bot was not started")
        with suppress(psutil.Error):
            first = psutil.Process(self._process.pid)
            below = first.children(recursive=True)
            # The first process of a confined bot is the supervisor, which is the referee's.
            return below if self.is_confined else [first, *below]
        return []

    @property
    def refused(self) -> int:
        """How many streams came without the right token since the latest start."""
        return self._server.refused

    async def next_stream(self, seconds: float) -> BotStream | None:
        """The bot's next stream; None if none comes in `seconds`, or its process ends before."""
        coming = asyncio.create_task(self._streams.get())
        ending = asyncio.create_task(self.ended(seconds))
        either: set[asyncio.Future[Any]] = {coming, ending}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not coming.done():
                await asyncio.wait({coming}, timeout=_ON_ITS_WAY_SECONDS)
            return coming.result() if coming.done() else None
        finally:
            for task in (coming, ending):
                task.cancel()

    async def ended(self, seconds: float) -> str:
        """How the process ended, or that it never started; "" if it still runs after `seconds`."""
        return await self._process.ended(seconds) if self._process else "was never started"

    async def kill(self) -> None:
        """End the process at once, and what it has started, as far as that can be found."""
        if self._process:
            await self._process.kill()

    async def cut(self) -> None:
        """Break the connection, as when the network fails; a moment later the bot can dial again.

        The bot must have opened a stream. Its token is valid for another stream. Over TCP only the
        latest stream ends, and the server listens on.
        """
        if self._manifest.transport == "unix":
            await self.vanish()
            # A new server can listen at the same path, but maybe not on the same port.
            await asyncio.sleep(_AWAY_SECONDS)
            self._server = BotServer(self._serve)
            await self._listen()
            self._server.issue_token(self._token)
        else:
            self._server.issue_token(self._token)
            self._latest.end()

    async def vanish(self) -> None:
        """Break the connection and stop listening."""
        await self._server.stop()

    def leftovers(self) -> list[psutil.Process]:
        """All processes of this machine whose HOME is this bot's, as far as that can be read."""
        return [each for each in psutil.process_iter() if _home(each) == str(self.home.path)]

    def last_words(self) -> str:
        """The last lines that the bot printed since its latest start; "" for none."""
        return "\n".join(file.last_words() for file in self.output).strip()

    async def _listen(self) -> None:
        if self._has_socket:
            await self._sockets.listen(self._server)
        else:
            await self._server.listen(None)

    async def _serve(self, link: Link) -> None:
        self._latest = BotStream(link)
        self._streams.put_nowait(self._latest)
        await self._latest.run()


def _home(process: psutil.Process) -> str:
    with suppress(psutil.Error, OSError):
        return process.environ().get("HOME", "")
    return ""
