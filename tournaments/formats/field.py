"""What every format is given, and what it gives."""

import dataclasses
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.core.fixtures import Fixture
from tournaments.core.results import PlayedMatch
from tournaments.ratings.sequential import Sprt

Stages: TypeAlias = Generator[list[Fixture], Sequence[PlayedMatch], None]
"""Yields a stage, is sent its results, in its order, and yields the next.

A stage depends on the results of those before, of all of them, and on nothing else. So a tournament
that was killed goes on exactly as it would have.
"""

Pair: TypeAlias = tuple[str, str]
Meetings: TypeAlias = Mapping[Pair, int]
"""How often two have met; the names of a pair are in order."""


@dataclass(frozen=True, slots=True)
class Field:
    """The entrants that a format schedules, and what it has to know of their tournament."""

    tournament: str
    """What ids are derived from."""
    entrants: Mapping[str, int]
    """By name: the first board that they are there for, from 1."""
    seats: int
    boards: int
    raised: Sequence[tuple[int, int]] = ()
    """Of a ladder whose boards were raised: from which board on there are how many; else empty."""
    hero: str = ""
    """Of a gauntlet: the one whom all others meet. Of a duel: the new one."""
    rounds: int = 0
    """Of a Swiss tournament; 0 for the usual ones."""

    resolved: float = 0.0
    """The confidence at which a ranking is resolved and its boards end; 0 for never."""
    kinds: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """By name: what the entrant is; two of a kind need not be told apart."""
    sprt: Sprt | None = None
    """What ends a duel before all its boards are played."""
    cooperative: bool = False

    @property
    def names(self) -> list[str]:
        """Of the entrants, in order."""
        return sorted(self.entrants)

    def boards_at(self, board: int) -> int:
        """How many there are as far as was known when this one was reached."""
        return max((many for first, many in self.raised if first <= board), default=self.boards)


def times_met(met: Meetings, one: str, other: str) -> int:
    """How often the two have met."""
    return met[min(one, other), max(one, other)]
