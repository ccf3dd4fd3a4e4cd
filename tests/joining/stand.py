"""A referee for a person in this process: a real server, and what it says is the test's."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from referee.rpc.link import Link
from referee.rpc.server import BotServer
from stych.v1 import referee_pb2 as pb
from tournaments.joining.conversation import Conversation, Ending
from tournaments.joining.door import Door
from tournaments.joining.lines import Lines
from tournaments.joining.person import Person

LONG = 60.0
"""Seconds after which something hangs; never a measure of speed."""


async def until(reached: Callable[[], bool]) -> None:
    """Wait for it."""
    while not reached():  # noqa: ASYNC110  what is waited for has no event
        await asyncio.sleep(0.01)


Referee = Callable[["Talk"], Awaitable[None]]


class Talk:
    """The referee's end of one stream."""

    def __init__(self, link: Link) -> None:
        self.link = link

    async def hear(self) -> pb.PlayRequest | None:
        data = await self.link.receive()
        return None if data is None else pb.PlayRequest.FromString(data)

    async def welcome(self) -> pb.Hello:
        request = await self.hear()
        assert request is not None
        await self.say(welcome=pb.Welcome(protocol_version=1, decisions_at_once=1))
        return request.hello

    async def say(self, **fields: object) -> None:
        await self.link.send(pb.PlayResponse(**fields))  # type: ignore[arg-type]  # as tests say

    async def goodbye(
        self, text: str = "done", reason: pb.GoodbyeReason = pb.GOODBYE_REASON_FINISHED
    ) -> None:
        await self.say(goodbye=pb.Goodbye(reason=reason, text=text))


@dataclass
class Stand:
    """A person whose keyboard is a pipe and whose screen is kept."""

    door: Door
    server: BotServer
    keyboard: int
    person: Person
    console: Console

    async def join(self, **more: float) -> Ending:
        games = ["fox", "the-game"]
        talk = Conversation(self.door, self.person, self.console, games, never_talks=False, **more)
        return await talk.run()

    def write(self, *lines: str) -> None:
        os.write(self.keyboard, "".join(f"{line}\n" for line in lines).encode())

    @property
    def screen(self) -> str:
        return self.console.export_text(clear=False)


@asynccontextmanager
async def stand(referee: Referee, folder: Path) -> AsyncIterator[Stand]:
    """A server at which `referee` serves every stream; one token opens them all."""
    ours, keyboard = os.pipe()
    console = Console(width=80, record=True, file=Path(os.devnull).open("w"), color_system=None)  # noqa: ASYNC230, SIM115

    async def serve(link: Link) -> None:
        server._token = token  # a local bot's would be void by now
        await referee(Talk(link))

    server = BotServer(serve)
    await server.listen(folder)
    token = server.issue_token()
    person = Person(console, Lines(ours), echo=True)
    try:
        async with asyncio.timeout(LONG):
            yield Stand(Door(server.address, token), server, keyboard, person, console)
    finally:
        await server.stop()
        os.close(keyboard)
        os.close(ours)
        console.file.close()
