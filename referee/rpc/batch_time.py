"""How long a bot has had a batch, and how much of that time it is charged.

A lap is the time from the sending of the batch, or from a message with answers, to the next message
with answers or the loss of the session.
"""

from collections.abc import Callable
from typing import Final

from referee.rpc.burden import Burden
from referee.rpc.clock import CpuMeter

_IDLE_SHARE: Final = 0.1
"""The share of one processor. A bot that uses less between two looks does not think."""
_STARVED_SHARE: Final = 0.5
"""The share of a span of time. A bot that waited this long for a processor was starved; one that
used processors for this long was not."""
_USED_UP_SHARE: Final = 0.9
"""The share of the allowed time. A bot that used this much was not starved but slow."""
_BURDEN_SHARE: Final = 1.0
"""The share of the allowed time; at most this much is not charged because of the referee's work.

It is bounded because other clients may cause that work, and so give a bot more time to think.
"""
ROUNDING: Final = 1e-6
"""Seconds; times that differ by less count as the same."""


class BatchTime:
    """Wall time of a batch in seconds, without the time that the referee itself was held up.

        first lap --next_lap--> second lap --next_lap--> ...

    Invariant: once a timer has reported how long it was overdue, the wall times of all laps add up
    to that of the batch.
    """

    def __init__(self, now: float) -> None:
        self._began = self._lap_began = now
        self.held_up = self._lap_held_up = 0.0
        """Seconds that the referee was held up, in the whole batch and in the current lap."""

    def wall(self, now: float) -> float:
        """Seconds of wall time since the batch was sent."""
        return now - self._began - self.held_up

    def lap(self, now: float) -> float:
        """Seconds of wall time since the current lap began."""
        return now - self._lap_began - self._lap_held_up

    def hold_up(self, seconds: float) -> None:
        """Leave these seconds out of the account: the bot is not charged for them."""
        self.held_up += seconds
        self._lap_held_up += seconds

    def next_lap(self, now: float, overdue: float) -> None:
        """Begin a lap, while the timer of the deadline is `overdue` by this many seconds."""
        # When the timer rings it reports them by `hold_up`, but they belong to the lap that ends.
        self._lap_began, self._lap_held_up = now, -overdue


class ProcessorShare:
    """The processor time that a bot used during a batch, and how long it waited for a processor.

    Each look costs a system call. The first one comes well after the batch was sent, so that a
    quick answer needs none.

        no look in this lap --look--> looked at --next_lap--> no look in this lap --> ...
        queue not watched --watch_queue--> queue watched --forgive--> queue not watched

    Invariant: a lap is charged its wall time until the first look in it, and processor time from
    then on. It is never charged more than its wall time.
    """

    def __init__(self, meter: CpuMeter, idle: Callable[[], None]) -> None:
        """`idle` is called at each look that finds the bot not thinking."""
        self._meter = meter
        self._idle = idle
        self._first_cpu: float | None = None
        """Processor time at the first look of the batch."""
        self._last_look: tuple[float, float] | None = None
        """The batch's wall time, and the processor time, at the last look."""
        self._first_look_in_lap: tuple[float, float] | None = None
        """The lap's wall time, and the processor time, at the first look in the current lap."""
        self._queue_start: tuple[float, float] | None = None
        """The batch's wall time, and the time that the bot had spent waiting for a processor, when
        the queue began to be watched."""

    def look(self, wall: float, lap: float) -> float | None:
        """Look at the bot's processor time, and return its seconds; None where nobody counts it.

        `wall` and `lap` are the wall times of the batch and of the lap by now, in seconds.
        """
        cpu = self._meter.cpu()
        # Without a look in the lap, `charge` charges wall time.
        if cpu is None:
            return None
        if self._first_cpu is None:
            self._first_cpu = cpu
        if self._first_look_in_lap is None:
            self._first_look_in_lap = (lap, cpu)
        if self._last_look is not None:
            last_wall, last_cpu = self._last_look
            if cpu - last_cpu < _IDLE_SHARE * (wall - last_wall):
                self._idle()
        self._last_look = (wall, cpu)
        return cpu

    def charge(self, lap: float, cpu: float | None) -> float:
        """Seconds that are charged for the lap, whose wall time is `lap`.

        `cpu` is the processor time that the bot has used by now, as `look` returns it.
        """
        if self._first_look_in_lap is None or cpu is None:
            return lap
        first_lap, first_cpu = self._first_look_in_lap
        # Several threads may use more than one second in a second. The bot is not charged for that.
        return min(lap, first_lap + cpu - first_cpu)

    def next_lap(self, lap: float) -> float:
        """End a lap of `lap` seconds, and begin the next one. Returns the seconds to be charged."""
        charged = self.charge(lap, self._meter.cpu() if self._first_look_in_lap else None)
        self._first_look_in_lap = None
        return charged

    def used(self) -> float | None:
        """Seconds of processor time since the first look; None before that, or if not counted."""
        cpu = self._meter.cpu()
        return None if cpu is None or self._first_cpu is None else cpu - self._first_cpu

    def watch_queue(self, wall: float) -> None:
        """Measure from now on how long the bot waits for a processor."""
        if self._queue_start is None:
            queued = self._meter.queued()
            self._queue_start = None if queued is None else (wall, queued)

    def forgive(self) -> None:
        """Forget how long the bot waited for a processor; `watch_queue` begins anew."""
        self._queue_start = None

    def queued(self) -> float | None:
        """Seconds since `watch_queue` that the bot waited for a processor; None if not measured."""
        if self._queue_start is None:
            return None
        queued = self._meter.queued()
        return None if queued is None else queued - self._queue_start[1]

    def is_starved(self, wall: float, allowed: float) -> bool:
        """Whether the bot was ready to run, without a processor, for at least half of the time.

        The time counts from `watch_queue` on. `wall` is the batch's wall time by now, and `allowed`
        the time that the clocks allow for the batch, in seconds. A bot whose threads crowd one
        another out is not starved: together they use a lot.
        """
        waited = self.queued()
        if waited is None or self._queue_start is None:
            return False
        used = self.used()
        # The bot had processors, so its threads waited for one another.
        if used is not None and used >= min(_STARVED_SHARE * wall, _USED_UP_SHARE * allowed):
            return False
        return waited > 0 and waited >= _STARVED_SHARE * (wall - self._queue_start[0])


class BurdenAllowance:
    """Time that the referee's own work has taken from a batch, and that the bot is not charged.

    Invariant: the results of `take` add up to at most `_most` seconds.
    """

    def __init__(self, burden: Burden, allowed: float) -> None:
        """`allowed` is what the clocks allow for the batch, in seconds."""
        self._burden = burden
        self._last_burden = burden.seconds()
        self._most = _BURDEN_SHARE * allowed
        self._taken = 0.0

    def take(self, overdue: float, lap: float) -> float:
        """The seconds that are to be left out of the account for the time since the last call.

        `overdue` seconds are left out already; `lap` is the lap's wall time without these.
        """
        before, self._last_burden = self._last_burden, self._burden.seconds()
        growth = self._last_burden - before
        # The burden grows in steps, perhaps by more than a short lap has taken.
        seconds = min(growth - overdue, self._most - self._taken, lap)
        if seconds <= 0:
            return 0.0
        self._taken += seconds
        return seconds

    @property
    def is_used_up(self) -> bool:
        """Whether `take` has given all of the allowance; False for an allowance of nothing."""
        return 0 < self._most <= self._taken + ROUNDING
