"""When a bot has had a batch for too long, and who is to blame for that.

Where processor time is counted it decides, and the wall clock bounds the wait loosely. Otherwise
the wall clock decides, without what the referee itself was held up. A bot that was ready to run for
at least half of the time that was looked at, and got no processor, is waited on; when that goes on
for several times as long, it is not late: its machine is.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from referee.conduct import Fault, FaultKind, FaultStage
from referee.evidence import Cause, Evidence, milliseconds
from referee.rpc.batch_time import ROUNDING, BatchTime, BurdenAllowance, ProcessorShare
from referee.rpc.burden import Burden
from referee.rpc.clock import Clock, CpuMeter

# How often processor time is asked for; each time costs a system call.
_LOOK_SECONDS: Final = 0.1
# Event loops wait for whole milliseconds.
_AT_LEAST_SECONDS: Final = 0.001
# How often a bot that was starved is waited on for as long once more.
_EXTENSIONS: Final = 4

STARVED: Final = "its machine was too busy: it was ready to run, and got no processor in time"
BURDENED: Final = "the referee was too busy to read its answer in time"


class BatchLimit:
    """What the clocks of a batch's decisions allow together, in seconds."""

    def __init__(self, clocks: Sequence[Clock]) -> None:
        # All matches of a bot have the same conduct: the first clock speaks for all.
        self._clock = clocks[0]
        self.decision = clocks[0].decision
        """What a decision may take before it uses up what its match has in store."""
        self.wall_factor = clocks[0].wall_factor
        # Nobody can tell which decision of a batch took so long. So each gives its own time, and
        # the poorest bank is the one that counts.
        self.seconds = min([each.reserve for each in clocks])
        for each in clocks:
            self.seconds += each.decision - each.spent

    def exceeded(self, is_used_up: bool, is_cpu_counted: bool) -> str:
        """What was exceeded, in words."""
        text = f"did not answer within {self._clock.limits}"
        if not is_cpu_counted:
            return text
        if is_used_up:
            return f"{text} of processor time"
        return f"did not answer within {self.wall_factor} times {self._clock.limits}"


class BatchDeadline:
    """The time limit of one batch, which begins when this is made.

        running --look--> running, to look again
           |  |            (up to _EXTENSIONS times though the time is over, if it was starved)
           |  +---------> late: `late` is called with the fault
           +--stop------> stopped

    Invariants: a timer is set exactly while it is running. `late` is called at most once, and never
    after `stop`.
    """

    def __init__(
        self,
        clocks: Sequence[Clock],
        meter: CpuMeter | None,
        late: Callable[[Fault], None],
        idle: Callable[[], None] = lambda: None,
        burden: Burden | None = None,
    ) -> None:
        """`idle` is called when the bot is seen not to think, perhaps often.

        What the `burden` grows by is not charged, up to as much as is allowed.
        """
        self._loop = asyncio.get_running_loop()
        self._late = late
        self.limit = BatchLimit(clocks)
        self._time = BatchTime(self._loop.time())
        self._processor = ProcessorShare(meter, idle) if meter else None
        self._burden = BurdenAllowance(burden, self.limit.seconds) if burden else None
        self._charged = 0.0
        """Seconds that were charged in the laps before this one."""
        self._extensions = 0
        self._due = 0.0
        """When the timer was to ring; it rings later when the referee is held up."""
        self._timer: asyncio.TimerHandle | None = None
        self._wait(min(_LOOK_SECONDS, self.limit.decision / 4, self.limit.seconds))

    def lap(self) -> tuple[float, float]:
        """Seconds since the last lap, by the wall clock and as charged. Another one begins."""
        now = self._loop.time()
        # The answers may have been here before the referee came to look: that is not charged.
        overdue = max(now - self._due, 0.0) if self._timer else 0.0
        self._bear(overdue, self._time.lap(now) - overdue)
        wall = self._time.lap(now) - overdue
        charged = self._processor.next_lap(wall) if self._processor else wall
        self._charged += charged
        self._time.next_lap(now, overdue)
        return wall, charged

    def stop(self) -> None:
        """Stop the deadline: all answers are there, or none is waited for any more."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def evidence(self) -> Evidence:
        """What the clocks say until now, for the record of a fault (docs/records.md, Evidence)."""
        used = self._processor.used() if self._processor else None
        queued = self._processor.queued() if self._processor else None
        return Evidence(
            waited_ms=milliseconds(self._time.wall(self._loop.time())),
            allowed_ms=milliseconds(self.limit.seconds),
            wait_factor=None if used is None else self._factor,
            cpu_ms=milliseconds(used),
            queued_ms=milliseconds(queued),
            held_up_ms=milliseconds(self._time.held_up),
        )

    def verdict(self, text: str) -> Fault:
        """The fault of an answer that is too late: the bot's, or its machine's."""
        machine = ""
        if self._is_starved():
            machine = STARVED
        elif self._burden and self._burden.is_used_up:
            machine = BURDENED
        return Fault(
            kind=FaultKind.LATE,
            stage=FaultStage.PLAY,
            text=machine or text,
            cause=Cause.MACHINE if machine else Cause.BOT,
            evidence=self.evidence(),
        )

    @property
    def _factor(self) -> int:
        """How many times what is allowed the wait may last, where processor time is counted."""
        return self.limit.wall_factor * (1 + self._extensions)

    def _wait(self, seconds: float) -> None:
        seconds = max(seconds, _AT_LEAST_SECONDS)
        self._due = self._loop.time() + seconds
        self._timer = self._loop.call_later(seconds, self._look)

    def _look(self) -> None:
        now = self._loop.time()
        overdue = max(now - self._due, 0.0)
        self._time.hold_up(overdue)
        self._bear(overdue, self._time.lap(now))
        wall, lap = self._time.wall(now), self._time.lap(now)
        cpu = self._processor.look(wall, lap) if self._processor else None
        is_counted = cpu is not None
        counted = self.limit.seconds * (self.limit.wall_factor if is_counted else 1)
        bound = counted * (1 + self._extensions)
        if self._processor and wall >= bound - counted / 2:
            # This is slower to ask than the processor time, and says something only near the end.
            self._processor.watch_queue(wall)
        charged = self._processor.charge(lap, cpu) if self._processor else lap
        left = self.limit.seconds - self._charged - charged
        if left > ROUNDING and bound - wall > ROUNDING:
            self._wait(min(_LOOK_SECONDS, left, bound - wall))
        elif left > ROUNDING and self._extensions < _EXTENSIONS and self._is_starved():
            self._extend()
        else:
            self._timer = None
            self._late(self.verdict(self.limit.exceeded(left <= ROUNDING, is_counted)))

    def _extend(self) -> None:
        # It will be seen who is to blame: the bot may use up its time yet, or answer.
        self._extensions += 1
        if self._processor:
            self._processor.forgive()
        self._wait(_LOOK_SECONDS)

    def _bear(self, overdue: float, lap: float) -> None:
        """Charge nobody for what the burden has grown by, beyond what is known as overdue."""
        if self._burden:
            self._time.hold_up(self._burden.take(overdue, lap))

    def _is_starved(self) -> bool:
        if self._processor is None:
            return False
        return self._processor.is_starved(self._time.wall(self._loop.time()), self.limit.seconds)
