"""gRPC servers of the protocol: what all have in common, and the one for a single local bot."""

import asyncio
import errno
import hmac
import os
import secrets
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import grpc
from grpc import aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from referee.rpc.link import Link
from referee.rpc.rate import Rate
from stych.v1 import referee_pb2

SERVICE = referee_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name
PLAY = f"/{SERVICE}/Play"
MOST_BYTES: Final = 1 << 16
"""Bytes of a request: three times what the answers to the largest batch take."""
BOUNDS: Final = (
    ("grpc.max_receive_message_length", MOST_BYTES),
    ("grpc.so_reuseport", 0),
    ("grpc.max_concurrent_streams", 4),
)
"""The bounds of every server of ours. `so_reuseport` is off, as another server could take the same
port without a word."""
# A bot that opens more connections would take the files that the referee needs for other bots.
_OPTIONS = (*BOUNDS, ("grpc.max_allowed_incoming_connections", 64))
_BESIDE, _BESIDE_A_SECOND = 200, 2
"""How many calls a bot may make beside its stream: at once, and sustained a second."""
_GONE = (grpc.RpcError, aio.BaseError)

T = TypeVar("T")
Context = aio.ServicerContext[bytes, bytes]


class GrpcLink:
    """A link over one gRPC stream; see Link for what it keeps to."""

    def __init__(self, context: Context) -> None:
        self._context = context
        # gRPC forbids two writes at once on one stream.
        self._one_at_a_time = asyncio.Lock()

    async def receive(self) -> bytes | None:
        """The next request, undecoded; None at the end of the stream, however it came."""
        try:
            data = await self._context.read()
        except _GONE:
            return None
        return data if isinstance(data, bytes) else None

    async def send(self, response: bytes) -> None:
        """Send the message; nothing happens when the bot is gone, which `receive` tells."""
        async with self._one_at_a_time:
            with suppress(*_GONE):
                await self._context.write(response)


class _Health(health.aio.HealthServicer):
    """The health service without its endless streams."""

    async def Watch(self, _: Any, context: Any) -> None:  # noqa: N802  the name of the call
        """Refused: a stream that never ends would hold a connection for ever."""
        await context.abort(grpc.StatusCode.UNIMPLEMENTED, "there is Check, and no Watch")


class _CallCounter(aio.ServerInterceptor):
    """Tells a server of every call but that of the protocol, before it is served."""

    def __init__(self, note: Callable[[], None]) -> None:
        self._note = note

    async def intercept_service(self, continuation: Any, handler_call_details: Any) -> Any:
        """Note the call and let it pass; whoever notes it decides what becomes of the client."""
        if handler_call_details.method != PLAY:
            self._note()
        return await continuation(handler_call_details)


