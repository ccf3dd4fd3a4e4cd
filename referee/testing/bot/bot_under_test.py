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
from referee.rpc.confining import Confining
from referee.rpc.handshake import MOST_AT_ONCE
from referee.rpc.manifest import Manifest, own_files
from referee.testing.bot.bot_stream import BotStream
from referee.testing.bot.dialogue import SEE_OUTPUT, Dialogue
from referee.testing.bot.endurance import Endurance
from referee.testing.bot.findings import StepFailedError
from referee.testing.bot.launched_bot import LaunchedBot
from referee.testing.bot.lengths import short
from stych.v1 import referee_pb2 as pb


@dataclass(frozen=True, slots=True)
class Settings:
    """What a check is told."""

    conduct: Conduct = field(default_factory=Conduct)
    """The clocks that the bot is held to: those of a tournament that says nothing else."""
    games: tuple[str, ...] = ()
    """Only these of its games; all without any."""
    only: tuple[str, ...] = ()
    """Only these steps, and those that they need; all without any."""
    quick: bool = False
    """Fewer games."""
    built: bool = False
    """It is built already, and its folder is to stay as it is."""
    confining: Confining | None = None
    """It is built and started in this sandbox, as in a tournament; as you without one."""
    limit_s: float = 1800.0
    """The whole check ends after so long, builds aside."""
    exit_s: float = 10.0
    """How long a bot may take to exit when it should."""
    reconnect_s: int = 5
    """What STYCH_RECONNECT is set to where a bot is to dial again."""
    quiet_s: float = 0.3
    """How long it is listened to for what it should not say."""


class BotUnderTest:
    """One bot under check. Use as a context manager: nothing of the bot is left after."""

    def __init__(self, folder: Path, settings: Settings, scratch: Path) -> None:
        self.folder = folder
        self.settings = settings
        self.manifest = Manifest(name="unknown", version="0", games=("none",), command=("none",))
        """As the folder's bot.toml says, once that was read."""
        self.digest = ""
        """Of the bot's own files, before it was built."""
        self.files: dict[str, tuple[int, int]] = {}
        """Its own files before it was first started: name to size and time of change."""
        self.hello = pb.Hello()
        """What it said of itself when it was first started."""
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
        claimed = dict.fromkeys(self.manifest.games)
        return [game for game in claimed if game in wanted and game in GAMES]

    @property
    def game(self) -> AnyGame:
        """A short game that it claims."""
        return short(self.games[0])

    def new_output(self) -> Path:
        """Where the output of another start is kept."""
        self._starts += 1
        return self._scratch / f"start-{self._starts}"

    @property
    def latest(self) -> LaunchedBot:
        """Its latest start."""
        if self._latest is None:
            raise RuntimeError("the bot was not started yet")
        return self._latest

    def last_words(self) -> str:
        """What the bot printed last, in its latest start."""
        return self._latest.last_words() if self._latest else ""

    def files_now(self) -> dict[str, tuple[int, int]]:
        """Its own files as they are."""
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
        """The bot, just started; its environment may be changed, and its command run by another."""
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
        """The bot, just started and welcomed."""
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
        """What can be said on a stream."""
        return Dialogue(started, stream, self.settings.conduct)

    # -- the start that is shared

    async def first(self) -> LaunchedBot:
        """Start the bot that steps will share; it has not been heard yet."""
        await self.drop()
        return await self._stack.enter_async_context(self.launched())

    async def heard(self) -> Dialogue:
        """The start that steps will share, once it has said Hello."""
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
        stack, self._stack = self._stack, AsyncExitStack()
        await stack.aclose()
