"""One stream of a bot under check, which can be listened to for some time, and ended."""

import asyncio

from referee.rpc.link import Link
from stych.v1.referee_pb2 import PlayResponse

_MOST_UNHEARD = 10_000
"""Requests that are kept unheard; a bot that sends more has to wait."""


class BotStream:
    """What a bot says on one link, kept until somebody listens. It lasts as long as `run`."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._heard: asyncio.Queue[bytes | None] = asyncio.Queue(_MOST_UNHEARD)
        self._end = asyncio.Event()
        self._over = False

    async def run(self) -> None:
        """Serve until the bot hangs up, or until the stream is ended here."""
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._end.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._over = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._heard.empty():
                # Whoever listens now waits for something to come; later listeners see that it is
                # over.
                self._heard.put_nowait(None)

    async def _read(self) -> None:
        while (data := await self._link.receive()) is not None:
            await self._heard.put(data)

    async def hear(self, seconds: float) -> bytes | None:
        """The next request, undecoded; None at the end of the stream.

        Raises TimeoutError when none comes in `seconds`.
        """
        if self._over and self._heard.empty():
            return None
        async with asyncio.timeout(seconds):
            return await self._heard.get()

    async def send(self, response: PlayResponse, seconds: float) -> None:
        """Hand over a response to be sent. Raises TimeoutError when the bot does not read."""
        async with asyncio.timeout(seconds):
            await self._link.send(response.SerializeToString())

    def end(self) -> None:
        """End the stream without a word."""
        self._end.set()
