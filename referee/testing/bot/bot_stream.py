"""One stream of a bot under check: hears requests and sends responses, with limits of time."""

import asyncio

from referee.rpc.link import Link, send_within
from stych.v1.referee_pb2 import PlayResponse

_MOST_UNHEARD = 10_000
"""The most requests in the queue; when it is full, no more are read from the bot until `hear` takes
one."""


class BotStream:
    """A bot's stream on one link, while `run` runs: requests are queued until `hear` takes them."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._requests: asyncio.Queue[bytes | None] = asyncio.Queue(_MOST_UNHEARD)
        self._end = asyncio.Event()
        self._over = False

    async def run(self) -> None:
        """Queue the bot's requests until the bot hangs up or `end` is called."""
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._end.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._over = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._requests.empty():
                # Wakes a `hear` that waits for a request; a later `hear` finds that the stream is
                # over.
                self._requests.put_nowait(None)

    async def _read(self) -> None:
        while (data := await self._link.receive()) is not None:
            await self._requests.put(data)

    async def hear(self, seconds: float) -> bytes | None:
        """The next request, undecoded; None at the end of the stream.

        Raises TimeoutError when neither comes within `seconds`.
        """
        if self._over and self._requests.empty():
            return None
        async with asyncio.timeout(seconds):
            return await self._requests.get()

    async def send(self, response: PlayResponse, seconds: float) -> None:
        """Send a response. Raises TimeoutError when the bot does not read it within `seconds`."""
        if not await send_within(seconds, self._link, response.SerializeToString()):
            raise TimeoutError

    def end(self) -> None:
        """End the stream without a Goodbye."""
        self._end.set()
