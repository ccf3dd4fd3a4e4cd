"""News of tournaments for open pages, as server-sent events.

One task looks at the data folder for all listeners, and only while there are any. A listener is an
open stream of one tournament.
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
"""Seconds from the end of one look at the data folder to the next look."""
MOST_LISTENERS: Final = 1000
"""Streams that may be open at once; the caller of `LiveNews.events` checks it."""


@dataclass(frozen=True, slots=True)
class News:
    """How far a tournament has come, as an event tells its listeners."""

    matches: int
    """How many matches count."""
    total: int
    """How many matches are known so far, also those to be played."""
    version: str
    """`Progress.version`: an event is sent when it changes."""

    @classmethod
    def of(cls, view: StandingsView) -> "News":
        """The news of a view. Only whole blocks count, so they tell no cards of open boards."""
        progress = view.progress
        return cls(progress.matches, progress.total, progress.version)

    @property
    def id(self) -> str:
        """The id of the event. A listener that connects again names the last id that it got."""
        return self.version

    def event(self, name: str) -> bytes:
        """The news as a server-sent event, in bytes."""
        data = json.dumps({"tournament": name, "matches": self.matches, "total": self.total})
        return f"id: {self.id}\nevent: standings\ndata: {data}\n\n".encode()


class LiveNews:
    """Watches the tournaments that have listeners, and sends them the news."""

    def __init__(self, site: WebSite) -> None:
        self._site = site
        self._listeners: dict[str, int] = {}
        """By tournament: how many streams are open. Tournaments without a stream are not in it."""
        self._latest: dict[str, News] = {}
        """By tournament: the news at the last look."""
        self._changed = anyio.Condition()
        """Notified when `_latest` has changed, and at the end."""
        self._wanted = anyio.Event()
        """Set when a stream begins; `watch` waits for it while there are no listeners."""
        self._closed = False

    @property
    def listeners(self) -> int:
        """How many streams are open, of all tournaments."""
        return sum(self._listeners.values())

    async def close(self) -> None:
        """End all streams, as the server stops."""
        self._closed = True
        async with self._changed:
            self._changed.notify_all()

    async def watch(self) -> None:
        """Look for news while there are listeners, at most twice a second, until cancelled."""
        while True:
            if not self._listeners:
                self._wanted = anyio.Event()
                await self._wanted.wait()
            # Look also when nothing was saved since the last look: that one may have got an older
            # view from the cache.
            await self._look()
            await anyio.sleep(_PAUSE)

    async def _look(self) -> None:
        before = dict(self._latest)
        for name in [*self._listeners]:
            # An error of one tournament must not end the news of the others. The pages of the
            # tournament tell the error, which may be gone at the next look.
            with suppress(Exception):
                self._latest[name] = News.of(await current_standings(self._site, name))
        # Without listeners the news get old: the next listener must not be sent them first.
        for name in self._latest.keys() - self._listeners.keys():
            del self._latest[name]
        # Waking hundreds of listeners for nothing would take longer than the look itself.
        if self._latest != before:
            async with self._changed:
                self._changed.notify_all()

    def _news(self, name: str, heard: str) -> News | None:
        """The latest news, if their id is not `heard`, the last one that a listener got."""
        news = self._latest.get(name)
        return news if news and news.id != heard else None

    async def events(self, name: str, heard: str) -> AsyncIterator[bytes]:
        """Yield the events of the tournament until `close`, and comments while nothing is new.

        `heard` is the id of the last event that the listener got before, "" for none.
        """
        # Counted here and not in the request: a client may disconnect before its stream begins.
        self._listeners[name] = self._listeners.get(name, 0) + 1
        self._wanted.set()
        try:
            # A browser that loses the stream connects again after this many milliseconds.
            yield b"retry: 2000\n\n"
            while not self._closed:
                if news := self._news(name, heard):
                    heard = news.id
                    yield news.event(name)
                    # Look again before waiting: there may be more news since this was sent.
                    continue
                with anyio.move_on_after(SILENCE) as scope:
                    async with self._changed:
                        # News that came before the lock was held are not notified again.
                        if not self._closed and not self._news(name, heard):
                            await self._changed.wait()
                if scope.cancelled_caught:
                    yield STILL_HERE
        finally:
            self._listeners[name] -= 1
            if not self._listeners[name]:
                del self._listeners[name]
