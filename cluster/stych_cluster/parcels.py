"""The messages between the runner and the machines of a cluster: plain values, for pickle."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from referee.record import Record
from referee.sandbox.confinement import ResourceLimits
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.run.plan import Plan

PARCELS_AT_ONCE: Final = 2
"""Parcels that a machine has at a time, so that its workers are not idle between two parcels."""


@dataclass(frozen=True, slots=True)
class RunSetting:
    """What a machine must know of a run before it can play a parcel of it."""

    id: str
    """The id, which is unique for each run, also for two runs of one tournament."""
    plan: Plan
    """The plan. Each machine sets in it what it decides itself: isolation, folders, `cpu_slots`."""
    digests: Mapping[str, str]
    """By entrant of the plan: the digest of its bot."""
    limits: ResourceLimits
    """The limits of each bot."""
    readable: tuple[Path, ...]
    """Paths that bots may read and that must exist on the machine."""
    thinking: int
    """How many bots may think at once on a machine, but at least one in each worker process; 0 for
    as many as it has processors."""
    at_once: int
    """How many matches each worker process plays at once."""
    widest: Fixture
    """A fixture of the block with the most matches, among those that are known. By it the machine
    computes whether its limit of open files allows processes for all encounters."""
    withdrawn: frozenset[str] = frozenset()
    """Entrants that forfeit from the beginning."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """Fixtures for one machine: whole blocks, or of a block all that is left to play."""

    number: int
    """Unique within the run."""
    fixtures: tuple[Fixture, ...]
    saved: tuple[int, ...] = ()
    """The numbers of earlier parcels of this machine that were saved since its last message, so
    that their deals may be opened."""
    withdrawn: frozenset[str] = frozenset()
    """All entrants that forfeit by now."""


@dataclass(frozen=True, slots=True)
class ParcelReport:
    """The results of a parcel, from the machine that played it."""

    reports: tuple[Record | Void, ...]
    """Records and voids, in the order in which matches ended."""
    seconds: float = 0.0
    """How long the parcel took, without the time in which the previous one was being played."""
    problem: str = ""
    """Why the machine cannot play any more in this run, as a clause; "" if it can."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The machine has built and started every bot, and waits for parcels."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """The machine needs the archives of these bots before it can prepare."""

    digests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CannotPlay:
    """The machine cannot play in this run."""

    why: str
    """The reason, in a clause."""


Preparation: TypeAlias = Ready | Lacking | CannotPlay
"""The answers of a machine to the request to prepare for a run."""
