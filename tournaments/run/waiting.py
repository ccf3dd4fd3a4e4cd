"""Who is waited for, when a worker has had nothing to report for a while."""

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
        """For how long it has been waited for; None when it is not."""


class StallMonitor:
    """Tells whom the matches under way wait for, after 10 s without an end and every 30 s then.

    Who was asked less than 5 s ago is not told: matches of bots that think are long.
    """

    def __init__(
        self, tell: Callable[[Waiting], None], clock: Callable[[], float] = monotonic
    ) -> None:
        self._tell = tell
        self._clock = clock
        self._bots: WeakKeyDictionary[_Asked, str] = WeakKeyDictionary()
        """With the names of their entrants, for as long as somebody else has them."""
        self._ended = self._clock()
        self._due = self._ended + _QUIET_SECONDS

    def add(self, name: str, bot: _Asked) -> None:
        """One more that may be waited for."""
        self._bots[bot] = name

    def ended(self) -> None:
        """A match has ended."""
        self._ended = self._clock()
        self._due = self._ended + _QUIET_SECONDS

    async def run(self) -> None:
        """Until it is cancelled."""
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
