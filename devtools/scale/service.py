"""Simulates a day of a ladder of many bots on many machines, to see which parts are busy."""

import math
from collections.abc import Generator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import simpy

from devtools.scale.costs import ENCOUNTERS, SEATS, Costs

DAY: Final = 86_400.0
"""Seconds of a day."""
_STEP: Final = 4
"""Blocks that a bot plays in a stage, as in tournaments.formats.ladder."""
_MATCHES: Final = SEATS
"""Matches of a block."""

Activity = Generator[simpy.Event, Any, None]
"""A process in the sense of simpy: it yields the events that it waits for."""


@dataclass(frozen=True, slots=True)
class Design:
    """How the coordinator works: the one process that schedules, saves and rates."""

    all_opponents: bool = True
    """Whether all other bots are weighed as opponents of a bot, or only `window` of like skill."""
    window: int = 64
    """Bots of about the same skill, if these alone are weighed."""
    all_results: bool = True
    """Whether all results are rated after each stage, or only those of the day."""
    whole_definition: bool = True
    """Whether the whole definition is saved when a bot joins, or only the part that is new."""


# The design that is built, and a cheaper one that is not (docs/scale.md).
TODAY: Final = Design()
CHANGED: Final = Design(all_opponents=False, all_results=False, whole_definition=False)


@dataclass(frozen=True, slots=True)
class Demand:
    """The work that the service is asked to do on a day."""

    bots: int
    """The bots of the ladder."""
    matches: int
    """The matches that are to be played on the day."""
    thinking: float = 0.5
    """Seconds of processor time that the bots of a match think, together."""
    versions: float = 0.01
    """New versions on a day, as a share of the bots."""
    build: float = 5.0
    """Seconds of processor time to check and build a version on a machine that lacks it."""
    days: int = 30
    """The number of equal days that were played before."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """The machines that play, which are all equal."""

    machines: int = 16
    processors: int = 16
    """The processors of each machine."""
    parcel: float = 10.0
    """Seconds that a parcel is meant to take."""
    sending: float = 0.1
    """Seconds to send a parcel to a machine, and its results back."""


@dataclass(slots=True)
class Day:
    """What was played on a day, and how long the parts of the work took."""

    played: int = 0
    """The number of matches."""
    stages: int = 0
    """The number of stages that were played to their end."""
    coordinator: dict[str, float] = field(default_factory=dict)
    """By part of the coordinator's work: the seconds that it took."""
    machines: dict[str, float] = field(default_factory=dict)
    """By part of the machines' work: the seconds of processor time, of all machines together."""
    memory: float = 0.0
    """Bytes that the coordinator needs for the tournament at the end of the day."""
    journal: float = 0.0
    """Bytes that definitions added to the journal."""

    def largest_part(self) -> tuple[str, float]:
        """The part of the coordinator's work that took longest, and its share of the day.

        To be called after a day on which something was played.
        """
        part = max(self.coordinator, key=lambda each: self.coordinator[each])
        return part, self.coordinator[part] / DAY