class PlayServer:
    """A gRPC server of the protocol.

    `admit` authenticates a client and hands its stream to `serve`.
    """

    def __init__(self, options: Sequence[tuple[str, Any]]) -> None:
        self._server = aio.server(options=options, interceptors=[_CallCounter(self.note_call)])
        self._sessions: set[asyncio.Task[Any]] = set()
        self._starting: asyncio.Future[None] | None = None

    def bind(self, address: str) -> int:
        """Listen on an address; returns its port. Raises OSError when the machine does not let us.

        gRPC keeps the system's reason to itself; for a fresh address of ours there is no other one
        than that there are too few files.
        """
        try:
            return self._server.add_insecure_port(address)
        except RuntimeError as error:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE)) from error

    async def begin(self) -> None:
        """Begin to serve at the addresses that are bound."""
        # Requests come undecoded, since gRPC would answer bytes that are no message by itself: here
        # they are a fault that is told in words.
        play = grpc.stream_stream_rpc_method_handler(
            self.admit,
            request_deserializer=bytes,
            response_serializer=bytes,
        )
        handler = grpc.method_handlers_generic_handler(SERVICE, {"Play": play})
        self._server.add_generic_rpc_handlers((handler,))
        servicer = _Health()
        health_pb2_grpc.add_HealthServicer_to_server(servicer, self._server)
        await servicer.set(SERVICE, health_pb2.HealthCheckResponse.SERVING)
        # gRPC's server is broken by a cancel while it starts, and cannot be stopped any more.
        self._starting = asyncio.ensure_future(self._server.start())
        await asyncio.shield(self._starting)

    async def admit(self, _: Any, context: Context) -> None:
        """Serve the stream of a client that is who it says, or abort it.

        For classes derived from this.
        """
        raise NotImplementedError

    def note_call(self) -> None:
        """Called for every call that is not the protocol's; does nothing here."""

    async def serve(self, serving: Coroutine[Any, Any, T]) -> T:
        """Run a stream's coroutine to its end, also when the client is gone before.

        Returns its result.

        gRPC cancels the handler of a client that has gone; what the bot owes is settled all the
        same.
        """
        session = asyncio.create_task(serving)
        # The event loop holds tasks only weakly.
        self._sessions.add(session)
        session.add_done_callback(self._sessions.discard)
        return await asyncio.shield(session)

    async def stop(self, grace: float | None = None) -> None:
        """End every stream, at once or after `grace` seconds, and wait until all is settled.

        The addresses are free then.
        """
        if self._starting:
            await asyncio.wait([self._starting])
        await self._server.stop(grace)
        if self._sessions:
            await asyncio.wait(self._sessions)


def bearer(context: Context) -> bytes:
    """The token in the client's `authorization: Bearer`; empty when it shows none."""
    metadata = dict(context.invocation_metadata() or ())
    scheme, _, token = str(metadata.get("authorization", "")).partition(" ")
    return token.encode() if scheme == "Bearer" else b""


class BotServer(PlayServer):
    """Serves one bot on one address. `serve` is called with the link of each authentic stream.

    `flooded` is called, with a sentence, when the bot makes more calls beside its stream than
    others could bear.
    """

    def __init__(
        self,
        serve: Callable[[Link], Coroutine[Any, Any, None]],
        flooded: Callable[[str], None] = lambda _: None,
    ) -> None:
        super().__init__(_OPTIONS)
        self._serve = serve
        self._flooded = flooded
        self._rate = Rate(_BESIDE, _BESIDE_A_SECOND)
        self._token = b""
        self.refused = 0
        """Streams refused for a wrong or used token since the last token was issued."""
        self.address = ""

    async def listen(self, folder: Path | None) -> None:
        """Listen on a socket in the folder, or on a loopback port without one. Raises OSError."""
        names = (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, self._server)
        if folder:
            self.address = f"unix:{folder / 'referee.sock'}"
            self.bind(self.address)
        else:
            self.address = f"127.0.0.1:{self.bind('127.0.0.1:0')}"
        await self.begin()

    def issue_token(self, again: str = "") -> str:
        """Make a token good for one stream, a new one or that used `again`; any other is void."""
        token = again or secrets.token_urlsafe(24)
        self._token = token.encode()
        self._rate = Rate(_BESIDE, _BESIDE_A_SECOND)
        self.refused = 0
        return token

    def note_call(self) -> None:
        """Count a call beside the stream, as each costs time that other bots need."""
        if not self._rate.take():
            most, a_second = self._rate.most, self._rate.a_second
            self._flooded(f"made more than {most} calls beside its stream, and {a_second} a second")

    async def admit(self, _: Any, context: Context) -> None:
        """Serve the bot if it shows the token."""
        # In constant time, or the token could be found letter by letter.
        if not (self._token and hmac.compare_digest(bearer(context), self._token)):
            self.refused += 1
            self.note_call()
            await context.abort(
                grpc.StatusCode.UNAUTHENTICATED,
                "the metadata needs 'authorization: Bearer TOKEN' with the token in STYCH_TOKEN;"
                " a token is good for one stream",
            )
        self._token = b""
        # Void from here on: whoever reads it later, from the bot's environment say, can do nothing
        # with it.
        await self.serve(self._serve(GrpcLink(context)))
