"""The server of one bot, whose streams are the test's, and a client's channel to it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from grpc import aio

from referee.rpc.link import Link
from referee.rpc.server import SERVICE, BotServer
from stych.v1 import referee_pb2 as pb

PATIENCE = 30


class Host:
    """Serves streams by handing them to the test, and waits until it lets go of them."""

    def __init__(self) -> None:
        self.flooded: list[str] = []
        self.server = BotServer(self._serve, self.flooded.append)
        self.links: asyncio.Queue[Link] = asyncio.Queue()
        self.enough = asyncio.Event()
        self.served = 0

    async def _serve(self, link: Link) -> None:
        await self.links.put(link)
        await self.enough.wait()
        self.served += 1


@asynccontextmanager
async def hosted(folder: Path | None) -> AsyncIterator[tuple[Host, aio.Channel]]:
    """A server that listens, and a client's channel to it."""
    host = Host()
    async with asyncio.timeout(PATIENCE):
        await host.server.listen(folder)
        async with aio.insecure_channel(host.server.address) as channel:
            try:
                yield host, channel
            finally:
                host.enough.set()
                await host.server.stop()


def play(channel: aio.Channel, token: str | None) -> Any:
    """A stream on which any bytes can be said."""
    method: Any = channel.stream_stream(
        f"/{SERVICE}/Play", response_deserializer=pb.PlayResponse.FromString
    )
    return method(metadata=(("authorization", f"Bearer {token}"),) if token is not None else ())


async def refusal(call: Any) -> aio.AioRpcError:
    with pytest.raises(aio.AioRpcError) as caught:
        await call.read()
    return caught.value
