"""Tells which bots a worker waits for when none of its matches has ended for a while."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final, Protocol
from weakref import WeakKeyDictionary

from tournaments.hosting.notices import Waiting

_QUIET_SECONDS: Final = 10.0
"""Seconds without the end of a match after which the bots that are waited for are told of."""
_AGAIN_SECONDS: Final = 30.0
"""Seconds from then until they are told of again."""
_LONG_SECONDS: Final = 5.0
"""Seconds for which a bot must have been waited for to be told of."""
_TICK_SECONDS: Final = 1.0
"""Seconds between two looks at the bots."""


class _Asked(Protocol):
    def waited_ms(self) -> float | None:
        """Milliseconds for which the bot has been waited for; None when it is not."""


class StallMonitor:
    """When no match has ended for 10 s, tells which bots have been waited for 5 s or longer.

    It does so again every 30 s as long as none ends. A match is no stall if its bots answer within
    5 s, however long it is.
    """

    def __init__(
        self, tell: Callable[[Waiting], None], clock: Callable[[], float] = monotonic
    ) -> None:
        self._tell = tell
        self._clock = clock
        # Weak, since the end of a bot is not reported here.
        self._bots: WeakKeyDictionary[_Asked, str] = WeakKeyDictionary()
        """The bots that exist, with the names of their entrants."""
        self._ended = self._clock()
        """By `clock`: when the last match ended; until one has, when this object was made."""
        self._due = self._ended + _QUIET_SECONDS

    def add(self, name: str, bot: _Asked) -> None:
        """Watch a bot of the entrant `name` from now on."""
        self._bots[bot] = name

    def note_end(self) -> None:
        """Note that a match has ended, so that the 10 s begin anew."""
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
