"""A machine as the runner knows it: the parcels that it has, and figures of what it has played."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from referee.conduct import FaultKind
from referee.record import Record
from stych_cluster.link import SeenMachine
from stych_cluster.parcels import Parcel, ParcelReport
from tournaments.core.voids import Void

_GROWTH: Final = 4.0
"""The most by which a parcel multiplies the rate: from a short parcel it could be far too high."""
_NEW_WEIGHT: Final = 0.5
"""The weight of the last parcel in a rate, from 0 to 1; all parcels before have the rest."""


class MachineStage(Enum):
    """How far a machine is with a run."""

    PREPARING = auto()
    """It gets the bots that it lacks, and builds and starts all bots."""
    READY = auto()
    """It can play parcels."""
    EXCLUDED = auto()
    """It is given nothing more of this run: it does not fit the run, or it failed."""


@dataclass(slots=True, eq=False)
class MachineHandle:
    """One machine in one run, and its figures."""

    address: str
    """Its address in Dask, which is unique among the machines that are there."""
    seen: SeenMachine
    """What the scheduler knows of it; but the fleet has made the name unique."""
    stage: MachineStage = MachineStage.PREPARING
    under_way: dict[int, Parcel] = field(default_factory=dict)
    """By task: the parcels that it has."""
    saved: list[int] = field(default_factory=list)
    """The numbers of its parcels that were saved, without those that it was told of."""
    rate: float = 0.0
    """Matches a second, as a mean of its parcels in which later ones weigh more; 0 before any."""
    seats: Counter[str] = field(default_factory=Counter)
    """By entrant: the number of seats that it played in this machine's matches."""
    faults: Counter[str] = field(default_factory=Counter)
    """By entrant: the number of these seats that were at fault."""
    played: int = 0
    """The number of matches that it played and the run saved."""
    voids: int = 0
    """The number of voids that it reported."""
    seconds: float = 0.0
    """The seconds that its parcels took, together."""

    @property
    def name(self) -> str:
        """The name of the machine; the fleet makes it unique among the machines that are there."""
        return self.seen.name

    @property
    def workers(self) -> int:
        """The number of worker processes of the machine, at least 1."""
        return max(1, self.seen.info.jobs if self.seen.info else 1)

    def take_saved(self) -> tuple[int, ...]:
        """Return the list `saved` and empty it; the caller tells the machine of these parcels."""
        saved = tuple(self.saved)
        self.saved.clear()
        return saved

    def note(self, report: ParcelReport, records: Sequence[Record]) -> None:
        """Add a report to the figures. `records` are those of its records that are to be saved."""
        self.played += len(records)
        self.voids += sum(isinstance(each, Void) for each in report.reports)
        self.seconds += report.seconds
        for record in records:
            # A withdrawn entrant forfeits without a process, so that says nothing of the machine.
            absent = {each.seat for each in record.faults if each.fault.kind is FaultKind.WITHDRAWN}
            played = [each.entrant for seat, each in enumerate(record.seats) if seat not in absent]
            at_fault = [each.seat for each in record.faults if each.seat not in absent]
            self.seats.update(played)
            self.faults.update(record.seats[seat].entrant for seat in at_fault)
        # A parcel of which nothing was played says nothing about the rate.
        if not records or report.seconds <= 0:
            return
        rate = len(records) / report.seconds
        if self.rate:
            rate = min(self.rate * _GROWTH, _NEW_WEIGHT * rate + (1 - _NEW_WEIGHT) * self.rate)
        self.rate = rate
