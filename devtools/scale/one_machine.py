"""Simulates a round robin on one machine, to predict its time from the costs of its parts."""

import math
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any, Final

import simpy

from devtools.scale.costs import ENCOUNTERS, Costs
from stych_devtools.bench.tournament import AT_ONCE

_SLICE: Final = 0.05
"""Seconds for which a process has a processor before the next one gets it. It has to be short
compared with a run; the value was chosen by experience."""

Activity = Generator[simpy.Event, Any, None]
"""A process in the sense of simpy: it yields the events that it waits for."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """The time that a run is expected to take."""

    matches: int
    processor: float
    """Seconds of processor time."""
    elapsed: float
    """Seconds from its beginning to its end."""


class OneMachine:
    """A run with some workers on some processors. An object is for one simulation."""

    def __init__(self, costs: Costs, *, processors: int = 2, workers: int = 2) -> None:
        self._costs = costs
        self._workers = workers
        self._environment = simpy.Environment()
        self._processors = simpy.Resource(self._environment, processors)
        self._runner = simpy.Resource(self._environment, 1)
        """The runner is one process: while it works for one worker, the others wait for it."""
        self._match = 0.0
        """Seconds of processor time of a match; they depend on the number of bots."""
        self._used = 0.0
        """Seconds of processor time so far."""

    def round_robin(self, bots: int, boards: int) -> Prediction:
        """Simulate that all pairs of the bots play `boards` boards, in both seatings."""
        matches = bots * (bots - 1) * boards
        self._match = self._costs.match(bots)
        self._environment.run(self._environment.process(self._play(bots, matches)))
        return Prediction(matches, self._used, self._environment.now)

    def _play(self, bots: int, matches: int) -> Activity:
        yield from self._use(self._costs.run)
        # The first worker starts each bot once before all matches.
        yield self._all(self._use(self._costs.bot) for _ in range(bots))
        # Workers divide the encounters, so each other worker starts each bot as well. A single
        # worker starts the processes for all encounters.
        further = (ENCOUNTERS - 1) * bots
        yield self._all(
            self._work(
                len(range(number, matches, self._workers)),
                further if number or self._workers == 1 else 0,
            )
            for number in range(self._workers)
        )

    def _work(self, matches: int, bots: int) -> Activity:
        """One worker, which first starts `bots` processes of bots."""
        yield self._all(self._use(self._costs.bot) for _ in range(bots))
        # AT_ONCE matches at a time: they are played by the worker, and saved by the runner.
        for batch in range(math.ceil(matches / AT_ONCE)):
            number = min(AT_ONCE, matches - batch * AT_ONCE)
            yield from self._use(number * (self._match - self._costs.save))
            with self._runner.request() as turn:
                yield turn
                yield from self._use(number * self._costs.save)

    def _use(self, seconds: float) -> Activity:
        """Use a processor for `seconds`, in slices of at most _SLICE seconds."""
        self._used += seconds
        while seconds > 0:
            with self._processors.request() as turn:
                yield turn
                yield self._environment.timeout(min(_SLICE, seconds))
            seconds -= _SLICE

    def _all(self, activities: Iterable[Activity]) -> simpy.Event:
        """Begin all activities at the same time. The event happens when the last one has ended."""
        processes = [self._environment.process(each) for each in activities]
        return simpy.AllOf(self._environment, processes)
