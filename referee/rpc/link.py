"""The connection to a bot as a session uses it: messages as bytes, over any transport."""

import asyncio
from typing import Protocol

from stych.v1.referee_pb2 import PlayResponse


class Link(Protocol):
    """One stream of messages between the referee and one bot."""

    async def receive(self) -> bytes | None:
        """Wait for the next request and return it undecoded; None when the bot has gone."""

    async def send(self, response: bytes) -> None:
        """Hand over an encoded PlayResponse.

        It waits while the bot does not read, and raises nothing when the bot has gone. It must not
        be cancelled: after half of a message nothing more could be sent.
        """


async def send_within(seconds: float, link: Link, response: bytes) -> bool:
    """Send the response; False when that takes more than `seconds`.

    The sending then goes on by itself until the bot has read the response or has gone.
    """
    sending = asyncio.create_task(link.send(response))
    # Not wait_for, which would cancel the task.
    done, _ = await asyncio.wait({sending}, timeout=seconds)
    return bool(done)


class MemoryLink:
    """A link without a network, for tests. The bot's end of it is the two queues."""

    def __init__(self) -> None:
        self.to_referee: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.to_bot: asyncio.Queue[PlayResponse] = asyncio.Queue()

    async def receive(self) -> bytes | None:
        """Wait for the next entry of `to_referee`. A test puts None there to hang up."""
        return await self.to_referee.get()

    async def send(self, response: bytes) -> None:
        """Put the message, decoded, into `to_bot`."""
        await self.to_bot.put(PlayResponse.FromString(response))
