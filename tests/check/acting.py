"""A check without processes or a network: actors of this process play the bots."""

import asyncio
import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from referee.rpc import bot_sandbox
from referee.rpc.link import Link
from referee.rpc.output import OutputFile
from referee.testing.bot import launched_bot
from stych.v1 import referee_pb2 as pb

Said = pb.PlayRequest | bytes


class Wire:
    """One stream between an actor and the server that it dialled."""

    def __init__(self) -> None:
        self._to_referee: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._to_bot: asyncio.Queue[pb.PlayResponse | None] = asyncio.Queue()

    # -- the referee's end

    async def receive(self) -> bytes | None:
        return await self._to_referee.get()

    async def send(self, response: bytes) -> None:
        self._to_bot.put_nowait(pb.PlayResponse.FromString(response))

    def close(self) -> None:
        self._to_bot.put_nowait(None)

    # -- the bot's end

    def say(self, said: Said) -> None:
        data = said if isinstance(said, bytes) else said.SerializeToString()
        self._to_referee.put_nowait(data)

    async def heard(self) -> AsyncIterator[pb.PlayResponse]:
        while (response := await self._to_bot.get()) is not None:
            yield response

    def hang_up(self) -> None:
        self._to_referee.put_nowait(None)


class Server:
    """In the place of BotServer."""

    running: ClassVar[dict[str, "Server"]] = {}
    numbers = itertools.count(1)

    def __init__(
        self,
        serve: Callable[[Link], Awaitable[None]],
        flooded: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._serve = serve
        self._flooded = flooded
        self._token = ""
        self._tasks: dict[asyncio.Task[None], Wire] = {}
        self.refused = 0
        self.address = ""

    async def listen(self, folder: Path | None) -> None:
        self.address = f"unix:{folder}" if folder else str(next(self.numbers))
        self.running[self.address] = self

    def issue_token(self, again: str = "") -> str:
        self._token = again or f"token {next(self.numbers)}"
        self.refused = 0
        return self._token

    async def stop(self) -> None:
        self.running.pop(self.address, None)
        for wire in self._tasks.values():
            wire.hang_up()
        await asyncio.gather(*self._tasks)

    def dial(self, token: str) -> Wire | None:
        """A stream, if the token is right."""
        if token != self._token:
            self.refused += 1
            return None
        self._token = ""
        wire = Wire()
        self._tasks[asyncio.create_task(self._settle(wire))] = wire
        return wire

    async def _settle(self, wire: Wire) -> None:
        await self._serve(wire)
        wire.close()


class Actor:
    """An honest bot. What a test's bot does wrong it overrides."""

    games: tuple[str, ...] = ("fox", "the-game", "nase-hra", "korist")
    at_once = 4

    def __init__(
        self, environment: Mapping[str, str], folder: Path, output: Sequence[OutputFile]
    ) -> None:
        self.environment = environment
        self.folder = folder
        self.output = output
        self.matches: dict[int, pb.MatchStart] = {}
        self.randoms: dict[int, Random] = {}

    def print(self, text: str) -> None:
        self.output[1].keep(f"{text}\n".encode())

    async def run(self) -> int:
        """The life of the process; its exit code."""
        address = self.environment.get("STYCH_ADDRESS")
        token = self.environment.get("STYCH_TOKEN")
        if not address or not token:
            self.print("it is for the referee to start this")
            return 2
        wire = Server.running[address].dial(token)
        if wire is None:
            self.print("the token was refused")
            return 3
        try:
            return await self.converse(wire)
        finally:
            wire.hang_up()

    async def converse(self, wire: Wire) -> int:
        wire.say(self.hello())
        async for response in wire.heard():
            for said in self.take(response):
                wire.say(said)
            if response.HasField("goodbye"):
                return self.leave(response.goodbye)
        return await self.lost()

    def hello(self) -> Said:
        return pb.PlayRequest(hello=self.greeting())

    def greeting(self) -> pb.Hello:
        return pb.Hello(
            protocol_version=1,
            bot_name=self.environment["STYCH_BOT_NAME"],
            bot_version=self.environment["STYCH_BOT_VERSION"],
            games=self.games,
            decisions_at_once=self.at_once,
        )

    def take(self, response: pb.PlayResponse) -> list[Said]:
        for start in response.starts:
            self.begin(start)
        said: list[Said] = list(self.answer(list(response.decisions)))
        for over in response.overs:
            said += self.over(over)
        return said

    def begin(self, start: pb.MatchStart) -> None:
        self.matches[start.match] = start
        self.randoms[start.match] = Random(start.bot_seed)

    def answer(self, decisions: list[pb.Decision]) -> list[Said]:
        made = [self.one(decision) for decision in decisions]
        return [pb.PlayRequest(answers=pb.Answers(answers=made))] if made else []

    def one(self, decision: pb.Decision) -> pb.Answer:
        return pb.Answer(decision=decision.decision, choice=self.choose(decision))

    def choose(self, decision: pb.Decision) -> int:
        return self.randoms[decision.match].randrange(len(decision.legal_actions))

    def over(self, over: pb.MatchOver) -> list[Said]:
        del self.matches[over.match]
        return []

    def leave(self, goodbye: pb.Goodbye) -> int:
        return 0 if goodbye.reason == pb.GOODBYE_REASON_FINISHED else 3

    async def lost(self) -> int:
        """The stream ended without a goodbye."""
        return 3


class Process:
    """In the place of BotProcess: an actor's life."""

    pid = os.getpid()

    def __init__(self, actor: Actor) -> None:
        self._task = asyncio.create_task(self._live(actor))

    async def _live(self, actor: Actor) -> int:
        try:
            return await actor.run()
        except Exception as error:
            actor.print(f"{error!r}")
            return 1

    def cpu(self) -> None:
        """Nobody counts it."""

    def queued(self) -> None:
        """Nobody knows."""

    def usage(self) -> None:
        """Nobody counts it."""

    async def ended(self, seconds: float | None = None) -> str:
        await asyncio.wait({self._task}, timeout=seconds)
        if not self._task.done():
            return ""
        if self._task.cancelled():
            return "was killed by SIGKILL"
        return f"exited with code {self._task.result()}"

    async def kill(self) -> None:
        self._task.cancel()
        await asyncio.wait({self._task})


@contextmanager
def acted(actor: type[Actor]) -> Iterator[None]:
    """Every bot that is started in here is such an actor."""

    class Start:
        @staticmethod
        async def start(
            command: Sequence[str],
            folder: Path,
            environment: Mapping[str, str],
            output: tuple[OutputFile, OutputFile],
        ) -> Process:
            return Process(actor(environment, folder, output))

    with pytest.MonkeyPatch.context() as patch:
        for module in (launched_bot, bot_sandbox):
            patch.setattr(module, "BotServer", Server)
            patch.setattr(module, "BotProcess", Start)
        yield
