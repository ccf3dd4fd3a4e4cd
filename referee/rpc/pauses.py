"""Pauses of matches before what is not asked: nobody can tell from the time that it was not.

They end with the answers to what is asked of the same bot (`Questions`). When nothing is, they take
as long as answers did, many at a time, to the instant where they are short.

A timer of the event loop costs as much as a decision of the rules, and the loop waits for whole
milliseconds. So all matches share two of them: one for short pauses, which looks at the clock all
through the last millisecond, and one for those that a millisecond hardly lengthens.
"""

import asyncio
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Final

from referee.rpc.questions import Question

_TIMERS_SECONDS: Final = 0.001
"""Event loops wait for whole milliseconds."""
_SHORT_SECONDS: Final = 0.004
"""A pause up to this is not to be a good deal longer because of that."""


class _Timer:
    """The pauses that share one timer of the loop, which rings so much early."""

    def __init__(self, loop: asyncio.AbstractEventLoop, early: float) -> None:
        self._loop = loop
        self._early = early
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._set: asyncio.Handle | None = None
        self._ringing = False

    def add(self, until: float, wake: Callable[[], None]) -> None:
        self._count += 1
        heappush(self._waiting, (until, self._count, wake))
        if self._waiting[0][1] == self._count and not self._ringing:
            self._wind()

    def _wind(self) -> None:
        if self._set:
            self._set.cancel()
        until = self._waiting[0][0]
        if until - self._loop.time() < self._early:
            self._set = self._loop.call_soon(self._ring)
        else:
            self._set = self._loop.call_at(until - self._early, self._ring)

    def _ring(self) -> None:
        self._set = None
        self._ringing = True
        now = self._loop.time()
        try:
            while self._waiting and self._waiting[0][0] <= now:
                heappop(self._waiting)[2]()
        finally:
            self._ringing = False
            if self._waiting:
                self._wind()


class Pauses:
    """Those of one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._short = _Timer(loop, _TIMERS_SECONDS)
        self._long = _Timer(loop, 0.0)

    def add(self, seconds: float, wake: Callable[[], None]) -> None:
        """Have `wake` called when so many seconds have passed: not before, and soon after."""
        timer = self._short if seconds < _SHORT_SECONDS else self._long
        timer.add(self._loop.time() + seconds, wake)


_OF_LOOPS: Final[dict[asyncio.AbstractEventLoop, Pauses]] = {}


def pauses_of(loop: asyncio.AbstractEventLoop) -> Pauses:
    """The loop's, which all of its matches share."""
    found = _OF_LOOPS.get(loop)
    if found is None:
        for closed in [each for each in _OF_LOOPS if each.is_closed()]:
            del _OF_LOOPS[closed]
        found = _OF_LOOPS[loop] = Pauses(loop)
    return found


class Pace:
    """How long a bot's lists of decisions take, in whichever of its sessions: so long it pauses."""

    def __init__(self) -> None:
        self._since = 0.0
        self._seconds = 0.0
        """Of the last list, from when it could be sent until it was answered."""

    def begin(self, now: float) -> None:
        """A list can be sent, by the loop's clock at this time."""
        self._since = now

    def end(self, now: float, at_most: float) -> None:
        """All of it is answered; nobody is to wait longer than so many seconds for no answer."""
        self._seconds = min(now - self._since, at_most)

    def keep(self, pauses: Iterable[Question]) -> None:
        """They pass when an answer would be here."""
        for pause in pauses:
            pauses_of(asyncio.get_running_loop()).add(self._seconds, pause.passed)
