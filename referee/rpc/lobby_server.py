"""The gRPC server of a lobby, for all remote bots, each known by the token of its entrant."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from urllib.parse import quote

import grpc

from referee.conduct import Conduct
from referee.rpc.listening import ListeningError
from referee.rpc.lobby import Lobby
from referee.rpc.proxy.bounds import KNOWN
from referee.rpc.proxy.refusals import Refusals
from referee.rpc.proxy_process import Certificate, ProxyProcess
from referee.rpc.server import BOUNDS, Context, GrpcLink, PlayServer, bearer

Authenticate = Callable[[bytes], Awaitable[str | None]]
"""Gives the entrant, of any tournament, whose token it is; None when it is nobody's."""

_IDLE_SECONDS = 30
_AGE_SECONDS = 60
"""The age from which on a connection takes no new streams; the one that it has goes on."""
_REFUSAL_SECONDS = 1.0
"""Seconds until a wrong token is refused, so that guessing takes time."""
# A connection may be dead without a word (a cable, a router); only a ping without an answer tells.
_PING_SECONDS = 10
_GOODBYE_SECONDS = 1.0


class LobbyServer(PlayServer):
    """Serves a lobby on one address, over TLS if there is a certificate.

    A proxy in a process of its own listens there. It counts and bounds what connections without a
    token send, and tells of those with one that send too much.
    """

    def __init__(
        self,
        lobby: Lobby,
        authenticate: Authenticate,
        conduct: Conduct,
        certificate: Certificate | None = None,
        refused: Callable[[Refusals], None] = lambda _: None,
    ) -> None:
        """`refused` is called, once a minute at most, with whom nobody let in and why."""
        super().__init__(_options(conduct))
        self._lobby = lobby
        self._authenticate = authenticate
        self._proxy = ProxyProcess(certificate, self._flooded, refused)
        self._streams: defaultdict[int, set[asyncio.Future[str]]] = defaultdict(set)
        """The futures of each connection's streams, done with words when it sends too much."""

    async def listen(self, address: str) -> None:
        """Listen on HOST:PORT. Raises ListeningError when that is not possible."""
        await self._proxy.bind(address)
        # An address is a URI: what is no plain character of a path stands for something else.
        try:
            self.bind(f"unix:{quote(bytes(self._proxy.path))}")
        except OSError as error:
            why = error.strerror or error
            raise ListeningError(f"{address} cannot be listened on: {why}") from error
        await self.begin()
        # Only the proxy may call: what comes past it is neither counted nor bounded.
        self._proxy.path.chmod(0o600)
        await self._proxy.begin()
        self._lobby.burden.watch(lambda: self._proxy.pid)

    async def wait_until_broken(self) -> None:
        """Wait for as long as bots can connect; raises ListeningError once they cannot any more."""
        await self._proxy.wait_until_broken()

    async def admit(self, _: Any, context: Context) -> None:
        """Serve the stream of an entrant; abort any other with a sentence for its owner."""
        token = bearer(context)
        entrant = await self._authenticate(token)
        connection = self._proxy.number(context.peer())
        # There may be tokens of other tournaments' entrants as well.
        if entrant is None or not self._lobby.expects(entrant):
            self._proxy.refuse(connection, _strange(token, entrant), entrant or "")
            await asyncio.sleep(_REFUSAL_SECONDS)
            await context.abort(
                grpc.StatusCode.UNAUTHENTICATED,
                "the metadata needs 'authorization: Bearer TOKEN' with the token of an entrant of"
                " this tournament, as `stych token NAME` issues it; a new one replaces the old one",
            )
        # Somebody of this user dialled the Unix socket without the proxy.
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
            # Without a stream the connection is again one that nobody has shown a token on.
            self._streams[connection].discard(flooded)
            if not self._streams[connection]:
                del self._streams[connection]
                self._proxy.forget(connection)
        if why:
            await context.abort(grpc.StatusCode.UNAVAILABLE, why)

    def _flooded(self, connection: int) -> None:
        for stream in self._streams.get(connection, ()):
            if not stream.done():
                stream.set_result(KNOWN.words)

    async def close(self) -> None:
        """Stop, after a second in which those who got a Goodbye can read it."""
        await self.stop(_GOODBYE_SECONDS)
        await self._proxy.close()


def _strange(token: bytes, owner: str | None) -> str:
    """Why somebody with this token is not let in, for whoever looks at the lobby."""
    if owner:
        return "it is no remote entrant of what is played here"
    return "its token is nobody's: wrong, or void by now" if token else "it shows no token"


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
