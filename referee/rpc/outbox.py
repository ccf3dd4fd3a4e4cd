"""What a bot is told beside its decisions: it travels with a list, or soon alone."""

import asyncio
from collections.abc import Callable

_TOGETHER_SECONDS = 0.01
"""What is told waits so long for a list to go with: a message costs far more than what is in it."""


class Outbox:
    """News of one session, until they are sent."""

    def __init__(self, loop: asyncio.AbstractEventLoop, wake: Callable[[], None]) -> None:
        """`wake` is called when they have waited long enough for a list."""
        self._loop = loop
        self._wake = wake
        self._news: list[bytes] = []
        self._timer: asyncio.TimerHandle | None = None

    def put(self, entry: bytes) -> None:
        """News, as an entry of a PlayResponse (`referee/wire/news.py`)."""
        self._news.append(entry)
        if self._timer is None:
            self._timer = self._loop.call_later(_TOGETHER_SECONDS, self._ring)

    @property
    def ripe(self) -> bool:
        """Whether there is something that waits for no list any more."""
        return bool(self._news) and self._timer is None

    def take(self) -> bytes:
        """All of it, which is here no longer, as a PlayResponse; nothing if there is none."""
        news, self._news = self._news, []
        return b"".join(news)

    def _ring(self) -> None:
        self._timer = None
        self._wake()
