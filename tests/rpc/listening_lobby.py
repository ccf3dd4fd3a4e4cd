"""A lobby that listens on a loopback port, and clients that dial in there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
from grpc import aio

from referee.conduct import Conduct
from referee.rpc.lobby import Lobby
from referee.rpc.lobby_server import LobbyServer
from referee.rpc.proxy.refusals import Refusals
from referee.rpc.proxy_process import Certificate
from referee.rpc.remote_bot import RemoteBot
from referee.rpc.server import SERVICE
from stych.v1 import referee_pb2 as pb
from tournaments.hosting.setting import free_address

PATIENCE = 30
TOKENS = {b"ann's": "ann", b"bob's": "bob", b"zoe's": "zoe"}
HERE = ("ann", "bob")
"""Those who have a place; zoe plays in another tournament."""
QUICK = Conduct(decision_ms=100, bank_ms=0, grace_ms=0, reconnect_ms=60_000)


class ListeningLobby:
    """A lobby that listens on a loopback port."""

    def __init__(self, conduct: Conduct, certificate: Certificate | None) -> None:
        self.bots = {name: [RemoteBot(name, "fox", conduct)] for name in HERE}
        self.told: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.lobby = Lobby(self.bots, "fox", lambda *change: self.told.put_nowait(change))
        self.refused: asyncio.Queue[Refusals] = asyncio.Queue()
        self.server = LobbyServer(
            self.lobby, self._owner, conduct, certificate, self.refused.put_nowait
        )
        self.address = free_address("127.0.0.1:0")

    async def _owner(self, token: bytes) -> str | None:
        return TOKENS.get(token)


@asynccontextmanager
async def listening(
    certificate: Certificate | None = None, conduct: Conduct = QUICK
) -> AsyncIterator[ListeningLobby]:
    lobby = ListeningLobby(conduct, certificate)
    async with asyncio.timeout(PATIENCE):
        await lobby.server.listen(lobby.address)
        try:
            yield lobby
        finally:
            await lobby.lobby.close(pb.GOODBYE_REASON_FINISHED, "it is over")
            await lobby.server.close()


@asynccontextmanager
async def client(
    lobby: ListeningLobby,
    token: str | None,
    credentials: grpc.ChannelCredentials | None = None,
    address: str = "",
) -> AsyncIterator[Any]:
    """A stream of a client with that token, to `address`, or to the lobby's own if that is "".

    With credentials it is always the lobby's own address.
    """
    # Without a pool of its own it would share its connection with other clients of this process.
    own = [("grpc.use_local_subchannel_pool", 1)]
    channel = (
        aio.secure_channel(lobby.address, credentials, own)
        if credentials
        else aio.insecure_channel(address or lobby.address, own)
    )
    async with channel:
        method: Any = channel.stream_stream(
            f"/{SERVICE}/Play",
            request_serializer=pb.PlayRequest.SerializeToString,
            response_deserializer=pb.PlayResponse.FromString,
        )
        yield method(metadata=(("authorization", f"Bearer {token}"),) if token else ())
