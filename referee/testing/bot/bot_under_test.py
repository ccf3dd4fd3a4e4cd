"""A bot under test: its manifest, its starts, and one start that many steps share."""

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
from referee.rpc.manifest import Manifest, own_files
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
    """The names of the steps to take, besides the steps that they need; empty for all."""
    quick: bool = False
    """Whether steps take less time, with fewer games and decisions."""
    built: bool = False
    """Whether the bot is built already: then the check builds nothing in its folder."""
    confining: Confining | None = None
    """The sandbox for the bot and its builds, as in a tournament; None runs both as you."""
    watch: Watch = unwatched
    """Shows the builds of the bot; the function that it gives is called in another thread."""
    templates: Templates = field(default_factory=dict)
    """By language, the template of new bots: builds in a sandbox begin with what it prepares."""
    limit_s: float = 1800.0
    """Seconds after which the whole check ends; the steps that build do not count."""
    exit_s: float = 10.0
    """Seconds within which a bot has to exit when it should."""
    reconnect_s: int = 5
    """The value of STYCH_RECONNECT, in seconds, where the bot is to dial again."""
    quiet_s: float = 0.3
    """Seconds for which a step listens to a bot that should be silent, or lets processes end."""


class BotUnderTest:
    """One bot under check: a context manager that ends the bot's shared start.

    Starting a bot takes long, so most steps share one start, whose dialogue `bot` returns. It is
    ended after a step that failed. Steps that need another process use `launched` or `greeted`.
    """

    def __init__(self, folder: Path, settings: Settings, scratch: Path) -> None:
        self.folder = folder
        self.settings = settings
        self.manifest = Manifest(name="unknown", version="0", games=("none",), command=("none",))
        """The contents of bot.toml; a placeholder until the step `manifest` has read it."""
        self.digest = ""
        """The digest of the bot's own files before the builds; "" until `manifest` was taken."""
        self.files: dict[str, tuple[int, int]] = {}
        """`files_now` as it was before the first start."""
        self.hello = pb.Hello()
        """The Hello of the first start; empty until the bot has sent it."""
        self.contact: BotStream | None = None
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
        await self.drop()

    @property
    def games(self) -> list[str]:
        """The ids of the games to check: claimed in bot.toml, known here, and asked for."""
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
        """The latest start of the bot. Raises RuntimeError before the first one."""
        if self._latest is None:
            raise RuntimeError("the bot was not started yet")
        return self._latest

    def last_words(self) -> str:
        """The last lines that the bot printed in its latest start; "" before the first one."""
        return self._latest.last_words() if self._latest else ""

    def files_now(self) -> dict[str, tuple[int, int]]:
        """By name, the size and the time of change (ns) of the bot's own files as they are now."""
        files = own_files(self.folder, built=self.manifest.build is not None)
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
        """A new start of the bot, welcomed to batches of at most `at_once` decisions."""
        async with self.launched(changes, launcher) as started:
            yield await self.greet(started, at_once)

    async def greet(self, started: LaunchedBot, at_once: int = MOST_AT_ONCE) -> Dialogue:
        """The welcomed dialogue with a bot that was just started, or that dials again."""
        dialogue = self.dialogue(started, await self.stream(started))
        await dialogue.hear_hello()
        await dialogue.welcome(at_once)
        return dialogue

    async def stream(self, started: LaunchedBot) -> BotStream:
        """The next stream of the bot. Raises StepFailedError when none comes in `start_ms`."""
        seconds = self.settings.conduct.start_ms / 1000
        stream = await started.contact(seconds)
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

    async def first(self) -> LaunchedBot:
        """Begin the shared start; the bot need not have dialled yet."""
        await self.drop()
        return await self._stack.enter_async_context(self.launched())

    async def heard(self) -> Dialogue:
        """The dialogue of the shared start, after its Hello. Raises StepFailedError without one."""
        if self.contact is None:
            raise RuntimeError("there is no stream to listen to")
        dialogue = self.dialogue(self.latest, self.contact)
        await dialogue.hear_hello()
        self.hello = dialogue.hello
        self._unwelcomed = dialogue
        return dialogue

    async def welcomed(self) -> Dialogue:
        """Welcome the bot whose Hello was heard; from now on `bot` returns this dialogue."""
        if self._unwelcomed is None:
            # The start was ended after a failed step: a new one does as well.
            return await self.bot()
        self._shared, self._unwelcomed = self._unwelcomed, None
        await self._shared.welcome()
        return self._shared

    async def bot(self) -> Dialogue:
        """The dialogue of the shared start, which is begun and welcomed if there is none."""
        if self._shared is None:
            await self.drop()
            self._shared = await self._stack.enter_async_context(self.greeted())
        self._latest = self._shared.started
        return self._shared

    async def drop(self) -> None:
        """End the shared start, for example after a failure: `bot` then begins a new one."""
        self._shared = self._unwelcomed = None
        # Replaced before it is closed: closing may fail, and must not be tried twice.
        stack, self._stack = self._stack, AsyncExitStack()
        await stack.aclose()
