"""Tells who is waited for when no match of a worker has ended for a while."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol
from weakref import WeakKeyDictionary

from tournaments.hosting.notices import Waiting

_QUIET_SECONDS: Final = 10.0
_AGAIN_SECONDS: Final = 30.0
_LONG_SECONDS: Final = 5.0
_TICK_SECONDS: Final = 1.0


class _Asked(Protocol):
    def waited_ms(self) -> float | None:
        """Milliseconds for which it has been waited for; None when it is not."""


class StallMonitor:
    """Tells which bots have been waited for since 5 s or more, when no match has ended for 10 s.

    It tells so every 30 s at most. Bots that were asked later are left out: a long match of bots
    that think is no stall.
    """

    def __init__(
        self, tell: Callable[[Waiting], None], clock: Callable[[], float] = monotonic
    ) -> None:
        self._tell = tell
        self._clock = clock
        # Weak, since nobody says when a bot is gone.
        self._bots: WeakKeyDictionary[_Asked, str] = WeakKeyDictionary()
        """The bots that exist, with the names of their entrants."""
        self._ended = self._clock()
        """When the last match ended; before that, when this was made."""
        self._due = self._ended + _QUIET_SECONDS

    def add(self, name: str, bot: _Asked) -> None:
        """Add a bot that may be waited for."""
        self._bots[bot] = name

    def ended(self) -> None:
        """Note that a match has ended: all is well."""
        self._ended = self._clock()
        self._due = self._ended + _QUIET_SECONDS

    async def run(self) -> None:
        """Look once a second, until this is cancelled."""
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            if self._clock() >= self._due:
                self._look()

    def _look(self) -> None:
        waited: dict[str, float] = {}
        for bot, name in list(self._bots.items()):
            seconds = (bot.waited_ms() or 0.0) / 1000
            if seconds >= _LONG_SECONDS:
                waited[name] = max(seconds, waited.get(name, 0.0))
        if waited:
            now = self._clock()
            self._due = now + _AGAIN_SECONDS
            self._tell(Waiting(now - self._ended, tuple(sorted(waited.items()))))
