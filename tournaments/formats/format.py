"""The type of all formats: a name, texts, keys in tournament files, and a schedule."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from tournaments.core.fixtures import Fixture
from tournaments.formats.field import Field, Stages


class Newcomers(Enum):
    """The first board of an entrant that is added to a tournament that was begun."""

    FROM_THE_FIRST = "the first"
    """Board 1: the entrant plays on all boards."""
    FROM_THE_NEXT = "the next"
    """The board after the last one on which a match was played."""
    NEVER = "none"
    """No entrant can be added."""


@dataclass(frozen=True, slots=True)
class Format:
    """What code for any format needs to know of one.

    Code that treats one format in its own way, such as the duel, compares these objects and not
    their names.
    """

    name: str
    """The name in tournament files."""
    text: str
    """Which entrants meet, in words: the end of a sentence."""
    stages: Callable[[Field], Stages]
    """The stages of a field. Taking the first raises ValueError if it cannot be scheduled."""
    team_text: str = ""
    """How teams are formed, as a sentence below a rating table; "" for a format without teams."""
    boards_are: str = ""
    """A text to put after the number of boards, such as " for each pairing"; "" for none."""
    keys: frozenset[str] = frozenset()
    """Keys of tournament files that belong to this format. Formats that do not list them refuse
    them."""
    fixed: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Keys of a definition that may not change when a tournament of this format goes on, with their
    names in words."""
    adaptive: bool = False
    """Whether later stages may depend on results, so that not all matches are known before. With
    `resolved` they do although this is False (see `Definition.is_adaptive`)."""
    newcomers: Newcomers = Newcomers.FROM_THE_FIRST
    """The first board of entrants that are added later."""
    stays_open: bool = False
    """Whether a tournament never ends, since more boards or newcomers may follow at any time."""
    seats_by_turns: bool = False
    """Whether members of a team take seats by turns (see `Field.even_seats`)."""
    least_seats: int = 1
    """The fewest seats that a game must have for this format."""
    usual_rounds: Callable[[int, int], int] | None = None
    """The usual number of rounds for numbers of entrants and of seats; None without rounds."""


def at_once(schedule: Callable[[Field], Iterator[Fixture]]) -> Callable[[Field], Stages]:
    """The `stages` of a format whose schedule does not depend on results: a single stage."""

    def stages(field: Field) -> Stages:
        yield list(schedule(field))

    return stages


def until_resolved(
    whole: Callable[[Field], Stages], resolving: Callable[[Field], Stages]
) -> Callable[[Field], Stages]:
    """The `stages` of a format: `resolving` for a field with `resolved`, else `whole`."""
    return lambda field: resolving(field) if field.resolved else whole(field)
