"""Delays before moves that nobody is asked for: their time does not tell that they were forced.

A delay ends with the answers to what is asked of the same bot (`DecisionQueue`, `Batch`). When
nothing is asked of it, a delay takes as long as the bot's last batch, by the timers of this module.
"""

import asyncio
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Final

from referee.player import Asker

_EARLY_SECONDS: Final = 0.001
"""The resolution of event loops, which wait for whole milliseconds."""
_SHORT_SECONDS: Final = 0.004
"""Delays below this would become a good deal longer by a millisecond."""


class ForcedDelay:
    """The delay before one forced move. It ends once: `asker.delay_over` is called."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker

    def end(self) -> None:
        """End the delay: an answer would be here by now, or the session has ended."""
        self._asker.delay_over()


class ResponseTime:
    """How long a bot's last batch took, in all of its sessions together.

        begin --> end --> begin ...

    It is 0 until the first batch was answered: a bot's first forced moves take no time.
    """

    def __init__(self) -> None:
        self._began = 0.0
        self._seconds = 0.0

    def begin(self, now: float) -> None:
        """A batch can be sent, by the loop's clock at this time."""
        # What it then waits for a processor counts: an answer would have come later for it.
        self._began = now

    def end(self, now: float, at_most: float) -> None:
        """All of the batch is answered; no forced move is to take longer than `at_most` seconds."""
        self._seconds = min(now - self._began, at_most)

    def start(self, delays: Iterable[ForcedDelay]) -> None:
        """End the delays when an answer would be here."""
        for delay in delays:
            delay_timers(asyncio.get_running_loop()).add(self._seconds, delay.end)


class _Timer:
    """Many wake-ups that share one timer of the event loop.

        idle --add--> set --rings--> ringing --> idle, or set for the next wake-up

    Invariant: outside of `_ring` the timer is set exactly when something waits, for what is due
    first. While it rings, what is woken may add more: the timer is set only after that.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, early: float) -> None:
        """The timer rings `early` seconds before something is due, and then asks the clock."""
        self._loop = loop
        self._early = early
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []
        """A heap: when it is due, its number among those due together, what to call."""
        self._added = 0
        self._set: asyncio.Handle | None = None
        self._is_ringing = False

    def add(self, due: float, wake: Callable[[], None]) -> None:
        self._added += 1
        heappush(self._waiting, (due, self._added, wake))
        if self._waiting[0][1] == self._added and not self._is_ringing:
            self._reset()

    def _reset(self) -> None:
        if self._set:
            self._set.cancel()
        due = self._waiting[0][0]
        if due - self._loop.time() < self._early:
            # The loop would sleep for too long: look at the clock again in its next turn.
            self._set = self._loop.call_soon(self._ring)
        else:
            self._set = self._loop.call_at(due - self._early, self._ring)

    def _ring(self) -> None:
        self._set = None
        self._is_ringing = True
        now = self._loop.time()
        try:
            while self._waiting and self._waiting[0][0] <= now:
                heappop(self._waiting)[2]()
        finally:
            self._is_ringing = False
            if self._waiting:
                self._reset()


class DelayTimers:
    """The two timers that all matches of an event loop share.

    A timer of the loop for each delay would cost as much as a decision of the rules. The timer for
    short delays looks at the clock all through the last millisecond, which takes a processor. So
    long delays, which a millisecond hardly lengthens, have a timer that only sleeps.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._short = _Timer(loop, _EARLY_SECONDS)
        self._long = _Timer(loop, 0.0)

    def add(self, seconds: float, wake: Callable[[], None]) -> None:
        """Have `wake` called when so many seconds have passed: not before, and soon after."""
        timer = self._short if seconds < _SHORT_SECONDS else self._long
        timer.add(self._loop.time() + seconds, wake)


_OF_LOOPS: Final[dict[asyncio.AbstractEventLoop, DelayTimers]] = {}


def delay_timers(loop: asyncio.AbstractEventLoop) -> DelayTimers:
    """The timers of an event loop, which are made when they are first asked for."""
    found = _OF_LOOPS.get(loop)
    if found is None:
        # Loops that are over would be kept for ever by this dict.
        for closed in [each for each in _OF_LOOPS if each.is_closed()]:
            del _OF_LOOPS[closed]
        found = _OF_LOOPS[loop] = DelayTimers(loop)
    return found