class Service:
    """Simulates one day of a ladder. The same arguments give the same day."""

    def __init__(self, costs: Costs, demand: Demand, fleet: Fleet, design: Design = TODAY) -> None:
        self._costs, self._demand, self._fleet, self._design = costs, demand, fleet, design
        self._environment = simpy.Environment()
        self._processors = simpy.Resource(self._environment, fleet.machines * fleet.processors)
        self._coordinator = simpy.Resource(self._environment, 1)
        self._match = costs.match(demand.bots)
        """Seconds of processor time of a match, without thinking."""
        self._chance = Random(demand.bots)
        self._day = Day()
        self._blocks_before = demand.days * demand.matches // _MATCHES
        self._lacking = 0
        """Builds of new versions that machines still have to make, over all machines."""

    def run(self) -> Day:
        """Simulate the day: matches are played as soon as possible, and bots join all day long.

        To be called once.
        """
        self._environment.process(self._stages())
        self._environment.process(self._joining())
        self._environment.run(DAY)
        matches = self._demand.days * self._demand.matches + self._day.played
        self._day.memory = self._costs.match_bytes * matches
        return self._day

    def _stages(self) -> Activity:
        """Play stage after stage. A stage begins when the one before is played and rated."""
        while (left := self._demand.matches - self._day.played) > 0:
            blocks = min(math.ceil(left / _MATCHES), self._demand.bots * _STEP // 2)
            yield from self._coordinate("pairing", self._pairing(blocks))
            yield simpy.AllOf(
                self._environment,
                [self._environment.process(self._parcel(each)) for each in self._parcels(blocks)],
            )
            self._day.played += blocks * _MATCHES
            self._day.stages += 1
            yield from self._coordinate("rating", self._rating())

    def _pairing(self, blocks: int) -> float:
        """Seconds to choose the pairs for these blocks."""
        weighed = self._demand.bots if self._design.all_opponents else self._design.window
        return blocks * weighed * self._costs.pair

    def _rating(self) -> float:
        """Seconds to rate after a stage."""
        earlier = self._blocks_before if self._design.all_results else 0
        return (earlier + self._day.played / _MATCHES) * self._costs.rate

    def _parcels(self, blocks: int) -> list[int]:
        """The blocks of each parcel of a stage, so that one takes about `fleet.parcel` seconds."""
        each = max(1, round(self._fleet.parcel / self._block()))
        return [min(each, blocks - start) for start in range(0, blocks, each)]

    def _block(self) -> float:
        """Seconds of a block, with starting its bots: in a large field none is running already."""
        return self._starting() + _MATCHES * (self._match + self._demand.thinking)

    def _starting(self) -> float:
        """Seconds to start the processes of both bots of a block."""
        return SEATS * ENCOUNTERS * self._costs.bot

    def _parcel(self, blocks: int) -> Activity:
        """Play a parcel on one processor of any machine, and save its matches."""
        yield self._environment.timeout(self._fleet.sending)
        with self._processors.request() as turn:
            yield turn
            builds = self._take_builds(blocks)
            yield from self._compute("building", builds * self._demand.build)
            yield from self._compute("starting", blocks * self._starting())
            playing = self._match - self._costs.save + self._demand.thinking
            yield from self._compute("playing", blocks * _MATCHES * playing)
        yield from self._coordinate("saving", blocks * _MATCHES * self._costs.save)

    def _take_builds(self, blocks: int) -> int:
        """Draw how many of the lacking builds the parcel needs; they are lacking no more."""
        share = min(1.0, SEATS * blocks / self._demand.bots)
        builds = sum(self._chance.random() < share for _ in range(self._lacking))
        self._lacking -= builds
        return builds

    def _joining(self) -> Activity:
        """Let new versions join at random times, which each machine will have to build."""
        rate = self._demand.bots * self._demand.versions / DAY
        while rate:
            yield self._environment.timeout(self._chance.expovariate(rate))
            entrants = self._demand.bots if self._design.whole_definition else 1
            yield from self._coordinate("joining", entrants * self._costs.define)
            self._day.journal += entrants * self._costs.entry_bytes
            self._lacking += self._fleet.machines

    def _coordinate(self, part: str, seconds: float) -> Activity:
        """Let the coordinator do a part of its work for `seconds`, after all earlier work."""
        with self._coordinator.request() as turn:
            yield turn
            yield self._environment.timeout(seconds)
            spent = self._day.coordinator
            spent[part] = spent.get(part, 0.0) + seconds

    def _compute(self, part: str, seconds: float) -> Activity:
        """Do a part of the machines' work for `seconds`, on a processor that the caller holds."""
        yield self._environment.timeout(seconds)
        spent = self._day.machines
        spent[part] = spent.get(part, 0.0) + seconds
