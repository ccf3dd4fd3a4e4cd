"""A referee that sends its bots what a test has written down, over a real connection."""

import asyncio
import os
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
from grpc import aio

from stych.v1 import fox_pb2
from stych.v1 import referee_pb2 as pb
from stych.v1.referee_pb2_grpc import (
    RefereeServiceServicer,
    add_RefereeServiceServicer_to_server,
)

LONG = 100.0
"""After so many seconds a test counts as hanging; it is no measure of speed."""
TOKEN = "secret"
Happening = Callable[[], Awaitable[None]]
WELCOME = pb.PlayResponse(welcome=pb.Welcome(protocol_version=1))
FINISHED = pb.PlayResponse(goodbye=pb.Goodbye(reason="GOODBYE_REASON_FINISHED", text="enough"))


@dataclass
class LoneReferee(RefereeServiceServicer):
    """Each stream gets the responses of a list; after decisions their answers are awaited.

    A status in the list ends the stream with that error. A function in it is called and awaited.
    """

    streams: list[Sequence[pb.PlayResponse | grpc.StatusCode | Happening]]
    tokens: list[str] = field(default_factory=list)
    heard: list[pb.PlayRequest] = field(default_factory=list)
    """What all bots said, their hellos among it."""

    async def Play(self, request_iterator: Any, context: Any) -> Any:  # noqa: N802
        """A stream: it ends when nothing more is written down for it."""
        self.tokens.append(dict(context.invocation_metadata())["authorization"])
        self.heard.append(await anext(request_iterator))
        for response in self.streams.pop(0):
            if isinstance(response, grpc.StatusCode):
                await context.abort(response, "not you")
                return
            if not isinstance(response, pb.PlayResponse):
                await response()
                continue
            yield response
            if response.decisions:
                answers = await anext(request_iterator, None)
                if answers is None:
                    return
                self.heard.append(answers)


@asynccontextmanager
async def serve(
    referee: LoneReferee, address: str, tls: grpc.ServerCredentials | None = None
) -> AsyncIterator[str]:
    """Serve during the block. Gives the address, with the real port in place of a port 0."""
    server = aio.server()
    add_RefereeServiceServicer_to_server(referee, server)
    port = server.add_secure_port(address, tls) if tls else server.add_insecure_port(address)
    await server.start()
    try:
        yield address.removesuffix(":0") + f":{port}" if address.endswith(":0") else address
    finally:
        await server.stop(None)


def start(match: int = 1, *, resumed: bool = False) -> pb.MatchStart:
    """The start of a match of fox."""
    options = fox_pb2.FoxOptions(target=21)
    return pb.MatchStart(
        match=match, game="fox", seats=2, bot_seed=match, resumed=resumed, fox=options
    )


def decision(number: int, match: int = 1, legal: int = 3, history: int = 0) -> pb.Decision:
    """A decision in such a match; `legal` and `history` are numbers of actions and of events."""
    public = fox_pb2.FoxPublic(history=[2**32 - 1] * history)
    seen = fox_pb2.FoxObservation(public_view=public, private_view=fox_pb2.FoxPrivate())
    return pb.Decision(decision=number, match=match, legal_actions=range(legal), fox=seen)


async def play(bot: Path, address: str, *words: str, **environment: str) -> tuple[int, str]:
    """Run a bot to its end; returns its exit code, and what it wrote to its standard error."""
    return await finish(await begin((bot, *words), address, environment))


async def begin(
    command: Sequence[Path | str],
    address: str,
    environment: Mapping[str, str],
    folder: Path | None = None,
) -> Process:
    """Start a bot in the folder, by default in the current one."""
    # The bot's own gRPC may be of another version, which may not know the experiments of ours.
    ours = ("STYCH_", "GRPC_EXPERIMENTS")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    return await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env={**kept, "STYCH_ADDRESS": address, "STYCH_TOKEN": TOKEN, **environment},
        stderr=asyncio.subprocess.PIPE,
    )


async def finish(process: Process) -> tuple[int, str]:
    """Wait for the bot's end; returns its exit code, and what is unread of its standard error."""
    try:
        _, said = await asyncio.wait_for(process.communicate(), LONG)
    except TimeoutError:
        process.kill()
        raise
    return process.returncode or 0, said.decode()


async def first_line(process: Process) -> str:
    """The first line that it writes to its standard error."""
    if process.stderr is None:
        raise ValueError("the bot was not started by begin")
    return (await asyncio.wait_for(process.stderr.readline(), LONG)).decode()
