"""The gRPC server of a lobby, for all remote bots; a token tells which entrant a bot is."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from urllib.parse import quote

import grpc

from referee.conduct import Conduct
from referee.rpc.clock import Clock
from referee.rpc.listening import listening_error
from referee.rpc.lobby import Lobby
from referee.rpc.proxy.bounds import KNOWN
from referee.rpc.proxy.refusals import Refusals
from referee.rpc.proxy_process import Certificate, ProxyProcess
from referee.rpc.server import BOUNDS, Context, GrpcLink, PlayServer, bearer

Authenticate = Callable[[bytes], Awaitable[str | None]]
"""Gives the name to which a token belongs, None for a token of nobody.

Tokens are for all tournaments, so there may be no entrant of this name in the lobby.
"""

_IDLE_SECONDS = 30
"""Seconds after which a connection without a call is closed, since it only takes up open files."""
_AGE_SECONDS = 60
"""Seconds after which a connection accepts no new calls; its open streams go on. Then a client that
only makes other calls has to connect again, which the proxy bounds."""
_REFUSAL_SECONDS = 1.0
"""Seconds until a wrong token is refused, so that guessing takes time."""
_PING_SECONDS = 10
"""Seconds after which a silent connection is sent a ping. A connection may die unnoticed (a cable,
a router), and only a ping that gets no answer reveals that."""
_LONGEST_MS = 2**31 - 1
"""The largest value of an option of gRPC; as a time it stands for no limit."""
_GOODBYE_SECONDS = 1.0
"""Seconds that bots have to read their Goodbye when the server stops."""


class LobbyServer(PlayServer):
    """Serves a lobby on one address, over TLS if there is a certificate.

    A proxy in a process of its own listens there, and forwards connections to this server. It
    closes a connection without a token that sends too much. If the connection has a token, the
    proxy reports it instead, and its sessions are ended as malformed.
    """

    def __init__(
        self,
        lobby: Lobby,
        authenticate: Authenticate,
        conduct: Conduct,
        certificate: Certificate | None = None,
        note_refusals: Callable[[Refusals], None] = lambda _: None,
    ) -> None:
        """`note_refusals` is called once a minute at most, with who was refused and why.

        Raises ListeningError when no temporary folder can be made.
        """
        super().__init__(_options(conduct))
        self._lobby = lobby
        self._authenticate = authenticate
        self._proxy = ProxyProcess(certificate, self._note_flood, note_refusals)
        self._streams: defaultdict[int, set[asyncio.Future[str]]] = defaultdict(set)
        """The streams of each connection that are served. Each stream is a future that gets its
        result when the connection has sent too much: words for what it sent."""

    async def listen(self, address: str) -> None:
        """Listen on HOST:PORT. Raises ListeningError when that is not possible."""
        await self._proxy.bind(address)
        # gRPC reads an address as a URI, in which characters such as % have another meaning.
        try:
            self.bind(f"unix:{quote(bytes(self._proxy.path))}")
        except OSError as error:
            raise listening_error(f"{address} cannot be listened on", error) from error
        await self.begin()
        # Other users must not connect to this socket: only the proxy bounds what clients may do.
        self._proxy.path.chmod(0o600)
        await self._proxy.begin()
        # Answers pass the proxy, which may have to wait for a processor. When the proxy is started
        # again, it has another id.
        self._lobby.burden.watch(lambda: self._proxy.pid)

    async def wait_until_broken(self) -> None:
        """Wait as long as bots can connect; to be called after `listen`.

        Raises ListeningError once bots can no longer connect.
        """
        await self._proxy.wait_until_broken()

    async def admit(self, _: Any, context: Context) -> None:
        """Serve the stream of an entrant; abort any other with a sentence for the bot's owner.

        When the lobby ends a stream for a reason, the status of the stream tells it to the owner.
        """
        token = bearer(context)
        entrant = await self._authenticate(token)
        connection = self._proxy.number(context.peer())
        if entrant is None or not self._lobby.expects(entrant):
            self._proxy.count_refusal(connection, _why_refused(token, entrant), entrant or "")
            await asyncio.sleep(_REFUSAL_SECONDS)
            await context.abort(
                grpc.StatusCode.UNAUTHENTICATED,
                "the metadata needs 'authorization: Bearer TOKEN' with the token of an entrant of"
                " this tournament, as `stych token NAME` issues it; a new one replaces the old one",
            )
        # Another process of this user has dialled the Unix socket, without the proxy.
        if connection is None:
            why = "it connected to the lobby's inner socket, and not to the lobby's address"
            self._proxy.count_refusal(None, why, entrant)
            await context.abort(
                grpc.StatusCode.PERMISSION_DENIED, "a bot has to dial the address of its lobby"
            )
        flood: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._streams[connection].add(flood)
        self._proxy.report_token(connection)
        try:
            note = partial(self._proxy.count_refusal, connection, entrant=entrant)
            why = await self.serve(self._lobby.enter(entrant, GrpcLink(context), flood, note))
        finally:
            # Without a stream, the connection is bounded again like one without a token.
            self._streams[connection].discard(flood)
            if not self._streams[connection]:
                del self._streams[connection]
                self._proxy.report_no_stream(connection)
        if why:
            await context.abort(grpc.StatusCode.UNAVAILABLE, why)

    def _note_flood(self, connection: int) -> None:
        """Have all streams of the connection ended, since it has sent too much."""
        for flood in self._streams.get(connection, ()):
            if not flood.done():
                flood.set_result(KNOWN.words)

    async def close(self) -> None:
        """Stop the server and its proxy. Bots have up to a second to read their Goodbye."""
        await self.stop(_GOODBYE_SECONDS)
        await self._proxy.close()


def _why_refused(token: bytes, entrant: str | None) -> str:
    """Why a client with this token is refused, in words for the person who runs the lobby.

    `entrant` is the name to which the token belongs, None for nobody; the lobby does not expect it.
    """
    if entrant:
        return "it is no remote entrant of this tournament"
    if token:
        return "its token belongs to nobody: it is wrong, or was replaced or revoked"
    return "it shows no token"


def _options(conduct: Conduct) -> list[tuple[str, Any]]:
    # A bot of one thread answers no ping while it thinks, and must not be taken for dead then. So
    # the answer to a ping may take as long as the clocks allow for one decision, and _PING_SECONDS
    # more. For a larger batch the clocks allow more. A bot of one thread that asks for several
    # decisions at once has to answer pings between them: otherwise it may lose its connection. The
    # bot's own pings are answered at once, so that it finds a dead connection sooner.
    clock = Clock.of(conduct)
    seconds = _PING_SECONDS + clock.per_decision + clock.reserve
    patience = min(round(1000 * seconds), _LONGEST_MS)
    return [
        *BOUNDS,
        ("grpc.max_connection_idle_ms", 1000 * _IDLE_SECONDS),
        ("grpc.max_connection_age_ms", 1000 * _AGE_SECONDS),
        ("grpc.keepalive_time_ms", 1000 * _PING_SECONDS),
        ("grpc.keepalive_timeout_ms", patience),
        ("grpc.http2.ping_timeout_ms", patience),
        ("grpc.keepalive_permit_without_calls", 1),
        # In the next two options 0 stands for no limit: the referee may send any number of pings,
        # and so may a client. The proxy bounds the frames of clients, and pings are among them.
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.http2.max_ping_strikes", 0),
    ]
