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
from referee.rpc.listening import ListeningError
from referee.rpc.lobby import Lobby
from referee.rpc.proxy.bounds import KNOWN
from referee.rpc.proxy.refusals import Refusals
from referee.rpc.proxy_process import Certificate, ProxyProcess
from referee.rpc.server import BOUNDS, Context, GrpcLink, PlayServer, bearer

Authenticate = Callable[[bytes], Awaitable[str | None]]
"""Finds the entrant that has a token, of any tournament; None if no entrant has it."""

_IDLE_SECONDS = 30
"""Seconds after which a connection without a call is closed."""
_AGE_SECONDS = 60
"""Seconds after which a connection accepts no new streams; its open streams go on."""
_REFUSAL_SECONDS = 1.0
"""Seconds until a wrong token is refused, so that guessing takes time."""
# A connection may die unnoticed (a cable, a router): only a ping that gets no answer reveals it.
_PING_SECONDS = 10
_LONGEST_MS = 2**31 - 1
"""The largest value of an option of gRPC; as a time it stands for no limit."""
_GOODBYE_SECONDS = 1.0
"""Seconds that bots have to read their Goodbye when the server stops."""


class LobbyServer(PlayServer):
    """Serves a lobby on one address, over TLS if there is a certificate.

    A proxy in a process of its own listens there, and forwards connections to this server. It
    closes a connection without a token that sends too much, and reports one with a token.
    """

    def __init__(
        self,
        lobby: Lobby,
        authenticate: Authenticate,
        conduct: Conduct,
        certificate: Certificate | None = None,
        refused: Callable[[Refusals], None] = lambda _: None,
    ) -> None:
        """`refused` is called once a minute at most, with the clients not let in and why."""
        super().__init__(_options(conduct))
        self._lobby = lobby
        self._authenticate = authenticate
        self._proxy = ProxyProcess(certificate, self._flooded, refused)
        self._streams: defaultdict[int, set[asyncio.Future[str]]] = defaultdict(set)
        """By connection, a future for each of its streams: done, with words for what it sent,
        when the connection sends too much."""

    async def listen(self, address: str) -> None:
        """Listen on HOST:PORT. Raises ListeningError when that is not possible."""
        await self._proxy.bind(address)
        # gRPC reads an address as a URI, in which characters such as % have another meaning.
        try:
            self.bind(f"unix:{quote(bytes(self._proxy.path))}")
        except OSError as error:
            why = error.strerror or error
            raise ListeningError(f"{address} cannot be listened on: {why}") from error
        await self.begin()
        # Only for processes of this user, as the proxy is: calls past it are not bounded.
        self._proxy.path.chmod(0o600)
        await self._proxy.begin()
        self._lobby.burden.watch(lambda: self._proxy.pid)

    async def wait_until_broken(self) -> None:
        """Wait as long as bots can connect. Raises ListeningError once they no longer can."""
        await self._proxy.wait_until_broken()

    async def admit(self, _: Any, context: Context) -> None:
        """Serve the stream of an entrant; abort any other with a sentence for the bot's owner."""
        token = bearer(context)
        entrant = await self._authenticate(token)
        connection = self._proxy.number(context.peer())
        # The token may belong to an entrant of another tournament.
        if entrant is None or not self._lobby.expects(entrant):
            self._proxy.refuse(connection, _why_strange(token, entrant), entrant or "")
            await asyncio.sleep(_REFUSAL_SECONDS)
            await context.abort(
                grpc.StatusCode.UNAUTHENTICATED,
                "the metadata needs 'authorization: Bearer TOKEN' with the token of an entrant of"
                " this tournament, as `stych token NAME` issues it; a new one replaces the old one",
            )
        # Another process of this user has dialled the Unix socket, without the proxy.
        if connection is None:
            self._proxy.refuse(None, "it came past the address of the lobby", entrant)
            await context.abort(
                grpc.StatusCode.PERMISSION_DENIED, "a bot has to dial the address of its lobby"
            )
        flooded: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._streams[connection].add(flooded)
        self._proxy.know(connection)
        try:
            refused = partial(self._proxy.refuse, connection, entrant=entrant)
            why = await self.serve(self._lobby.enter(entrant, GrpcLink(context), flooded, refused))
        finally:
            # Without a stream, the connection is bounded again like one without a token.
            self._streams[connection].discard(flooded)
            if not self._streams[connection]:
                del self._streams[connection]
                self._proxy.forget(connection)
        if why:
            await context.abort(grpc.StatusCode.UNAVAILABLE, why)

    def _flooded(self, connection: int) -> None:
        for flooded in self._streams.get(connection, ()):
            if not flooded.done():
                flooded.set_result(KNOWN.words)

    async def close(self) -> None:
        """Stop the server and its proxy, after a second in which bots can read their Goodbye."""
        await self.stop(_GOODBYE_SECONDS)
        await self._proxy.close()


def _why_strange(token: bytes, entrant: str | None) -> str:
    """Why a client with this token is not let in, in words for the person who runs the lobby.

    `entrant` is the one of another tournament that has the token, if there is one.
    """
    if entrant:
        return "it is no remote entrant of what is played here"
    return "its token is nobody's: wrong, or void by now" if token else "it shows no token"


def _options(conduct: Conduct) -> list[tuple[str, Any]]:
    # A bot of one thread answers no ping while it thinks, and must not be taken for dead then. So the
    # answer to a ping may take as long as the clocks allow for one decision, and _PING_SECONDS more.
    # For a batch the clocks allow more. A bot of one thread that asks for several decisions at once
    # has to answer pings between them: otherwise it may lose its connection while it thinks.
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
        ("grpc.http2.max_pings_without_data", 0),
        # The proxy counts frames of all kinds, pings too, and reports connections with too many.
        ("grpc.http2.max_ping_strikes", 0),
    ]
