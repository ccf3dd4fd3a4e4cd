"""A local bot without processes or a network: its starts and streams are played by hand."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.conduct import Conduct, Fault
from referee.deals import Deal, derive
from referee.games.fox import FoxGame, FoxOptions
from referee.player import Choice
from referee.rpc import bot_sandbox
from referee.rpc.bot_entry import BotEntry
from referee.rpc.link import Link, MemoryLink
from referee.rpc.local_bot import LocalBot
from referee.rpc.manifest import Manifest
from referee.rpc.output import OutputFile
from referee.rpc.remote_bot import RemoteBot
from referee.rpc.seated_bot import SeatedBot
from referee.sandbox.starting import NotStarted
from referee.sandbox.tree import Usage
from stych.v1 import referee_pb2 as pb
from tests.rpc.asked import Table

HELLO = pb.PlayRequest(hello=pb.Hello(protocol_version=1, games=["fox"], decisions_at_once=2))


class Stream(MemoryLink):
    """The bot's end of a stream."""

    def say(self, request: pb.PlayRequest | bytes) -> None:
        data = request if isinstance(request, bytes) else request.SerializeToString()
        self.to_referee.put_nowait(data)

    def hang_up(self) -> None:
        self.to_referee.put_nowait(None)

    async def decisions(self) -> list[pb.Decision]:
        """The next batch of decisions."""
        while True:
            if decisions := list((await self.to_bot.get()).decisions):
                return decisions


class FakeProcess:
    """A start of the bot. It ends when the test says so, or when it is killed."""

    def __init__(self, stage: "Stage", output: tuple[OutputFile, OutputFile]) -> None:
        self._stage = stage
        self._exit: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.output = output
        self.streams: list[Stream] = []
        self.killed = False
        self.dying: Callable[[], None] = lambda: None
        """Does what a process can still do before a signal reaches it."""
        self.problem: Exception | None = None
        """What `kill` raises."""
        self.seconds: float | None = None
        """Of processor time, until now."""
        self.waited: float | None = None
        """Seconds without a processor."""
        self.used: Usage | None = None
        """What it has used, as a slow look at all of its processes tells."""
        self.never_ran: NotStarted | None = None
        """What its supervisor reports."""

    def not_started(self) -> NotStarted | None:
        return self.never_ran

    def cpu(self) -> float | None:
        return self.seconds

    def queued(self) -> float | None:
        return self.waited

    def usage(self) -> Usage | None:
        return self.used

    @property
    def running(self) -> bool:
        return not self._exit.done()

    def connect(self, *, hello: bool = True) -> Stream:
        """Dial in, as a bot does."""
        stream = Stream()
        self.streams.append(stream)
        self._stage.serve(stream)
        if hello:
            stream.say(HELLO)
        return stream

    def exit(self, how: str = "exited with code 1") -> None:
        """End; the system closes its streams."""
        if self.running:
            self._exit.set_result(how)
            for stream in self.streams:
                stream.hang_up()

    async def ended(self, seconds: float | None = None) -> str:
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(self._exit)
        except TimeoutError:
            return ""

    async def kill(self) -> None:
        self.killed = True
        self.dying()
        await asyncio.sleep(0.01)
        self.exit("was killed by SIGKILL")
        if self.problem:
            raise self.problem


class Stage:
    """What happens to one local bot: the processes that it was started as, in order."""

    def __init__(self) -> None:
        self.processes: list[FakeProcess] = []
        self.problem: Exception | None = None
        """What `start` raises."""
        self.errors: list[BaseException] = []
        """What came out of serving; nothing should."""
        self.address = "nowhere"
        self.refused = 0
        self.flooded: Callable[[str], None] = lambda _: None
        """Tells the bot of a flood of calls."""
        self._serve: Callable[[Link], Awaitable[None]] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._change = asyncio.Condition()

    # -- in the place of BotServer

    def __call__(
        self, serve: Callable[[Link], Awaitable[None]], flooded: Callable[[str], None]
    ) -> "Stage":
        self._serve = serve
        self.flooded = flooded
        return self

    async def listen(self, folder: Path | None) -> None:
        """Everybody who dials in is heard."""

    def issue_token(self) -> str:
        return "token"

    def serve(self, link: Link) -> None:
        async def handle() -> None:
            if self._serve:
                await self._serve(link)

        self._tasks.add(asyncio.create_task(handle()))

    async def stop(self) -> None:
        for process in self.processes:
            for stream in process.streams:
                stream.hang_up()
        ends = await asyncio.gather(*self._tasks, return_exceptions=True)
        self.errors += [end for end in ends if isinstance(end, BaseException)]

    # -- in the place of BotProcess

    async def start(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        output: tuple[OutputFile, OutputFile],
    ) -> FakeProcess:
        if self.problem:
            raise self.problem
        process = FakeProcess(self, output)
        self.processes.append(process)
        try:
            await asyncio.sleep(0.01)
        except asyncio.CancelledError:
            # As asyncio does it: a process that is half started is ended, which takes a moment.
            await process.kill()
            raise
        async with self._change:
            self._change.notify_all()
        return process

    async def started(self, number: int) -> FakeProcess:
        """The process of that start, from 1; waits for it."""
        async with self._change:
            await self._change.wait_for(lambda: len(self.processes) >= number)
        return self.processes[number - 1]


@contextmanager
def staged(output: Path, conduct: Conduct | None = None) -> Iterator[tuple[Stage, LocalBot]]:
    """A local bot on a stage."""
    stage = Stage()
    manifest = Manifest(name="actor", version="1", games=("fox",), command=("act",))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_sandbox, "BotServer", stage)
        patch.setattr(bot_sandbox, "BotProcess", stage)
        entry = BotEntry("actor", output, manifest)
        yield stage, LocalBot(entry, "fox", conduct or Conduct(), output)


def sit(bot: LocalBot | RemoteBot) -> SeatedBot:
    return bot.sit(pb.MatchStart(game="fox", seats=2))


def ask(player: SeatedBot) -> "asyncio.Task[Choice | Fault]":
    """The player is asked for a decision."""
    state = FoxGame(FoxOptions()).new(Deal(derive("on stage")))
    seen: Any = state.observe(state.seat)
    return asyncio.create_task(Table(player, (seen, state.legal_actions(), [])).ask())
