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
    """What a check is told to do, and by which clocks."""

    conduct: Conduct = field(default_factory=Conduct)
    """The clocks that the bot is held to: those of a tournament that says nothing else."""
    games: tuple[str, ...] = ()
    """The games that are checked, of those that it claims; empty for all."""
    only: tuple[str, ...] = ()
    """The steps that are taken, with those that they need; empty for all."""
    quick: bool = False
    """Whether fewer games are played."""
    built: bool = False
    """Whether it is built already, and its folder is to stay as it is."""
    confining: Confining | None = None
    """The sandbox that it is built and started in, as in a tournament; None runs it as you."""
    watch: Watch = unwatched
    """Shows its builds; what it gives is called in a thread of its own."""
    templates: Templates = field(default_factory=dict)
    """What new bots are made of: in a sandbox their builds begin with what was prepared of it."""
    limit_s: float = 1800.0
    """Seconds after which the whole check ends, builds aside."""
    exit_s: float = 10.0
    """Seconds that a bot may take to exit when it should."""
    reconnect_s: int = 5
    """Seconds that STYCH_RECONNECT is set to where a bot is to dial again."""
    quiet_s: float = 0.3
    """Seconds for which it is listened to for what it should not say."""


class BotUnderTest:
    """One bot under check. Use it as a context manager: nothing of the bot is left after.

    Starting a bot takes long, so most steps share one start, which `bot` gives; it is dropped after
    a step that failed. Steps that need a process of their own take `launched` or `greeted`.
    """

    def __init__(self, folder: Path, settings: Settings, scratch: Path) -> None:
        self.folder = folder
        self.settings = settings
        self.manifest = Manifest(name="unknown", version="0", games=("none",), command=("none",))
        """What the folder's bot.toml says; a placeholder until the step `manifest` has read it."""
        self.digest = ""
        """The digest of the bot's own files, before it was built."""
        self.files: dict[str, tuple[int, int]] = {}
        """Its own files before it was first started: size and time of change by name."""
        self.hello = pb.Hello()
        """The Hello of its first start."""
        self.contact: BotStream | None = None
        """The first stream of its first start, if there was one."""
        self.endurance: Endurance | None = None
        """The figures of the long series, once it was played."""
        self._scratch = scratch
        self._starts = 0
        self._latest: LaunchedBot | None = None
        self._unwelcomed: Dialogue | None = None
        self._shared: Dialogue | None = None
        self._stack = AsyncExitStack()

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
        """The games that are checked: known, claimed and asked for."""
        wanted = self.settings.games or tuple(GAMES)
        # In the manifest's order, each once: naming one twice is for a step to tell.
        claimed = dict.fromkeys(self.manifest.games)
        return [game for game in claimed if game in wanted and game in GAMES]

    @property
    def game(self) -> AnyGame:
        """A short game that it claims, for steps to which any game will do."""
        return short(self.games[0])

    def new_output(self) -> Path:
        """A folder for the output of another start."""
        self._starts += 1
        return self._scratch / f"start-{self._starts}"

    @property
    def latest(self) -> LaunchedBot:
        """Its latest start. Raises RuntimeError before the first one."""
        if self._latest is None:
            raise RuntimeError("the bot was not started yet")
        return self._latest

    def last_words(self) -> str:
        """What the bot printed last, in its latest start."""
        return self._latest.last_words() if self._latest else ""

    def files_now(self) -> dict[str, tuple[int, int]]:
        """Its own files as they are now: size and time of change by name."""
        found = own_files(self.folder, built=self.manifest.build is not None)
        states = ((name, path.stat()) for name, path in found)
        return {name: (state.st_size, state.st_mtime_ns) for name, state in states}

    # -- starts of the bot

    @asynccontextmanager
    async def launched(
        self,
        changes: Mapping[str, str | None] | None = None,
        launcher: Sequence[str] = (),
    ) -> AsyncIterator[LaunchedBot]:
        """The bot, just started; `changes` and `launcher` are those of LaunchedBot."""
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
        """The bot, just started and welcomed to batches of at most `at_once` decisions."""
        async with self.launched(changes, launcher) as started:
            yield await self.greet(started, at_once)

    async def greet(self, started: LaunchedBot, at_once: int = MOST_AT_ONCE) -> Dialogue:
        """The dialogue with a bot that was just started, or that dials again."""
        dialogue = self.dialogue(started, await self.stream(started))
        await dialogue.hear_hello()
        await dialogue.welcome(at_once)
        return dialogue

    async def stream(self, started: LaunchedBot) -> BotStream:
        """The stream that the bot opens. Raises StepFailedError when there is none in time."""
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

    # -- the start that is shared

    async def first(self) -> LaunchedBot:
        """Start the bot that steps will share; nothing was heard of it yet."""
        await self.drop()
        return await self._stack.enter_async_context(self.launched())

    async def heard(self) -> Dialogue:
        """The start that steps will share, once it has said Hello. Raises StepFailedError."""
        if self.contact is None:
            raise RuntimeError("there is no stream to listen to")
        dialogue = self.dialogue(self.latest, self.contact)
        await dialogue.hear_hello()
        self.hello = dialogue.hello
        self._unwelcomed = dialogue
        return dialogue

    async def welcomed(self) -> Dialogue:
        """The start that was heard, welcomed: from now on it is what `bot` gives."""
        if self._unwelcomed is None:
            # Only some steps were chosen, or the start was dropped: any welcomed bot will do.
            return await self.bot()
        self._shared, self._unwelcomed = self._unwelcomed, None
        await self._shared.welcome()
        return self._shared

    async def bot(self) -> Dialogue:
        """A bot that is welcomed and has nothing open, started if need be."""
        if self._shared is None:
            await self.drop()
            self._shared = await self._stack.enter_async_context(self.greeted())
        self._latest = self._shared.started
        return self._shared

    async def drop(self) -> None:
        """End the shared start, as after a failure: the next step gets a new one."""
        self._shared = self._unwelcomed = None
        # Replaced first: closing may fail, and must not be tried twice.
        stack, self._stack = self._stack, AsyncExitStack()
        await stack.aclose()
