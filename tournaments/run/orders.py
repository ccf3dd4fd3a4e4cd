"""What the runner and a worker tell each other over their pipe."""

from dataclasses import dataclass

from referee.record import Record
from tournaments.core.dealing import DealId
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.hosting.notices import LobbyFailed, Notice


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """Play the match of a fixture."""

    fixture: Fixture
    withdrawn: frozenset[str]
    """The entrants of the match that are withdrawn: they forfeit it and are not asked."""
    earlier_attempts: int = 0
    """How often the match was begun and not finished. After the first time, the bots need new
    processes: the old ones have seen the deal."""


@dataclass(frozen=True, slots=True)
class OpenOrder:
    """Open the commitments to this deal: no match on it is left to play."""

    deal: DealId


@dataclass(frozen=True, slots=True)
class StartOrder:
    """Start one process of each of these entrants, and answer with a StartReport."""

    entrants: tuple[str, ...]
    """Names of local entrants."""


@dataclass(frozen=True, slots=True)
class StartReport:
    """The answer to a StartOrder: the entrants that this machine could not start."""

    failed: tuple[tuple[str, str], ...]
    """Pairs (entrant, why not)."""


@dataclass(frozen=True, slots=True)
class EndOrder:
    """The last order of a run. A pipe that ends without it means that the runner was killed."""


WorkerOrder = StartOrder | PlayOrder | OpenOrder | EndOrder
"""What the runner sends to a worker."""
WorkerReport = StartReport | Record | Void | Notice | LobbyFailed
"""What a worker sends to the runner."""
