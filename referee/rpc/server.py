"""One gRPC server a bot: its own socket and token, with health and reflection services."""

import asyncio
import hmac
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc
from grpc import aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from referee.rpc.link import Link
from stych.v1 import referee_pb2
from stych.v1.referee_pb2 import PlayResponse

SERVICE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name
_MOST_BYTES = 1 << 20
_OPTIONS = (
    ("grpc.max_receive_message_length", _MOST_BYTES),
    ("grpc.so_reuseport", 0),
    ("grpc.max_concurrent_streams", 4),
    # A bot that opens more would take the files that the referee needs for others.
    ("grpc.max_allowed_incoming_connections", 64),
)
_GONE = (grpc.RpcError, aio.BaseError)

Context = aio.ServicerContext[bytes, PlayResponse]


class GrpcLink:
    """A link over one gRPC stream."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._one_at_a_time = asyncio.Lock()

    async def receive(self) -> bytes | None:
        """None at the end of the stream, however it came."""
        try:
            data = await self._context.read()
        except _GONE:
            return None
        return data if isinstance(data, bytes) else None

    async def send(self, response: PlayResponse) -> None:
        """Into the stream; silently nowhere when the bot is gone."""
        # A write that is cancelled half way would forbid every later one: it runs to its end.
        await asyncio.shield(asyncio.create_task(self._write(response)))

    async def _write(self, response: PlayResponse) -> None:
        async with self._one_at_a_time:
            with suppress(*_GONE):
                await self._context.write(response)


class BotServer:
    """Serves one bot on one address. `serve` is called with the link of each authentic stream."""

    def __init__(self, serve: Callable[[Link], Awaitable[None]]) -> None:
        self._serve = serve
        self._server = aio.server(options=_OPTIONS)
        self._token = ""
        self._sessions: set[asyncio.Task[None]] = set()
        self.refused = 0
        """Streams refused for a wrong or used token since the last token was issued."""
        self.address = ""

    async def listen(self, folder: Path | None) -> None:
        """Listen on a socket in the folder, or on a loopback port without one."""
        self._server.add_generic_rpc_handlers((self._handler(),))
        servicer = health.aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(servicer, self._server)
        await servicer.set(SERVICE, health_pb2.HealthCheckResponse.SERVING)
        names = (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, self._server)
        if folder:
            self.address = f"unix:{folder / 'referee.sock'}"
            self._server.add_insecure_port(self.address)
        else:
            port = self._server.add_insecure_port("127.0.0.1:0")
            self.address = f"127.0.0.1:{port}"
        await self._server.start()

    def issue_token(self, again: str = "") -> str:
        """A token good for one stream, a new one or that used `again`; any other is void."""
        self._token = again or secrets.token_urlsafe(24)
        self.refused = 0
        return self._token

    async def stop(self) -> None:
        """End every stream, free the address, and wait until nobody is served any more."""
        await self._server.stop(grace=None)
        if self._sessions:
            await asyncio.wait(self._sessions)

    def _handler(self) -> grpc.GenericRpcHandler:
        # Requests come undecoded: bytes that are no message are a fault to be told in words.
        play = grpc.stream_stream_rpc_method_handler(
            self._play,
            request_deserializer=bytes,
            response_serializer=PlayResponse.SerializeToString,
        )
        return grpc.method_handlers_generic_handler(SERVICE, {"Play": play})

    async def _play(self, _: Any, context: Context) -> None:
        if not self._authentic(context):
            self.refused += 1
            await context.abort(
                grpc.StatusCode.UNAUTHENTICATED,
                "the metadata needs 'authorization: Bearer TOKEN' with the token in STYCH_TOKEN;"
                " a token is good for one stream",
            )
        self._token = ""
        # gRPC cancels a handler whose client is gone; what the bot owes is settled all the same.
        session = asyncio.create_task(self._settle(GrpcLink(context)))
        self._sessions.add(session)
        session.add_done_callback(self._sessions.discard)
        await asyncio.shield(session)

    async def _settle(self, link: Link) -> None:
        await self._serve(link)

    def _authentic(self, context: Context) -> bool:
        metadata = dict(context.invocation_metadata() or ())
        given = str(metadata.get("authorization", "")).encode()
        return bool(self._token) and hmac.compare_digest(given, f"Bearer {self._token}".encode())
