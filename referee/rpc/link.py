"""The wire as a session sees it: bytes in, bytes out, whatever carries them."""

import asyncio
from typing import Protocol

from stych.v1.referee_pb2 import PlayResponse


class Link(Protocol):
    """One connection of one bot."""

    async def receive(self) -> bytes | None:
        """The next request, undecoded; None when the bot is gone."""

    async def send(self, response: bytes) -> None:
        """Hand over an encoded PlayResponse.

        It waits while the bot does not read, and never raises for one that is dead. To be left
        alone until it is done: cancelled half way it would forbid whatever is sent later.
        """


async def send_within(seconds: float, link: Link, response: bytes) -> bool:
    """Whether it was sent in time; it is on its way until the bot reads it or is gone."""
    sending = asyncio.create_task(link.send(response))
    done, _ = await asyncio.wait({sending}, timeout=seconds)
    return bool(done)


class MemoryLink:
    """A link without a network: the mock transport for tests, with the bot's end in reach."""

    def __init__(self) -> None:
        self.to_referee: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.to_bot: asyncio.Queue[PlayResponse] = asyncio.Queue()

    async def receive(self) -> bytes | None:
        """What the bot's end put into `to_referee`; None is its hanging up."""
        return await self.to_referee.get()

    async def send(self, response: bytes) -> None:
        """Into `to_bot`, for the bot's end to take."""
        await self.to_bot.put(PlayResponse.FromString(response))
