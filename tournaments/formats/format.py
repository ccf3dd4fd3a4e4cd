"""What a format is: its name, its texts, its keys in tournament files, and its schedule."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from tournaments.core.fixtures import Fixture
from tournaments.formats.field import Field, Stages


class Newcomers(Enum):
    """From which board on an entrant takes part that comes when matches were played."""

    FROM_THE_FIRST = "the first"
    FROM_THE_NEXT = "the next"
    NEVER = "none"


@dataclass(frozen=True, slots=True)
class Format:
    """All that is particular to a format; nothing else compares the names of formats."""

    name: str
    """Its name in tournament files."""
    text: str
    """Whom it lets meet, in words: the end of a sentence."""
    stages: Callable[[Field], Stages]
    """The fixtures of a field. Raises ValueError for one that the format cannot schedule."""
    team_text: str = ""
    """What a table of teams rests on, as sentences; empty for a format in which no teams play."""
    boards_are: str = ""
    """What follows the number of boards in words, with a space before it."""
    keys: frozenset[str] = frozenset()
    """Keys of tournament files that belong to this format, and to others that name them."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """What may not change once a match was played, in this format: the name in words, by the key of
    the stored definition."""
    adaptive: bool = False
    """Whether later stages depend on results: the number of matches is not known before the end."""
    newcomers: Newcomers = Newcomers.FROM_THE_FIRST
    stays_open: bool = False
    """Whether a tournament may always be played on, by newcomers or on more boards."""
    seats_by_turns: bool = False
    """Whether it chooses the seats within a team, which it once did not."""
    least_seats: int = 1
    """The fewest seats of a game that it fits."""
    usual_rounds: Callable[[int, int], int] | None = None
    """How many rounds there are of so many entrants in so many seats; None without rounds."""


def at_once(schedule: Callable[[Field], Iterator[Fixture]]) -> Callable[[Field], Stages]:
    """A schedule that does not depend on results: a single stage."""

    def stages(entrants: Field) -> Stages:
        yield list(schedule(entrants))

    return stages


def until_resolved(
    whole: Callable[[Field], Stages], resolving: Callable[[Field], Stages]
) -> Callable[[Field], Stages]:
    """A schedule that is played whole, unless it may end when the ranking is resolved."""
    return lambda entrants: (resolving if entrants.resolved else whole)(entrants)
