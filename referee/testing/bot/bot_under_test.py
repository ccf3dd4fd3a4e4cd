"""A bot under check: its manifest, its starts, and one start that many steps share."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from referee.conduct import Conduct
from referee.games.game import AnyGame
from referee.games.registry import GAMES
from referee.rpc.build import Watch, unwatched
from referee.rpc.confining import Confining
from referee.rpc.handshake import MOST_AT_ONCE
from referee.rpc.manifest import Manifest, bot_files
from referee.rpc.prebuilt_recipes import Templates
from referee.testing.bot.bot_stream import BotStream
from referee.testing.bot.dialogue import SEE_OUTPUT, Dialogue
from referee.testing.bot.endurance import Endurance
from referee.testing.bot.findings import StepFailedError
from referee.testing.bot.launched_bot import LaunchedBot
from referee.testing.bot.lengths import short
from stych.v1 import referee_pb2 as pb


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a check: its steps and games, its clocks, and the sandbox."""

    conduct: Conduct = field(default_factory=Conduct)
    """The clocks that the bot is held to; by default those of a tournament without [conduct]."""
    games: tuple[str, ...] = ()
    """The ids of the games to check, of those that the bot claims; empty for all."""
    only: tuple[str, ...] = ()
    """The names of the steps to take, together with the steps that they need; empty for all."""
    quick: bool = False
    """Whether steps take less time, with fewer games and decisions."""
    built: bool = False
    """Whether the bot is built already: then the check builds nothing in its folder."""
    confining: Confining | None = None
    """The sandbox for the bot and its builds, as in a tournament; with None both run unconfined."""
    watch: Watch = unwatched
    """Shows the builds of the bot. The `Hear` that it gives is called in another thread."""
    templates: Templates = field(default_factory=dict)
    """By language, the template of new bots. A build in a sandbox begins with the dependencies that
    were prepared from it."""
    limit_s: float = 1800.0
    """Seconds after which the whole check ends, not counting the steps `manifest`, `build` and
    `build-again`."""
    exit_s: float = 10.0
    """Seconds within which a bot has to exit when it should."""
    reconnect_s: int = 5
    """The value of STYCH_RECONNECT, in seconds, where the bot is to dial again."""
    quiet_s: float = 0.3
    """Seconds for which a step listens to a bot that should be silent, or waits for processes that
    should end."""


