"""gRPC servers of the protocol: what all have in common, and the server for a single local bot."""

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
"""The most bytes of a request: more than three times what the answers to the largest batch take."""
BOUNDS: Final = (
    ("grpc.max_receive_message_length", MOST_BYTES),
    ("grpc.so_reuseport", 0),
    ("grpc.max_concurrent_streams", 4),
)
"""Options of gRPC for all servers of the protocol. `so_reuseport` is off, since otherwise another
server could listen on the same port and neither would notice."""
# One bot must not use up the open files that the referee needs for other bots, so its server has a
# bounded number of connections.
_OPTIONS = (*BOUNDS, ("grpc.max_allowed_incoming_connections", 64))
_OTHER_CALLS, _OTHER_CALLS_A_SECOND = 200, 2
"""How many calls a bot may make beside its stream: at once, and each second as a sustained rate."""
_GONE = (grpc.RpcError, aio.BaseError)
"""The errors of gRPC when the bot has gone."""

T = TypeVar("T")
Context = aio.ServicerContext[bytes, bytes]


class GrpcLink:
    """A Link over one gRPC stream; the methods promise what those of Link promise."""

    def __init__(self, context: Context) -> None:
        self._context = context
        # gRPC forbids two writes at once on one stream.
        self._one_at_a_time = asyncio.Lock()

    async def receive(self) -> bytes | None:
        """Wait for the next request, undecoded; None when the stream has ended in any way."""
        try:
            data = await self._context.read()
        except _GONE:
            return None
        return data if isinstance(data, bytes) else None

    async def send(self, response: bytes) -> None:
        """Send the message. When the bot has gone, nothing happens here: `receive` returns None."""
        async with self._one_at_a_time:
            with suppress(*_GONE):
                await self._context.write(response)


class _Health(health.aio.HealthServicer):
    """The health service without its endless streams."""

    async def Watch(self, _: Any, context: Any) -> None:  # noqa: N802  the name of the call
        """Refuse the call: a stream that never ends would hold a connection for ever."""
        await context.abort(grpc.StatusCode.UNIMPLEMENTED, "there is Check, and no Watch")


class _CallCounter(aio.ServerInterceptor):
    """Notes every call to a server, except Play, before the call is served."""

    def __init__(self, note: Callable[[], None]) -> None:
        self._note = note

    async def intercept_service(self, continuation: Any, handler_call_details: Any) -> Any:
        """Note the call and let it pass; `note` may end the bot's session after too many calls."""
        if handler_call_details.method != PLAY:
            self._note()
        return await continuation(handler_call_details)


class PlayServer:
    """A gRPC server of the protocol.

    Each derived class has an `admit` that authenticates a client and gives its stream to `serve`.
    """

    def __init__(self, options: Sequence[tuple[str, Any]]) -> None:
        self._server = aio.server(options=options, interceptors=[_CallCounter(self.note_call)])
        self._sessions: set[asyncio.Task[Any]] = set()
        self._starting: asyncio.Future[None] | None = None

    def bind(self, address: str) -> int:
        """Listen on an address, and return its port. Raises OSError when that fails.

        gRPC does not tell the reason. The error says that too many files are open, which is the
        likely reason: the addresses that are given here are used by nobody else.
        """
        try:
            return self._server.add_insecure_port(address)
        except RuntimeError as error:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE)) from error

    async def begin(self) -> None:
        """Begin to serve at the addresses that were bound before."""
        # Requests are not decoded here. gRPC itself would answer bytes that are no message, but
        # such bytes are a fault, which the bot is told in words.
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
        # Shielded, as a server of gRPC that is cancelled while it starts can no longer be stopped.
        self._starting = asyncio.ensure_future(self._server.start())
        await asyncio.shield(self._starting)

    async def admit(self, _: Any, context: Context) -> None:
        """Serve the stream if the client shows a valid token, or abort it.

        To be defined by derived classes.
        """
        raise NotImplementedError

    def note_call(self) -> None:
        """Take note of a refused Play, or of another call before it is served; here a no-op."""

    async def serve(self, serving: Coroutine[Any, Any, T]) -> T:
        """Run a stream's coroutine to its end, and return its result.

        gRPC cancels the handler when the client has gone. The coroutine goes on all the same, so
        that it can end the session and charge its faults.
        """
        session = asyncio.create_task(serving)
        # The event loop holds tasks only weakly.
        self._sessions.add(session)
        session.add_done_callback(self._sessions.discard)
        return await asyncio.shield(session)

    async def stop(self, grace: float | None = None) -> None:
        """End every stream, and wait until the coroutines given to `serve` have ended.

        Streams have `grace` seconds to end by themselves; with None they are ended at once. The
        addresses are free afterwards.
        """
        if self._starting:
            await asyncio.wait([self._starting])
        await self._server.stop(grace)
        if self._sessions:
            await asyncio.wait(self._sessions)


