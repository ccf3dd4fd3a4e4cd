"""The gRPC server of a lobby: for all remote bots, each known by the token of its entrant."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

import grpc

from referee.conduct import Conduct
from referee.rpc.lobby import Lobby
from referee.rpc.proxied import Certificate, Proxied
from referee.rpc.proxy.bounds import KNOWN
from referee.rpc.server import BOUNDS, Context, GrpcLink, PlayServer, bearer

Authenticate = Callable[[bytes], Awaitable[str | None]]
"""The entrant whose token it is; None when it is nobody's."""

_IDLE_SECONDS = 30
_AGE_SECONDS = 60
"""Then a connection takes no new streams; the one that it has goes on for as long as it likes."""
_REFUSAL_SECONDS = 1.0
"""How long who has no token waits to hear so: guesses take their time."""
_PING_SECONDS = 10
_FAREWELL_SECONDS = 1.0


class LobbyServer(PlayServer):
    """Serves a lobby on one address, over TLS with a certificate.

    A proxy in a process of its own listens there. It counts and bounds what connections without a
    token send, and tells of those with one that send too much.
    """

    def __init__(
        self,
        lobby: Lobby,
        authenticate: Authenticate,
        conduct: Conduct,
        certificate: Certificate | None = None,
    ) -> None:
        super().__init__(_options(conduct))
        self._lobby = lobby
        self._authenticate = authenticate
        self._proxied = Proxied(certificate, self._flooded)
        self._streams: defaultdict[int, set[asyncio.Future[str]]] = defaultdict(set)
        """Of each connection: done, with words, when it says too much."""

    async def listen(self, address: str) -> None:
        """Listen on HOST:PORT. Raises ListeningError when that cannot be."""
        await self._proxied.bind(address)
        # An address is a URI: what is no plain character of a path stands for something else.
        self.bind(f"unix:{quote(bytes(self._proxied.path))}")
        await self.begin()
        self._proxied.path.chmod(0o600)
        await self._proxied.begin()
        self._lobby.burden.watch(lambda: self._proxied.pid)

    async def broken(self) -> None:
        """Waits; raises ListeningError once nobody can listen any more."""
        await self._proxied.broken()

    async def admit(self, _: Any, context: Context) -> None:
        """Serve the stream of an entrant; who is none is told what to show."""
        entrant = await self._authenticate(bearer(context))
        if entrant is None:
            await asyncio.sleep(_REFUSAL_SECONDS)
            await context.abort(
                grpc.StatusCode.UNAUTHENTICATED,
                "the metadata needs 'authorization: Bearer TOKEN' with the token of an entrant of"
                " this tournament, as `stych token NAME` issues it; a new one replaces the old one",
            )
        connection = self._proxied.number(context.peer())
        if connection is None:
            await context.abort(
                grpc.StatusCode.PERMISSION_DENIED, "a bot has to dial the address of its lobby"
            )
        flooded: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._streams[connection].add(flooded)
        self._proxied.know(connection)
        try:
            why = await self.serve(self._lobby.enter(entrant, GrpcLink(context), flooded))
        finally:
            self._streams[connection].discard(flooded)
            if not self._streams[connection]:
                del self._streams[connection]
                self._proxied.forget(connection)
        if why:
            await context.abort(grpc.StatusCode.UNAVAILABLE, why)

    def _flooded(self, connection: int) -> None:
        for stream in self._streams.get(connection, ()):
            if not stream.done():
                stream.set_result(KNOWN.words)

    async def close(self) -> None:
        """Stop, once all who were sent home had a moment to hear it."""
        await self.stop(_FAREWELL_SECONDS)
        await self._proxied.close()


def _options(conduct: Conduct) -> list[tuple[str, Any]]:
    # A bot of one thread answers no ping while it thinks: it must not seem dead by then. Its own
    # pings, which are answered at once, find a dead connection sooner.
    thinking = conduct.decision_ms + conduct.bank_ms + conduct.grace_ms
    patience = 1000 * _PING_SECONDS + thinking
    return [
        *BOUNDS,
        ("grpc.max_connection_idle_ms", 1000 * _IDLE_SECONDS),
        ("grpc.max_connection_age_ms", 1000 * _AGE_SECONDS),
        ("grpc.keepalive_time_ms", 1000 * _PING_SECONDS),
        ("grpc.keepalive_timeout_ms", patience),
        ("grpc.http2.ping_timeout_ms", patience),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        # The proxy counts frames of all kinds, and says who sent too many.
        ("grpc.http2.max_ping_strikes", 0),
    ]
