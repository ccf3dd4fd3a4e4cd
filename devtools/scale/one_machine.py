"""A round robin on one machine, simulated: what it takes, by what its parts cost."""

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Final

import simpy

from devtools.scale.costs import AT_ONCE, LINES, Costs

_SLICE: Final = 0.05
"""Seconds for which a process has a processor before others have theirs."""

Doing = Generator[simpy.Event, Any, None]


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a run is expected to take."""

    matches: int
    processor: float
    """Seconds of processor time."""
    elapsed: float
    """Seconds."""


class OneMachine:
    """A run with some workers on some processors."""

    def __init__(self, costs: Costs, *, processors: int = 2, workers: int = 2) -> None:
        self._costs = costs
        self._workers = workers
        self._environment = simpy.Environment()
        self._processors = simpy.Resource(self._environment, processors)
        self._runner = simpy.Resource(self._environment, 1)
        """The runner is one process: what it does for one worker the others wait for."""
        self._match = 0.0
        """Seconds of a match, which depend on how many bots there are."""
        self._used = 0.0

    def round_robin(self, bots: int, boards: int) -> Prediction:
        """All pairs of the bots on so many boards, in both seatings."""
        matches = bots * (bots - 1) * boards
        self._match = self._costs.match(bots)
        self._environment.run(self._environment.process(self._play(bots, matches)))
        return Prediction(matches, self._used, self._environment.now)

    def _play(self, bots: int, matches: int) -> Doing:
        yield from self._use(self._costs.run)
        # One worker starts everybody before all matches; the others start theirs to play.
        yield self._each(self._use(self._costs.bot) for _ in range(bots))
        left = LINES * bots - bots
        yield self._each(
            self._work(len(range(number, matches, self._workers)), left if number else 0)
            for number in range(self._workers)
        )

    def _work(self, matches: int, bots: int) -> Doing:
        yield self._each(self._use(self._costs.bot) for _ in range(bots))
        for batch in range(math.ceil(matches / AT_ONCE)):
            some = min(AT_ONCE, matches - batch * AT_ONCE)
            yield from self._use(some * (self._match - self._costs.save))
            with self._runner.request() as turn:
                yield turn
                yield from self._use(some * self._costs.save)

    def _use(self, seconds: float) -> Doing:
        """Have a processor for so long, in slices."""
        self._used += seconds
        while seconds > 0:
            with self._processors.request() as turn:
                yield turn
                yield self._environment.timeout(min(_SLICE, seconds))
            seconds -= _SLICE

    def _each(self, doings: Any) -> simpy.Event:
        """All of them at the same time; happens when the last has ended."""
        return simpy.AllOf(self._environment, [self._environment.process(each) for each in doings])
