"""Decides when a bot has had a batch for too long, and who is to blame: the bot or the machine.

Where the bot's processor time is counted, that decides what is late, and the wall clock only bounds
the wait at a multiple of what the clocks allow. Otherwise the wall clock decides. In neither case
does the time count in which the referee itself was held up.

A bot is starved if it was ready to run, without a processor, for at least half of the time in which
that was measured (`ProcessorShare.is_starved`). The wait for a starved bot is extended several
times. If it is still starved then, the machine is to blame. So it is if the referee's own work held
up the bot's answers for as long as the whole time that the clocks allow.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from referee.conduct import Fault, FaultKind, FaultStage
from referee.evidence import Cause, Evidence, milliseconds
from referee.rpc.batch_time import ROUNDING, BatchTime, BurdenAllowance, ProcessorShare
from referee.rpc.burden import Burden
from referee.rpc.clock import Clock, CpuMeter

# The time between two looks at the processor time; each look costs a system call.
_LOOK_SECONDS: Final = 0.1
# Event loops wait for whole milliseconds, so that a shorter wait would last as long.
_MIN_WAIT_SECONDS: Final = 0.001
# How many times the wait for a starved bot is extended at most. Each extension is as long as the
# first wait may last.
_EXTENSIONS: Final = 4

STARVED: Final = "its machine was too busy: it was ready to run, and got no processor in time"
BURDENED: Final = "the referee was too busy to read its answer in time"


class BatchLimit:
    """How long the clocks of a batch's decisions let the bot take for all of them together."""

    def __init__(self, clocks: Sequence[Clock]) -> None:
        # All matches of a bot have the same conduct. So the first clock has the limits of all.
        self._clock = clocks[0]
        self.per_decision = clocks[0].per_decision
        """Seconds that each decision has for itself, before its match's bank is used."""
        self.wall_factor = clocks[0].wall_factor
        # Nobody can tell how long the bot thought about which decision of a batch. So the times of
        # all decisions are added up, and only the smallest reserve of their matches is added.
        self.seconds = min([clock.reserve for clock in clocks])
        """Seconds that are allowed for the batch."""
        for clock in clocks:
            self.seconds += clock.per_decision - clock.spent

    def fault_text(self, *, is_used_up: bool, is_cpu_counted: bool) -> str:
        """The text for the fault of a late bot, which names the limit that the bot exceeded.

        `is_used_up` says whether the bot was charged all of the allowed time. Otherwise the wait by
        the wall clock was too long.
        """
        text = f"did not answer within {self._clock.limits}"
        if not is_cpu_counted:
            return text
        if is_used_up:
            return f"{text} of processor time"
        return f"did not answer within {self.wall_factor} times {self._clock.limits}"


class BatchDeadline:
    """The time limit of one batch, which begins when this is made.

        running --_look--> running, to look again: time is left, or the wait was extended
           |  |
           |  +----------> late: `late` is called with the fault
           +--stop-------> stopped

    Invariants: a timer is set exactly while the deadline is running. `late` is called at most once,
    and never after `stop`.
    """

    def __init__(
        self,
        clocks: Sequence[Clock],
        meter: CpuMeter | None,
        late: Callable[[Fault], None],
        idle: Callable[[], None] = lambda: None,
        burden: Burden | None = None,
    ) -> None:
        """`late` is called with the fault; `idle` at each look that finds the bot not thinking.

        With a `meter`, the bot is charged its processor time, where that is counted. The time by
        which `burden` grows is not charged, up to as many seconds as the clocks allow for the
        batch.
        """
        self._loop = asyncio.get_running_loop()
        self._late = late
        self.limit = BatchLimit(clocks)
        self._time = BatchTime(self._loop.time())
        self._processor = ProcessorShare(meter, idle) if meter else None
        self._burden = BurdenAllowance(burden, self.limit.seconds) if burden else None
        self._charged = 0.0
        """Seconds that were charged in the laps before the current one."""
        self._extensions = 0
        self._due = 0.0
        """When the timer is due, by the loop's clock. It rings later if the referee is held up."""
        self._timer: asyncio.TimerHandle | None = None
        # Where a decision has little time, the first look comes early enough to be within it.
        self._wait(min(_LOOK_SECONDS, self.limit.per_decision / 4, self.limit.seconds))

    def lap(self) -> tuple[float, float]:
        """End the lap. Returns its seconds, first by the wall clock and then as they are charged.

        Another lap begins.
        """
        now = self._loop.time()
        # An overdue timer shows that the loop was held up, and the answers may have waited for it.
        overdue = max(now - self._due, 0.0) if self._timer else 0.0
        self._leave_out_burden(overdue, self._time.lap(now) - overdue)
        wall = self._time.lap(now) - overdue
        charged = self._processor.next_lap(wall) if self._processor else wall
        self._charged += charged
        self._time.next_lap(now, overdue)
        return wall, charged

    def stop(self) -> None:
        """Stop the deadline: all answers have come, or nobody waits for the batch any more."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def evidence(self) -> Evidence:
        """The times of the batch until now, for a fault's record (docs/records.md, Evidence)."""
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
        """The fault of a late answer; `text` is its text unless the machine is to blame."""
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
        """How many times the allowed time the wait may last, where processor time is counted."""
        return self.limit.wall_factor * (1 + self._extensions)

    def _wait(self, seconds: float) -> None:
        seconds = max(seconds, _MIN_WAIT_SECONDS)
        self._due = self._loop.time() + seconds
        self._timer = self._loop.call_later(seconds, self._look)

    def _look(self) -> None:
        now = self._loop.time()
        overdue = max(now - self._due, 0.0)
        self._time.hold_up(overdue)
        self._leave_out_burden(overdue, self._time.lap(now))
        wall, lap = self._time.wall(now), self._time.lap(now)
        cpu = self._processor.look(wall, lap) if self._processor else None
        is_counted = cpu is not None
        first_bound = self.limit.seconds * (self.limit.wall_factor if is_counted else 1)
        bound = first_bound * (1 + self._extensions)
        if self._processor and wall >= bound - first_bound / 2:
            # The queue is slower to read than the processor time, and matters only near the end.
            self._processor.watch_queue(wall)
        charged = self._processor.charge(lap, cpu) if self._processor else lap
        left = self.limit.seconds - self._charged - charged
        if left > ROUNDING and bound - wall > ROUNDING:
            self._wait(min(_LOOK_SECONDS, left, bound - wall))
        elif left > ROUNDING and self._extensions < _EXTENSIONS and self._is_starved():
            self._extend()
        else:
            self._timer = None
            text = self.limit.fault_text(is_used_up=left <= ROUNDING, is_cpu_counted=is_counted)
            self._late(self.verdict(text))

    def _extend(self) -> None:
        # The longer wait shows who is to blame: the bot may still answer, or use up its time.
        self._extensions += 1
        if self._processor:
            self._processor.forgive()
        self._wait(_LOOK_SECONDS)

    def _leave_out_burden(self, overdue: float, lap: float) -> None:
        """Leave the time by which the burden has grown out of the account.

        `overdue` seconds of it are left out already. `lap` is the lap's wall time without these.
        """
        if self._burden:
            self._time.hold_up(self._burden.take(overdue, lap))

    def _is_starved(self) -> bool:
        if self._processor is None:
            return False
        return self._processor.is_starved(self._time.wall(self._loop.time()), self.limit.seconds)
