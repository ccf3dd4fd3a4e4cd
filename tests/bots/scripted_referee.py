"""A referee for the Python SDK: its messages, and a server that does one thing after the other."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import trustme
from grpc import aio

from referee.rpc.server import SERVICE
from stych.v1 import fox_pb2
from stych.v1 import referee_pb2 as pb
from stych_bot.bot import from_function
from stych_bot.environment import Environment
from stych_bot.runner import StreamPlayer

PATIENCE = 60
HELLO = pb.Hello(protocol_version=1, bot_name="me", games=["fox"])
FINISHED = pb.PlayResponse(goodbye=pb.Goodbye(reason=pb.GOODBYE_REASON_FINISHED))
WELCOME = pb.PlayResponse(welcome=pb.Welcome(protocol_version=1))

Act = Callable[[Any], Awaitable[None]]
"""What the referee does on a stream, after the Hello."""


def start(match: int, seed: int = 0, *, resumed: bool = False) -> pb.MatchStart:
    options = fox_pb2.FoxOptions()
    return pb.MatchStart(
        match=match, game="fox", seats=2, bot_seed=seed, resumed=resumed, fox=options
    )


def decision(number: int, match: int, **other: Any) -> pb.Decision:
    fields = {"legal_actions": [4, 5, 6], "fox": fox_pb2.FoxObservation(), **other}
    return pb.Decision(decision=number, match=match, **fields)


def answered(player: StreamPlayer, *decisions: pb.Decision) -> list[tuple[int, int]]:
    answers = player.take(pb.PlayResponse(decisions=decisions))
    assert answers is not None
    return [(answer.decision, answer.choice) for answer in answers.answers]


async def finish(context: Any) -> None:
    await context.write(WELCOME)
    await context.write(FINISHED)


class Script:
    """A referee that does one thing after the other: an act for each stream."""

    def __init__(self, *acts: Act) -> None:
        self.acts = list(acts)
        self.first_messages: list[pb.PlayRequest] = []
        """Of each stream the first message of the bot; acts do not read the others."""
        self.tokens: list[str] = []

    async def serve(self, _: Any, context: Any) -> None:
        self.tokens.append(dict(context.invocation_metadata())["authorization"])
        self.first_messages.append(await context.read())
        await self.acts.pop(0)(context)


@asynccontextmanager
async def scripted(
    folder: Path, *acts: Act, reconnect: float = 0, tls: bool = False
) -> AsyncIterator[tuple[Script, Environment]]:
    script, server, authorities = Script(*acts), aio.server(), None
    handler = grpc.stream_stream_rpc_method_handler(
        script.serve, pb.PlayRequest.FromString, pb.PlayResponse.SerializeToString
    )
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),)
    )
    if tls:
        authority = trustme.CA()
        issued = authority.issue_cert("localhost")
        pair = (issued.private_key_pem.bytes(), issued.cert_chain_pems[0].bytes())
        port = server.add_secure_port("localhost:0", grpc.ssl_server_credentials([pair]))
        address, authorities = f"localhost:{port}", authority.cert_pem.bytes()
    else:
        address = f"unix:{folder / 'referee.sock'}"
        server.add_insecure_port(address)
    await server.start()
    async with asyncio.timeout(PATIENCE):
        try:
            yield script, Environment(address, "secret", "me", "1", authorities, reconnect)
        finally:
            await server.stop(None)


def first() -> StreamPlayer:
    """A player whose bots take the first legal action."""
    return StreamPlayer(from_function(lambda *_: 0))
