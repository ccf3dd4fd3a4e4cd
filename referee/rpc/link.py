"""The connection as a session sees it: messages as bytes, whatever transport carries them."""

import asyncio
from typing import Protocol

from stych.v1.referee_pb2 import PlayResponse


class Link(Protocol):
    """One stream of messages between the referee and one bot."""

    async def receive(self) -> bytes | None:
        """Wait for the next request, undecoded; None when the bot has gone."""

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
    """A link without a network, for tests, which hold the bot's end: the two queues."""

    def __init__(self) -> None:
        self.to_referee: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.to_bot: asyncio.Queue[PlayResponse] = asyncio.Queue()

    async def receive(self) -> bytes | None:
        """The next entry of `to_referee`; the bot's end puts None there to hang up."""
        return await self.to_referee.get()

    async def send(self, response: bytes) -> None:
        """Put the message into `to_bot`, from which the bot's end takes it."""
        await self.to_bot.put(PlayResponse.FromString(response))
