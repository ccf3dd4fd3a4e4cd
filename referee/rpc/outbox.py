"""What a bot is told beside its decisions: it travels with a batch, or soon alone."""

import asyncio
from collections.abc import Callable
from typing import Final

_TOGETHER_SECONDS: Final = 0.01
"""News wait so long for a batch to go with: a message costs far more than what is in it."""


class Outbox:
    """News of one session, until they are sent.

        empty --put--> fresh --_TOGETHER_SECONDS--> ripe
          ^              |                            |
          +-----take-----+------------take------------+

    Invariant: the timer is set while the news are fresh. `take` lets it run: it then rings in vain,
    or makes later news ripe a little early.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, wake: Callable[[], None]) -> None:
        """`wake` is called when the news have waited long enough for a batch."""
        self._loop = loop
        self._wake = wake
        self._news: list[bytes] = []
        self._timer: asyncio.TimerHandle | None = None

    def put(self, entry: bytes) -> None:
        """Add news, as an entry of a PlayResponse (`referee/wire/news.py`)."""
        self._news.append(entry)
        # The first news decide: later ones must not put off those that wait.
        if self._timer is None:
            self._timer = self._loop.call_later(_TOGETHER_SECONDS, self._ring)

    @property
    def is_ripe(self) -> bool:
        """Whether there is something that waits for no batch any more."""
        return bool(self._news) and self._timer is None

    def take(self) -> bytes:
        """Remove all news and return them as a PlayResponse; b"" when there are none."""
        news, self._news = self._news, []
        return b"".join(news)

    def _ring(self) -> None:
        self._timer = None
        self._wake()
