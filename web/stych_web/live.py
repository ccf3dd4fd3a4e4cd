"""News of tournaments for open pages, as server-sent events.

One task looks at the data folder for all who listen, and only while somebody does.
"""

import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import anyio

from stych_web.site import WebSite
from stych_web.standings import StandingsView, current_standings
from stych_web.streams import SILENCE, STILL_HERE

_PAUSE: Final = 0.5
"""Seconds between two looks at the data folder."""
MOST_LISTENERS: Final = 1000


@dataclass(frozen=True, slots=True)
class News:
    """How far a tournament has come: what its page would show otherwise than before."""

    matches: int
    total: int
    version: str

    @classmethod
    def of(cls, view: StandingsView) -> "News":
        """Those of a view. Whole blocks count, so that they tell nothing of an open board."""
        own = view.progress
        return cls(own.matches, own.total, own.version)

    @property
    def id(self) -> str:
        """What a listener that comes back says it heard last."""
        return self.version

    def event(self, name: str) -> bytes:
        """The news as a server-sent event, in bytes."""
        data = json.dumps({"tournament": name, "matches": self.matches, "total": self.total})
        return f"id: {self.id}\nevent: standings\ndata: {data}\n\n".encode()


class LiveNews:
    """Watches the tournaments that somebody listens to."""

    def __init__(self, site: WebSite) -> None:
        self._site = site
        self._listeners: dict[str, int] = {}
        self._known: dict[str, News] = {}
        self._changed = anyio.Condition()
        self._wanted = anyio.Event()
        self._closed = False

    @property
    def listeners(self) -> int:
        """How many streams are open now."""
        return sum(self._listeners.values())

    async def close(self) -> None:
        """End all streams: the server stops."""
        self._closed = True
        async with self._changed:
            self._changed.notify_all()

    async def watch(self) -> None:
        """Look again and again, for ever."""
        while True:
            if not self._listeners:
                self._wanted = anyio.Event()
                await self._wanted.wait()
            # Also where nothing was saved since: what is kept may be older than that.
            await self._look()
            await anyio.sleep(_PAUSE)

    async def _look(self) -> None:
        before = dict(self._known)
        for name in [*self._listeners]:
            # What is wrong with one tournament now is said by its pages, and may be over later: it
            # must not end the news of the others.
            with suppress(Exception):
                self._known[name] = News.of(await current_standings(self._site, name))
        # Forgotten with its last listener: what was so then would be the first news of the next
        # one.
        for name in self._known.keys() - self._listeners.keys():
            del self._known[name]
        # To wake hundreds for nothing takes longer than to look.
        if self._known != before:
            async with self._changed:
                self._changed.notify_all()

    def _news(self, name: str, heard: str) -> News | None:
        """Those that a listener has not heard yet."""
        news = self._known.get(name)
        return news if news and news.id != heard else None

    async def events(self, name: str, heard: str) -> AsyncIterator[bytes]:
        """What is new of the tournament, beginning with what the listener has not `heard`."""
        # Counted here and not where the stream is asked for: a client may go before it begins.
        self._listeners[name] = self._listeners.get(name, 0) + 1
        self._wanted.set()
        try:
            # A browser that loses the stream comes back by itself, so many milliseconds later.
            yield b"retry: 2000\n\n"
            while not self._closed:
                if news := self._news(name, heard):
                    heard = news.id
                    yield news.event(name)
                    # Not awaited yet: more may have come while this was sent.
                    continue
                with anyio.move_on_after(SILENCE) as scope:
                    async with self._changed:
                        # It may have come before the lock did, and is told of once.
                        if not self._closed and not self._news(name, heard):
                            await self._changed.wait()
                if scope.cancelled_caught:
                    yield STILL_HERE
        finally:
            self._listeners[name] -= 1
            if not self._listeners[name]:
                del self._listeners[name]
