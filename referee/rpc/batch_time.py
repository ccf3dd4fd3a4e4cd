"""How long a bot has had a batch, and how much of that it is charged."""

from collections.abc import Callable
from typing import Final

from referee.rpc.burden import Burden
from referee.rpc.clock import CpuMeter

_IDLE_SHARE: Final = 0.1
"""A bot that uses less of a processor does not think."""
_STARVED_SHARE: Final = 0.5
"""Of the time that was looked at: a bot that waited for a processor as long was starved."""
_USED_UP_SHARE: Final = 0.9
"""Of what is allowed: a bot that used as much was not starved, it was slow."""
_BURDEN_SHARE: Final = 1.0
"""Of what is allowed: so much more time the referee's own work gives at most.

Others may cause that work, and with it a bot would be given time to think.
"""
ROUNDING: Final = 1e-6
"""Seconds; times that differ by less are the same."""


class BatchTime:
    """Wall time of a batch in seconds, without what the referee itself was held up.

        begun --next_lap--> second lap --next_lap--> ...

    A lap ends with each message that has answers. Invariant: once a timer has reported what it was
    overdue, the laps together have as much wall time as the batch.
    """

    def __init__(self, now: float) -> None:
        self._began = self._lap_began = now
        self.held_up = self._lap_held_up = 0.0

    def wall(self, now: float) -> float:
        """Seconds of wall time since the batch was sent."""
        return now - self._began - self.held_up

    def lap(self, now: float) -> float:
        """Seconds of wall time since this lap began."""
        return now - self._lap_began - self._lap_held_up

    def hold_up(self, seconds: float) -> None:
        """Leave so many seconds out of the account: nobody is charged for them."""
        self.held_up += seconds
        self._lap_held_up += seconds

    def next_lap(self, now: float, overdue: float) -> None:
        """Begin a lap, while a timer is `overdue` by so many seconds."""
        # The timer will report them as held up, but they belong to the lap that ends here.
        self._lap_began, self._lap_held_up = now, -overdue


class ProcessorShare:
    """What a bot had of the machine's processors during a batch, where that is counted.

    It is looked at now and then, as asking costs a system call: the first time well after the
    batch was sent, so that quick answers need none.

        unseen --look--> seen in this lap --next_lap--> unseen in this lap --look--> ...
        not watched --watch_queue--> queue watched --forgive--> not watched

    Invariant: a lap is charged its wall time until the first look in it, and processor time only
    from there on; never more than its wall time.
    """

    def __init__(self, meter: CpuMeter, idle: Callable[[], None]) -> None:
        """`idle` is called when the bot is seen not to think, perhaps often."""
        self._meter = meter
        self._idle = idle
        self._at_first: float | None = None
        """Processor time at the first look of all."""
        self._at_last: tuple[float, float] | None = None
        """Wall and processor time at the last look."""
        self._in_lap: tuple[float, float] | None = None
        """Wall time of the lap and processor time, at the first look in this lap."""
        self._queued: tuple[float, float] | None = None
        """Wall time when the queue began to be watched, and the time spent in it until then."""

    def look(self, wall: float, lap: float) -> float | None:
        """Processor time of the bot's process by now; None where nobody counts it."""
        # Where nobody counts it, wall time is charged.
        cpu = self._meter.cpu()
        if cpu is None:
            return None
        if self._at_first is None:
            self._at_first = cpu
        if self._in_lap is None:
            self._in_lap = (lap, cpu)
        if self._at_last is not None:
            before, used = self._at_last
            if cpu - used < _IDLE_SHARE * (wall - before):
                self._idle()
        self._at_last = (wall, cpu)
        return cpu

    def charge(self, lap: float, cpu: float | None) -> float:
        """Seconds that the lap is charged, with the processor time that `look` returned."""
        if self._in_lap is None or cpu is None:
            return lap
        before, used = self._in_lap
        # Several threads may use more than one second in a second; that is not held against it.
        return min(lap, before + cpu - used)

    def next_lap(self, lap: float) -> float:
        """Begin a lap. Returns the seconds that the one that ends is charged."""
        charged = self.charge(lap, self._meter.cpu() if self._in_lap else None)
        self._in_lap = None
        return charged

    def used(self) -> float | None:
        """Seconds of processor time since the first look; None where there was none."""
        cpu = self._meter.cpu()
        return None if cpu is None or self._at_first is None else cpu - self._at_first

    def watch_queue(self, wall: float) -> None:
        """See from now on how long the bot waits for a processor."""
        if self._queued is None:
            queued = self._meter.queued()
            self._queued = None if queued is None else (wall, queued)

    def forgive(self) -> None:
        """Watch the queue from the beginning, next time."""
        self._queued = None

    def queued(self) -> float | None:
        """Seconds that it waited for a processor; None where nobody watched."""
        if self._queued is None:
            return None
        queued = self._meter.queued()
        return None if queued is None else queued - self._queued[1]

    def is_starved(self, wall: float, allowed: float) -> bool:
        """Whether it was ready to run for at least half of the time, and got no processor.

        A bot whose threads crowd one another out is not starved: together they use a lot.
        """
        waited = self.queued()
        if waited is None or self._queued is None:
            return False
        used = self.used()
        # It had processors after all, so its wait was its own threads' doing.
        if used is not None and used >= min(_STARVED_SHARE * wall, _USED_UP_SHARE * allowed):
            return False
        return waited > 0 and waited >= _STARVED_SHARE * (wall - self._queued[0])


class BurdenAllowance:
    """Time that the referee's own work has taken from a batch, and that the bot is not charged.

    Invariant: `take` gives no more than `most` in all, as others may cause that work.
    """

    def __init__(self, burden: Burden, allowed: float) -> None:
        """`allowed` is what the clocks allow for the batch, in seconds."""
        self._burden = burden
        self._before = burden.seconds()
        self._most = _BURDEN_SHARE * allowed
        self._taken = 0.0

    def take(self, overdue: float, lap: float) -> float:
        """Seconds that are not charged since this was asked before.

        `overdue` is what is known to be held up already, `lap` the rest of the lap's wall time.
        """
        before, self._before = self._before, self._burden.seconds()
        # The burden grows in steps, perhaps by more than a short lap has taken.
        seconds = min(self._before - before - overdue, self._most - self._taken, lap)
        if seconds <= 0:
            return 0.0
        self._taken += seconds
        return seconds

    @property
    def is_used_up(self) -> bool:
        """Whether all that can be given was given."""
        return 0 < self._most <= self._taken + ROUNDING
