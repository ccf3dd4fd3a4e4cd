"""News for a bot: starts, ends and openings of matches.

They are sent with the next batch of decisions, or alone if none comes soon.
"""

import asyncio
from collections.abc import Callable
from typing import Final

_TOGETHER_SECONDS: Final = 0.01
"""Seconds that news wait for a batch, to be sent in one message with it. That is cheaper than two
messages, since a message costs far more than its contents."""


class Outbox:
    """The news of one session that are not sent yet.

        empty --put--> fresh --_TOGETHER_SECONDS--> ripe
          ^              |                            |
          +-----take-----+------------take------------+

    Invariant: the timer is set while the news are fresh. `take` does not stop the timer, which may
    then ring when there are no news, or make later news ripe a little early.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, wake: Callable[[], None]) -> None:
        """`wake` is called when news have become ripe: when they no longer wait for a batch.

        It may also be called when there are no news.
        """
        self._loop = loop
        self._wake = wake
        self._news: list[bytes] = []
        self._timer: asyncio.TimerHandle | None = None

    def put(self, entry: bytes) -> None:
        """Add news, as an entry of a PlayResponse (`referee/wire/news.py`)."""
        self._news.append(entry)
        # Further news do not set the timer anew, which would delay the news that wait already.
        if self._timer is None and len(self._news) == 1:
            self._timer = self._loop.call_later(_TOGETHER_SECONDS, self._ring)

    @property
    def is_ripe(self) -> bool:
        """Whether there are news that no longer wait for a batch, and are to be sent alone."""
        return bool(self._news) and self._timer is None

    def take(self) -> bytes:
        """Remove all news and return them as a PlayResponse; b"" when there are none."""
        news, self._news = self._news, []
        return b"".join(news)

    def _ring(self) -> None:
        self._timer = None
        self._wake()