class BotUnderTest:
    """One bot under check: a context manager that ends the bot's shared start.

    Starting a bot takes long, so most steps share one start, whose dialogue `bot` returns. After a
    failed step this start is ended. Steps that need another process use `launched` or `greeted`.
    """

    def __init__(self, folder: Path, settings: Settings, scratch: Path) -> None:
        self.folder = folder
        self.settings = settings
        self.manifest = Manifest(name="unknown", version="0", games=("none",), command=("none",))
        """The contents of bot.toml; a placeholder until the step `manifest` has read it."""
        self.digest = ""
        """The digest of the bot's own files before the builds; "" before the step `manifest`."""
        self.files: dict[str, tuple[int, int]] = {}
        """The result of `files_now` before the first start."""
        self.hello = pb.Hello()
        """The Hello of the first start; empty until the step `hello` has heard it."""
        self.first_stream: BotStream | None = None
        """The first stream of the first start; None if none was opened."""
        self.endurance: Endurance | None = None
        """The figures of the long series; None until it was played."""
        self._scratch = scratch
        self._starts = 0
        self._latest: LaunchedBot | None = None
        self._unwelcomed: Dialogue | None = None
        """The dialogue of the shared start between its Hello and its Welcome."""
        self._shared: Dialogue | None = None
        """The dialogue of the shared start after its Welcome."""
        self._stack = AsyncExitStack()
        """Ends the shared start."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.end_shared()

    @property
    def games(self) -> list[str]:
        """The ids of the games to check: named in bot.toml, known to the referee, and asked for."""
        wanted = self.settings.games or tuple(GAMES)
        # In the manifest's order, each once: the step `games-known` reports a game named twice.
        claimed = dict.fromkeys(self.manifest.games)
        return [game for game in claimed if game in wanted and game in GAMES]

    @property
    def game(self) -> AnyGame:
        """A short variant of the first of `games`, for steps that take any game."""
        return short(self.games[0])

    def new_output(self) -> Path:
        """A path for the output of another start; nothing is there yet."""
        self._starts += 1
        return self._scratch / f"start-{self._starts}"

    @property
    def latest(self) -> LaunchedBot:
        """The start of the bot that was used last. Raises RuntimeError before the first one."""
        if self._latest is None:
            raise RuntimeError("the bot was not started yet")
        return self._latest

    def last_words(self) -> str:
        """The last lines that the bot printed in the start that was used last; "" for none."""
        return self._latest.last_words() if self._latest else ""

    def files_now(self) -> dict[str, tuple[int, int]]:
        """By name, the size (bytes) and the time of change (ns) of the bot's own files, as of now.

        Raises ManifestError when they cannot be listed.
        """
        files = bot_files(self.folder, built=self.manifest.build is not None)
        states = ((name, path.stat()) for name, path in files)
        return {name: (state.st_size, state.st_mtime_ns) for name, state in states}

    # -- starts of the bot

    @asynccontextmanager
    async def launched(
        self,
        changes: Mapping[str, str | None] | None = None,
        launcher: Sequence[str] = (),
    ) -> AsyncIterator[LaunchedBot]:
        """A new start of the bot, which ends with the context; see LaunchedBot for the arguments.

        Raises StepFailedError or NoLauncherError when it cannot be started.
        """
        started = LaunchedBot(
            self.folder,
            self.manifest,
            self.new_output(),
            changes or {},
            launcher,
            self.settings.confining,
        )
        async with started:
            self._latest = started
            await started.launch()
            yield started

    @asynccontextmanager
    async def greeted(
        self,
        changes: Mapping[str, str | None] | None = None,
        launcher: Sequence[str] = (),
        at_once: int = MOST_AT_ONCE,
    ) -> AsyncIterator[Dialogue]:
        """A new start as by `launched`, welcomed to batches of at most `at_once` decisions."""
        async with self.launched(changes, launcher) as started:
            yield await self.greet(started, at_once)

    async def greet(self, started: LaunchedBot, at_once: int = MOST_AT_ONCE) -> Dialogue:
        """The dialogue on the bot's next stream, after the Welcome. Raises StepFailedError."""
        dialogue = self.dialogue(started, await self.next_stream(started))
        await dialogue.hear_hello()
        await dialogue.welcome(at_once)
        return dialogue

    async def next_stream(self, started: LaunchedBot) -> BotStream:
        """The next stream of the bot.

        Raises StepFailedError when none comes in `start_ms`, or the process ends before.
        """
        seconds = self.settings.conduct.start_ms / 1000
        stream = await started.next_stream(seconds)
        if stream is None:
            how = await started.ended(0)
            received = f"its process {how}" if how else "nothing"
            raise StepFailedError(
                f"a connection with its token within {seconds:g} s", received, SEE_OUTPUT
            )
        return stream

    def dialogue(self, started: LaunchedBot, stream: BotStream) -> Dialogue:
        """A dialogue on the stream, before its Hello."""
        return Dialogue(started, stream, self.settings.conduct)

    # -- the shared start

    async def begin_shared(self) -> LaunchedBot:
        """Begin the shared start, without waiting until the bot dials. Raises StepFailedError."""
        await self.end_shared()
        return await self._stack.enter_async_context(self.launched())

    async def hear_hello(self) -> Dialogue:
        """Hear the Hello on `first_stream`, and return the dialogue. Raises StepFailedError.

        Raises RuntimeError when there is no stream.
        """
        if self.first_stream is None:
            raise RuntimeError("there is no stream to listen to")
        dialogue = self.dialogue(self.latest, self.first_stream)
        await dialogue.hear_hello()
        self.hello = dialogue.hello
        self._unwelcomed = dialogue
        return dialogue

    async def welcome(self) -> Dialogue:
        """Welcome the bot whose Hello was heard; from now on `bot` returns this dialogue.

        Raises StepFailedError.
        """
        if self._unwelcomed is None:
            # A step after the Hello has failed, which ended this start. A new one takes its place.
            return await self.bot()
        self._shared, self._unwelcomed = self._unwelcomed, None
        await self._shared.welcome()
        return self._shared

    async def bot(self) -> Dialogue:
        """The dialogue of the shared start, or of a new one. Raises StepFailedError."""
        if self._shared is None:
            await self.end_shared()
            self._shared = await self._stack.enter_async_context(self.greeted())
        self._latest = self._shared.started
        return self._shared

    async def end_shared(self) -> None:
        """End the shared start, for example after a failure: `bot` then begins a new one."""
        self._shared = self._unwelcomed = None
        # The stack is replaced before it is closed: closing may fail, and must not be tried twice.
        stack, self._stack = self._stack, AsyncExitStack()
        await stack.aclose()
