"""A ladder of many bots on many machines for a day, simulated: who is busy, and who waits."""

import math
from collections.abc import Generator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import simpy

from devtools.scale.costs import LINES, Costs

DAY: Final = 86_400.0
_STEP: Final = 4
"""Blocks that a bot plays in a stage, as formats.ladder has it."""
_MATCHES: Final = 2
"""Of a block."""

Doing = Generator[simpy.Event, Any, None]


@dataclass(frozen=True, slots=True)
class Design:
    """How the one process that schedules and saves does its work."""

    all_opponents: bool = True
    """Whether a bot weighs all others, or as many as `window` of about its own skill."""
    window: int = 64
    all_results: bool = True
    """Whether all results there are are rated after each stage, or those of the day."""
    whole_definition: bool = True
    """Whether the whole definition is saved when a bot joins, or what is new in it."""


TODAY: Final = Design()
CHANGED: Final = Design(all_opponents=False, all_results=False, whole_definition=False)


@dataclass(frozen=True, slots=True)
class Demand:
    """What is asked of the service on a day."""

    bots: int
    matches: int
    thinking: float = 0.5
    """Seconds of processor time that the bots of a match think in all."""
    versions: float = 0.01
    """New versions on a day, as a share of the bots."""
    build: float = 5.0
    """Seconds of processor time to check and build a version on a machine that lacks it."""
    days: int = 30
    """Days that were played before, all alike."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """The machines that play, all of them alike."""

    machines: int = 16
    processors: int = 16
    parcel: float = 10.0
    """Seconds that a parcel is meant to take."""
    sending: float = 0.1
    """Seconds until a parcel has come to a machine, and its results have come back."""


@dataclass(slots=True)
class Day:
    """What was played on a day, and who was busy."""

    played: int = 0
    stages: int = 0
    coordinator: dict[str, float] = field(default_factory=dict)
    """Seconds that the one process spent on each of its parts."""
    machines: dict[str, float] = field(default_factory=dict)
    """Seconds of processor time that the machines spent on each of theirs."""
    memory: float = 0.0
    """Bytes that the one process needs for the tournament at the end of the day."""
    journal: float = 0.0
    """Bytes that definitions added to the journal."""

    def busiest(self) -> tuple[str, float]:
        """The part of the one process that took the largest share of the day, and that share."""
        part = max(self.coordinator, key=lambda each: self.coordinator[each])
        return part, self.coordinator[part] / DAY


class Service:
    """One day of a ladder. The same arguments give the same day."""

    def __init__(self, costs: Costs, demand: Demand, fleet: Fleet, design: Design = TODAY) -> None:
        self._costs, self._demand, self._fleet, self._design = costs, demand, fleet, design
        self._environment = simpy.Environment()
        self._processors = simpy.Resource(self._environment, fleet.machines * fleet.processors)
        self._one = simpy.Resource(self._environment, 1)
        self._match = costs.match(demand.bots)
        self._chance = Random(demand.bots)
        self._day = Day()
        self._blocks_before = demand.days * demand.matches // _MATCHES
        self._lacking = 0
        """Builds that machines have still to make of versions that joined."""

    def run(self) -> Day:
        """The day: what is asked is played as soon as can be, and bots join all day long."""
        self._environment.process(self._stages())
        self._environment.process(self._joining())
        self._environment.run(DAY)
        matches = self._demand.days * self._demand.matches + self._day.played
        self._day.memory = self._costs.held * matches
        return self._day

    def _stages(self) -> Doing:
        """Stage after stage: none begins before all of the last one is played and rated."""
        while (left := self._demand.matches - self._day.played) > 0:
            blocks = min(math.ceil(left / _MATCHES), self._demand.bots * _STEP // 2)
            yield from self._alone("pairing", self._pairing(blocks))
            yield simpy.AllOf(
                self._environment,
                [self._environment.process(self._parcel(each)) for each in self._parcels(blocks)],
            )
            self._day.played += blocks * _MATCHES
            self._day.stages += 1
            yield from self._alone("rating", self._rating())

    def _pairing(self, blocks: int) -> float:
        weighed = self._demand.bots if self._design.all_opponents else self._design.window
        return blocks * weighed * self._costs.pair

    def _rating(self) -> float:
        earlier = self._blocks_before if self._design.all_results else 0
        return (earlier + self._day.played / _MATCHES) * self._costs.rate

    def _parcels(self, blocks: int) -> list[int]:
        """The blocks of a stage, in parcels that take about as long as one is meant to."""
        each = max(1, round(self._fleet.parcel / self._block()))
        return [min(each, blocks - start) for start in range(0, blocks, each)]

    def _block(self) -> float:
        """Seconds of a block: in a large field its bots meet by chance, and all are started."""
        return self._starting() + _MATCHES * (self._match + self._demand.thinking)

    def _starting(self) -> float:
        return 2 * LINES * self._costs.bot

    def _parcel(self, blocks: int) -> Doing:
        yield self._environment.timeout(self._fleet.sending)
        with self._processors.request() as turn:
            yield turn
            builds = self._builds(blocks)
            yield from self._machine("building", builds * self._demand.build)
            yield from self._machine("starting", blocks * self._starting())
            playing = self._match - self._costs.save + self._demand.thinking
            yield from self._machine("playing", blocks * _MATCHES * playing)
        yield from self._alone("saving", blocks * _MATCHES * self._costs.save)

    def _builds(self, blocks: int) -> int:
        """How many bots of the parcel are new to the machine, of those that joined on the day."""
        share = min(1.0, 2 * blocks / self._demand.bots)
        some = min(self._lacking, sum(self._chance.random() < share for _ in range(self._lacking)))
        self._lacking -= some
        return some

    def _joining(self) -> Doing:
        rate = self._demand.bots * self._demand.versions / DAY
        while rate:
            yield self._environment.timeout(self._chance.expovariate(rate))
            named = self._demand.bots if self._design.whole_definition else 1
            yield from self._alone("joining", named * self._costs.define)
            self._day.journal += named * self._costs.defined
            self._lacking += self._fleet.machines

    def _alone(self, part: str, seconds: float) -> Doing:
        """Let the one process do some work."""
        with self._one.request() as turn:
            yield turn
            yield self._environment.timeout(seconds)
            spent = self._day.coordinator
            spent[part] = spent.get(part, 0.0) + seconds

    def _machine(self, part: str, seconds: float) -> Doing:
        yield self._environment.timeout(seconds)
        spent = self._day.machines
        spent[part] = spent.get(part, 0.0) + seconds
