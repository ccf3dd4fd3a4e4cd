"""What every format is given, and what it gives."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.contests import Played
from tournaments.schedule import Fixture

Stages: TypeAlias = Generator[list[Fixture], Sequence[Played], None]
"""Yields a stage, is sent its results, in its order, and yields the next.

A stage depends on the results of those before, of all of them, and on nothing else. So a tournament
that was killed goes on exactly as it would have.
"""

Pair: TypeAlias = tuple[str, str]
Meetings: TypeAlias = Mapping[Pair, int]
"""How often two have met; the names of a pair are in order."""


@dataclass(frozen=True, slots=True)
class Field:
    """Whom a format schedules."""

    tournament: str
    """What ids are derived from."""
    entrants: Mapping[str, int]
    """By name: the first board that they are there for, from 1."""
    seats: int
    boards: int
    hero: str = ""
    """Of a gauntlet: the one whom all others meet."""
    rounds: int = 0
    """Of a Swiss tournament; 0 for as many as single out the best."""

    @property
    def names(self) -> list[str]:
        """Of the entrants, in order."""
        return sorted(self.entrants)


def times_met(met: Meetings, one: str, other: str) -> int:
    """How often the two have met."""
    return met[min(one, other), max(one, other)]
