"""The gRPC server of a lobby: for all remote bots, each known by the token of its entrant."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import grpc

from referee.conduct import Conduct
from referee.rpc.lobby import Lobby
from referee.rpc.server import BOUNDS, Context, GrpcLink, PlayServer, bearer

Authenticate = Callable[[bytes], Awaitable[str | None]]
"""The entrant whose token it is; None when it is nobody's."""

_CONNECTIONS = 64
"""Beside one for every place."""
_HANDSHAKE_SECONDS = 5
_IDLE_SECONDS = 30
_AGE_SECONDS = 60
"""Then a connection takes no new streams; the one that it has goes on for as long as it likes."""
_REFUSAL_SECONDS = 1.0
"""How long who has no token waits to hear so: guesses take their time."""
_PING_SECONDS = 10
_FAREWELL_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Certificate:
    """What the server shows of itself over TLS, in PEM."""

    chain: bytes
    key: bytes


class LobbyServer(PlayServer):
    """Serves a lobby on one address, over TLS with a certificate."""

    def __init__(
        self, lobby: Lobby, authenticate: Authenticate, conduct: Conduct, places: int
    ) -> None:
        super().__init__(_options(conduct, places))
        self._lobby = lobby
        self._authenticate = authenticate

    async def listen(self, address: str, certificate: Certificate | None = None) -> None:
        """Listen on HOST:PORT. Raises RuntimeError when that cannot be."""
        if certificate:
            pair = (certificate.key, certificate.chain)
            self._server.add_secure_port(address, grpc.ssl_server_credentials([pair]))
        else:
            self._server.add_insecure_port(address)
        await self.begin()

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
        if why := await self.serve(self._lobby.enter(entrant, GrpcLink(context))):
            await context.abort(grpc.StatusCode.UNAVAILABLE, why)

    async def close(self) -> None:
        """Stop, once all who were sent home had a moment to hear it."""
        await self.stop(_FAREWELL_SECONDS)


def _options(conduct: Conduct, places: int) -> list[tuple[str, Any]]:
    # A bot of one thread answers no ping while it thinks: it must not seem dead by then. Its own
    # pings, which are answered at once, find a dead connection sooner.
    thinking = conduct.decision_ms + conduct.bank_ms + conduct.grace_ms
    patience = 1000 * _PING_SECONDS + thinking
    return [
        *BOUNDS,
        ("grpc.max_allowed_incoming_connections", _CONNECTIONS + places),
        # Connections on which nothing comes of it would lock out all others.
        ("grpc.server_handshake_timeout_ms", 1000 * _HANDSHAKE_SECONDS),
        ("grpc.max_connection_idle_ms", 1000 * _IDLE_SECONDS),
        ("grpc.max_connection_age_ms", 1000 * _AGE_SECONDS),
        ("grpc.keepalive_time_ms", 1000 * _PING_SECONDS),
        ("grpc.keepalive_timeout_ms", patience),
        ("grpc.http2.ping_timeout_ms", patience),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", 1_000),
    ]
