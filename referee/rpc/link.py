"""The connection as a session sees it: bytes in, bytes out, whatever carries them."""

import asyncio
from typing import Protocol

from stych.v1.referee_pb2 import PlayResponse


class Link(Protocol):
    """One connection of one bot, of which one stream of messages is used."""

    async def receive(self) -> bytes | None:
        """The next request, undecoded; None when the bot is gone."""

    async def send(self, response: bytes) -> None:
        """Hand over an encoded PlayResponse.

        It waits while the bot does not read, and never raises for one that is dead. It must not be
        cancelled: half sent, it would forbid whatever is sent later.
        """


async def send_within(seconds: float, link: Link, response: bytes) -> bool:
    """Whether it was sent in time; if not, it goes on until the bot reads it or is gone."""
    sending = asyncio.create_task(link.send(response))
    # Not wait_for, which would cancel the send.
    done, _ = await asyncio.wait({sending}, timeout=seconds)
    return bool(done)


class MemoryLink:
    """A link without a network: the mock transport for tests, with the bot's end in reach."""

    def __init__(self) -> None:
        self.to_referee: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.to_bot: asyncio.Queue[PlayResponse] = asyncio.Queue()

    async def receive(self) -> bytes | None:
        """What the bot's end put into `to_referee`; None stands for its hanging up."""
        return await self.to_referee.get()

    async def send(self, response: bytes) -> None:
        """Put the message into `to_bot`, from which the bot's end takes it."""
        await self.to_bot.put(PlayResponse.FromString(response))
