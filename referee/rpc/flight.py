"""A list of decisions in flight: how long the bot thought, and when that is too long.

Where processor time is counted it decides, and the wall clock bounds the wait loosely. Otherwise
the wall clock decides, without what the referee itself was held up. A bot that was ready to run for
at least half of the time that was looked at, and got no processor, is waited on; when that goes on
for several times as long, it is not late: its machine is.
"""

import asyncio
from collections.abc import Callable, Sequence

from referee.conduct import Fault, FaultKind, FaultStage
from referee.evidence import Cause, Evidence, milliseconds
from referee.rpc.burden import Burden
from referee.rpc.clock import Clock, CpuMeter

_TICK_SECONDS = 0.1
_IDLE_SHARE = 0.1
"""Of a processor: a bot that uses less is not thinking."""
_STARVED_SHARE = 0.5
_AT_LEAST_SECONDS = 0.001
_ROUNDING = 1e-6
_EXTENSIONS = 4
_BURDEN_SHARE = 1.0
"""Of what is allowed: so much more time the referee's own work gives. Others may cause that work,
and with it a bot would be given time to think."""

STARVED = "its machine was too busy: it was ready to run, and got no processor in time"
BURDENED = "the referee was too busy to read its answer in time"


class Flight:
    """Begins to count when it is made, and is to be `land`ed; `late` is called at most once."""

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
        self._meter, self._late, self._idle = meter, late, idle
        self._clock, self._factor = clocks[0], clocks[0].wall_factor
        self.decision = clocks[0].decision
        """Seconds that a decision may take before it uses up what its match has in store."""
        self._allowed = min([each.reserve for each in clocks])
        for each in clocks:
            self._allowed += each.decision - each.spent
        self._burden = burden
        self._burdened = burden.seconds() if burden else 0.0
        """What it was when it was looked at last."""
        self._borne = 0.0
        """Seconds of it that are not charged."""
        self._begun = self._lap_began = self._loop.time()
        self._held_up = self._lap_held_up = 0.0
        self._charged = 0.0
        """In the laps before this one."""
        self._base: tuple[float, float] | None = None
        """Wall and processor time at the first look in this lap: quick answers need none."""
        self._begun_with: float | None = None
        """Processor time at the first look."""
        self._seen = (0.0, 0.0)
        self._queued: tuple[float, float] | None = None
        """Wall time, and for how long it had been waiting for a processor then."""
        self._extended = 0
        """So often it was waited on, because it got no processor."""
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._wait(min(_TICK_SECONDS, clocks[0].decision / 4, self._allowed))

    def lap(self) -> tuple[float, float]:
        """Seconds since the last lap, by the wall clock and as charged. Another one begins."""
        now = self._loop.time()
        overdue = max(now - self._due, 0.0) if self._timer else 0.0
        self._bear(overdue)
        wall = self._lap_wall() - overdue
        charged = self._lap_charge(wall, self._meter.cpu() if self._meter and self._base else None)
        self._charged += charged
        self._lap_began, self._lap_held_up, self._base = now, -overdue, None
        return wall, charged

    def land(self) -> None:
        """All answers are there, or none is waited for any more."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def evidence(self) -> Evidence:
        """What the clocks say until now."""
        cpu = self._cpu_since_begun()
        return Evidence(
            waited_ms=milliseconds(self._wall()),
            allowed_ms=milliseconds(self._allowed),
            wait_factor=None if cpu is None else self._factor * (1 + self._extended),
            cpu_ms=milliseconds(cpu),
            queued_ms=milliseconds(self._queued_since_looked()),
            held_up_ms=milliseconds(self._held_up),
        )

    def verdict(self, text: str) -> Fault:
        """The fault of an answer that is too late: the bot's, or its machine's."""
        machine = STARVED if self._starved() else BURDENED if self._overburdened else ""
        return Fault(
            kind=FaultKind.LATE,
            stage=FaultStage.PLAY,
            text=machine or text,
            cause=Cause.MACHINE if machine else Cause.BOT,
            evidence=self.evidence(),
        )

    # -- looking

    def _wait(self, seconds: float) -> None:
        seconds = max(seconds, _AT_LEAST_SECONDS)
        self._due = self._loop.time() + seconds
        self._timer = self._loop.call_later(seconds, self._look)

    def _look(self) -> None:
        overdue = max(self._loop.time() - self._due, 0.0)
        self._held_up += overdue
        self._lap_held_up += overdue
        self._bear(overdue)
        wall = self._wall()
        cpu = self._meter.cpu() if self._meter else None
        if cpu is not None:
            self._note_cpu(wall, cpu)
        counted = self._allowed * (self._factor if cpu is not None else 1)
        bound = counted * (1 + self._extended)
        if self._meter and self._queued is None and wall >= bound - counted / 2:
            queued = self._meter.queued()
            self._queued = None if queued is None else (wall, queued)
        left = self._allowed - self._charged - self._lap_charge(self._lap_wall(), cpu)
        if left > _ROUNDING and bound - wall > _ROUNDING:
            self._wait(min(_TICK_SECONDS, left, bound - wall))
            return
        if left > _ROUNDING and self._extended < _EXTENSIONS and self._starved():
            # It will be seen who is to blame: it may use up its time yet, or answer.
            self._extended += 1
            self._queued = None
            self._wait(_TICK_SECONDS)
            return
        self._timer = None
        self._late(self.verdict(self._text(left <= _ROUNDING, counted=cpu is not None)))

    def _bear(self, overdue: float) -> None:
        """What the burden has grown by is nobody's time, but for what is known as overdue."""
        if self._burden is None:
            return
        before, self._burdened = self._burdened, self._burden.seconds()
        # In a lap that is shorter than the moments at which it grows, it is no more than the lap.
        left = _BURDEN_SHARE * self._allowed - self._borne
        held = min(self._burdened - before - overdue, left, self._lap_wall())
        if held > 0:
            self._borne += held
            self._held_up += held
            self._lap_held_up += held

    @property
    def _overburdened(self) -> bool:
        """Whether all that need not be charged was not."""
        return 0 < _BURDEN_SHARE * self._allowed <= self._borne + _ROUNDING

    def _note_cpu(self, wall: float, cpu: float) -> None:
        if self._begun_with is None:
            self._begun_with = cpu
        if self._base is None:
            self._base = (self._lap_wall(), cpu)
        before, used = self._seen
        if before and cpu - used < _IDLE_SHARE * (wall - before):
            self._idle()
        self._seen = (wall, cpu)

    def _text(self, used_up: bool, *, counted: bool) -> str:
        if not counted:
            return f"did not answer within {self._clock.limits}"
        if used_up:
            return f"did not answer within {self._clock.limits} of processor time"
        return f"did not answer within {self._factor} times {self._clock.limits}"

    # -- counting

    def _wall(self) -> float:
        return self._loop.time() - self._begun - self._held_up

    def _lap_wall(self) -> float:
        return self._loop.time() - self._lap_began - self._lap_held_up

    def _lap_charge(self, wall: float, cpu: float | None) -> float:
        """Of this lap, with the processor time until now."""
        if self._base is None or cpu is None:
            return wall
        before, used = self._base
        return min(wall, before + cpu - used)

    def _cpu_since_begun(self) -> float | None:
        cpu = self._meter.cpu() if self._meter else None
        return None if cpu is None or self._begun_with is None else cpu - self._begun_with

    def _queued_since_looked(self) -> float | None:
        queued = self._meter.queued() if self._meter and self._queued else None
        return None if queued is None or self._queued is None else queued - self._queued[1]

    def _starved(self) -> bool:
        waited = self._queued_since_looked()
        if waited is None or self._queued is None:
            return False
        wall = self._wall()
        used = self._cpu_since_begun()
        if used is not None and used >= min(_STARVED_SHARE * wall, 0.9 * self._allowed):
            return False
        return waited > 0 and waited >= _STARVED_SHARE * (wall - self._queued[0])
