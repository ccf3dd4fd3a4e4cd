"""What the runner and a worker tell each other over their pipe."""

from dataclasses import dataclass

from referee.record import Record
from tournaments.core.dealing import Deal
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.hosting.notices import Broken, Notice


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """Play a match; entrants that are withdrawn forfeit it unasked."""

    fixture: Fixture
    withdrawn: frozenset[str]
    begun: int = 0
    """How often the match was begun and not finished. If it was, its bots need new processes: the
    old ones have seen the deal."""


@dataclass(frozen=True, slots=True)
class OpenOrder:
    """No match on this deal is left to play: bots may be shown what they were committed to."""

    deal: Deal


@dataclass(frozen=True, slots=True)
class StartOrder:
    """Start these local entrants before any match, and report whether this machine can."""

    entrants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StartReport:
    """The answer to a StartOrder: the entrants that this machine could not start."""

    failed: tuple[tuple[str, str], ...]
    """Pairs (entrant, why not)."""


@dataclass(frozen=True, slots=True)
class EndOrder:
    """The last order. A pipe that ends without it tells that the runner was killed."""


WorkerOrder = StartOrder | PlayOrder | OpenOrder | EndOrder
WorkerReport = StartReport | Record | Void | Notice | Broken
"""What a worker sends back."""