def bearer(context: Context) -> bytes:
    """The token in the client's metadata, `authorization: Bearer TOKEN`; b"" if there is none."""
    metadata = dict(context.invocation_metadata() or ())
    scheme, _, token = str(metadata.get("authorization", "")).partition(" ")
    return token.encode() if scheme == "Bearer" else b""


class BotServer(PlayServer):
    """Serves one bot on one address.

    The argument `serve` is called with the link of each authenticated stream; `note_flood`, with
    the text of a fault, for each refused or other call that exceeds the bound.
    """

    def __init__(
        self,
        serve: Callable[[Link], Coroutine[Any, Any, None]],
        note_flood: Callable[[str], None] = lambda _: None,
    ) -> None:
        super().__init__(_OPTIONS)
        self._serve = serve
        self._note_flood = note_flood
        self._rate = Rate(_OTHER_CALLS, _OTHER_CALLS_A_SECOND)
        self._token = b""
        self.refused = 0
        """How many streams without the right token were refused since a token was last issued."""
        self.address = ""
        """The address that the bot is to dial; empty before `listen`."""

    async def listen(self, folder: Path | None) -> None:
        """Listen on a socket in the folder, or with None on a loopback port. Raises OSError."""
        names = (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, self._server)
        if folder:
            self.address = f"unix:{folder / 'referee.sock'}"
            self.bind(self.address)
        else:
            self.address = f"127.0.0.1:{self.bind('127.0.0.1:0')}"
        await self.begin()

    def issue_token(self, again: str = "") -> str:
        """Return a token that is valid for one stream: a new one, or `again`, which was used.

        Any other token becomes invalid.
        """
        token = again or secrets.token_urlsafe(24)
        self._token = token.encode()
        self._rate = Rate(_OTHER_CALLS, _OTHER_CALLS_A_SECOND)
        self.refused = 0
        return token

    def note_call(self) -> None:
        """Count a refused Play or another call, since each takes time that other bots need."""
        if not self._rate.take():
            most, a_second = self._rate.most, self._rate.a_second
            self._note_flood(
                f"made too many calls beside its stream: {most} at once are allowed, and {a_second}"
                " a second after them"
            )

    async def admit(self, _: Any, context: Context) -> None:
        """Serve the stream if it shows the token, or abort it."""
        # In constant time: otherwise the time would reveal the token, letter by letter.
        if not (self._token and hmac.compare_digest(bearer(context), self._token)):
            self.refused += 1
            self.note_call()
            await context.abort(
                grpc.StatusCode.UNAUTHENTICATED,
                "the metadata needs 'authorization: Bearer TOKEN' with the token in STYCH_TOKEN;"
                " a token is good for one stream",
            )
        # Invalid from now on. So a process that finds the token later, such as in the bot's
        # environment, cannot use it.
        self._token = b""
        await self.serve(self._serve(GrpcLink(context)))
