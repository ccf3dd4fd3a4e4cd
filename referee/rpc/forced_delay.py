"""Delays before actions that nobody is asked for, so that their timing does not tell that.

These actions are forced moves, and the silence of seats that never talk.

If the bot is asked for decisions in other matches meanwhile, a delay ends together with one of
these (`DecisionQueue`, `Batch`). Otherwise the delay takes as long as the bot's last batch, by the
timers of this module.
"""

import asyncio
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Final

from referee.player import Asker

_EARLY_SECONDS: Final = 0.001
"""How long before the end of a short delay its timer rings: event loops wait for whole
milliseconds."""
_SHORT_SECONDS: Final = 0.004
"""Delays below this are short: one millisecond more would lengthen them considerably."""


class ForcedDelay:
    """The delay before one such action. It ends once, and then calls `asker.delay_over`."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker

    def end(self) -> None:
        """End the delay: an answer would have come by now, or the session has ended."""
        self._asker.delay_over()


class ResponseTime:
    """How long a bot's last batch took, in all of its sessions together.

        begin --> end --> begin ...

    Until the first batch is answered it is 0 seconds.
    """

    def __init__(self) -> None:
        self._began = 0.0
        self._seconds = 0.0

    def begin(self, now: float) -> None:
        """Note that a batch can be sent now; `now` is the event loop's time in seconds."""
        # The wait for a CPU slot that follows is counted: it delays the answer to a batch as well.
        self._began = now

    def end(self, now: float, at_most: float) -> None:
        """Note that the batch is answered. Its time counts as at most `at_most` seconds."""
        self._seconds = min(now - self._began, at_most)

    def start(self, delays: Iterable[ForcedDelay]) -> None:
        """Have each of the delays end after as many seconds as the bot's last batch took."""
        for delay in delays:
            delay_timers(asyncio.get_running_loop()).add(self._seconds, delay.end)


class _Timer:
    """Many calls, each due at a time of its own, that share one timer of the event loop.

        idle --add--> set --rings--> ringing --> idle, or set for the next call

    Invariant: outside of `_ring` the timer is set exactly when a call waits, for the one that is
    due first. A call may add others: the timer is set for them after the calls that are due.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, early: float) -> None:
        """The timer rings `early` seconds before a call is due, and then watches the clock."""
        self._loop = loop
        self._early = early
        self._waiting: list[tuple[float, int, Callable[[], None]]] = []
        """A heap of (time when due, number in the order of `add`, function to call)."""
        self._added = 0
        self._handle: asyncio.Handle | None = None
        self._is_ringing = False

    def add(self, due: float, wake: Callable[[], None]) -> None:
        self._added += 1
        heappush(self._waiting, (due, self._added, wake))
        if self._waiting[0][1] == self._added and not self._is_ringing:
            self._reset()

    def _reset(self) -> None:
        if self._handle:
            self._handle.cancel()
        due = self._waiting[0][0]
        if due - self._loop.time() < self._early:
            # The loop would sleep for too long, so look at the clock again in its next turn.
            self._handle = self._loop.call_soon(self._ring)
        else:
            self._handle = self._loop.call_at(due - self._early, self._ring)

    def _ring(self) -> None:
        self._handle = None
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

    A timer of the loop for each delay would cost as much as the rules take for a decision. The
    timer for short delays looks at the clock all through the last millisecond, which keeps a
    processor busy. So long delays, which a millisecond hardly lengthens, have a timer that only
    sleeps.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._short = _Timer(loop, _EARLY_SECONDS)
        self._long = _Timer(loop, 0.0)

    def add(self, seconds: float, wake: Callable[[], None]) -> None:
        """Have `wake` called as soon as `seconds` have passed, and not earlier."""
        timer = self._short if seconds < _SHORT_SECONDS else self._long
        timer.add(self._loop.time() + seconds, wake)


_TIMERS: Final[dict[asyncio.AbstractEventLoop, DelayTimers]] = {}
"""The timers of each event loop."""


def delay_timers(loop: asyncio.AbstractEventLoop) -> DelayTimers:
    """The timers of an event loop, which are made at the first call for the loop."""
    timers = _TIMERS.get(loop)
    if timers is None:
        # Otherwise closed loops would stay in memory for ever, as this dict refers to them.
        for closed in [each for each in _TIMERS if each.is_closed()]:
            del _TIMERS[closed]
        timers = _TIMERS[loop] = DelayTimers(loop)
    return timers
