"""A machine as the runner knows it: what it was given, and what came of it so far."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from referee.conduct import FaultKind
from referee.record import Record
from stych_cluster.link import SeenMachine
from stych_cluster.parcels import Parcel, ParcelReport

_GROWTH: Final = 4.0
"""How many times quicker a machine may seem from one parcel to the next: short ones tell little."""
_NEW: Final = 0.5
"""What the last parcel counts for in a rate."""


class MachineStage(Enum):
    """How far a machine is with a run."""

    PREPARING = auto()
    READY = auto()
    OUT = auto()
    """It plays nothing of this run (any more)."""


@dataclass(slots=True, eq=False)
class MachineEnd:
    """One machine in one run, and its figures."""

    address: str
    seen: SeenMachine
    stage: MachineStage = MachineStage.PREPARING
    under_way: dict[int, Parcel] = field(default_factory=dict)
    """By task: the parcels that it has."""
    saved: list[int] = field(default_factory=list)
    """Parcels that were saved since it was last told so."""
    rate: float = 0.0
    """Matches a second; 0 as long as it is not known."""
    matches: Counter[str] = field(default_factory=Counter)
    """By entrant: the seats for which it played in matches of this machine."""
    faults: Counter[str] = field(default_factory=Counter)
    """By entrant: in how many of them it was at fault."""
    played: int = 0
    voids: int = 0
    seconds: float = 0.0

    @property
    def name(self) -> str:
        """What the machine is called."""
        return self.seen.name

    @property
    def first_size(self) -> int:
        """How many fixtures for each match at once the first parcel has: its worker processes."""
        return max(1, self.seen.info.jobs if self.seen.info else 1)

    def take_saved(self) -> tuple[int, ...]:
        """The parcels that it has not been told yet to be saved."""
        saved = tuple(self.saved)
        self.saved.clear()
        return saved

    def note(self, report: ParcelReport, records: Sequence[Record]) -> None:
        """Count what the machine played by a report."""
        self.played += len(records)
        self.voids += len(report.reports) - len(records)
        self.seconds += report.seconds
        for record in records:
            # Who is withdrawn forfeits without a process: that tells nothing of the machine.
            absent = {each.seat for each in record.faults if each.fault.kind is FaultKind.WITHDRAWN}
            played = [each.entrant for seat, each in enumerate(record.seats) if seat not in absent]
            at_fault = [each.seat for each in record.faults if each.seat not in absent]
            self.matches.update(played)
            self.faults.update(record.seats[seat].entrant for seat in at_fault)
        if not records or report.seconds <= 0:
            return
        rate = len(records) / report.seconds
        if self.rate:
            rate = min(self.rate * _GROWTH, _NEW * rate + (1 - _NEW) * self.rate)
        self.rate = rate
