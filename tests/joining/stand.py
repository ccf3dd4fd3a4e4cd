"""A referee in this process for a person: a real server that says what the test wants."""

import asyncio
import io
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
from grpc import aio
from rich.console import Console

from referee.rpc.link import Link
from referee.rpc.server import GrpcLink
from stych.v1 import referee_pb2 as pb
from tests.joining.moments import Moment, moments
from tournaments.person.conversation import Conversation, ConversationEnd
from tournaments.person.endpoint import Endpoint
from tournaments.person.lines import Lines
from tournaments.person.person import Person

MOMENT = next(iter(moments("fox-16")))
TOKEN = "the-token"
LONG = 60.0
"""After so many seconds a test counts as hanging; it is no measure of speed."""


async def until(reached: Callable[[], bool]) -> None:
    """Wait until `reached` returns True."""
    while not reached():  # noqa: ASYNC110  what is waited for has no event
        await asyncio.sleep(0.01)


Referee = Callable[["Talk"], Awaitable[None]]


class Talk:
    """The referee's end of one stream."""

    def __init__(self, link: Link) -> None:
        self.link = link

    async def hear(self) -> pb.PlayRequest | None:
        """The person's next message; None when the stream has ended."""
        data = await self.link.receive()
        return None if data is None else pb.PlayRequest.FromString(data)

    async def welcome(self) -> pb.Hello:
        request = await self.hear()
        assert request is not None
        await self.say(welcome=pb.Welcome(protocol_version=1, decisions_at_once=1))
        return request.hello

    async def say(self, **fields: object) -> None:
        # Not encoded: the serializer of this server does that.
        await self.link.send(pb.PlayResponse(**fields))  # type: ignore[arg-type]

    async def goodbye(
        self, text: str = "done", reason: pb.GoodbyeReason = pb.GOODBYE_REASON_FINISHED
    ) -> None:
        await self.say(goodbye=pb.Goodbye(reason=reason, text=text))


@dataclass
class Stand:
    """A person whose keyboard is a pipe and whose screen is kept."""

    endpoint: Endpoint
    keyboard: int
    person: Person
    console: Console

    async def join(self, **more: float) -> ConversationEnd:
        games = ["fox", "the-game"]
        talk = Conversation(
            self.endpoint, self.person, self.console, games, never_talks=False, **more
        )
        return await talk.run()

    def write(self, *lines: str) -> None:
        os.write(self.keyboard, "".join(f"{line}\n" for line in lines).encode())

    @property
    def screen(self) -> str:
        return self.console.export_text(clear=False)


@asynccontextmanager
async def stand(
    referee: Referee, folder: Path, credentials: grpc.ServerCredentials | None = None
) -> AsyncIterator[Stand]:
    """A person, and a server at which `referee` serves every stream that has the token.

    The server listens on a socket in the folder, or with credentials on a port of this machine.
    """
    ours, keyboard = os.pipe()
    console = Console(width=80, record=True, file=io.StringIO(), color_system=None)

    async def play(_: object, context: Any) -> None:
        if dict(context.invocation_metadata())["authorization"] != f"Bearer {TOKEN}":
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "that is not the token")
        await referee(Talk(GrpcLink(context)))

    server = aio.server()
    handler = grpc.stream_stream_rpc_method_handler(
        play,
        request_deserializer=bytes,
        response_serializer=pb.PlayResponse.SerializeToString,
    )
    service = grpc.method_handlers_generic_handler("stych.v1.RefereeService", {"Play": handler})
    server.add_generic_rpc_handlers((service,))
    address = f"unix:{folder / 'referee.sock'}"
    if credentials:
        address = f"localhost:{server.add_secure_port('localhost:0', credentials)}"
    else:
        server.add_insecure_port(address)
    await server.start()
    person = Person(console, Lines(ours), echo=True)
    try:
        async with asyncio.timeout(LONG):
            yield Stand(Endpoint(address, TOKEN), keyboard, person, console)
    finally:
        await server.stop(None)
        os.close(keyboard)
        os.close(ours)


async def ask(talk: Talk, moment: Moment = MOMENT, number: int = 1, **more: object) -> None:
    """Send a match's start and its first decision, which has the number 10 * `number`."""
    decision, start = pb.Decision(), pb.MatchStart()
    decision.CopyFrom(moment.decision)
    start.CopyFrom(moment.match.start)
    decision.decision = 10 * number
    start.match = decision.match = number
    await talk.say(starts=[start], decisions=[decision], **more)
