"""What every format is given, and what it gives."""

import dataclasses
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.core.fixtures import Fixture
from tournaments.core.results import PlayedMatch
from tournaments.ratings.rating import Rating
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
    """The text that ids of matches are derived from: NAME/SEED/GAME/RULES (docs/records.md)."""
    entrants: Mapping[str, int]
    """By name: the first board that the entrant takes part in, from 1."""
    seats: int
    """How many seats a match has."""
    boards: int
    """How many boards are played, as the format counts them."""
    raised: Sequence[tuple[int, int]] = ()
    """Of a ladder whose boards were raised: from which board on there are how many; else empty."""
    hero: str = ""
    """Of a gauntlet: the entrant that all others meet. Of a duel: the new one."""
    rounds: int = 0
    """Of a Swiss tournament: how many rounds; 0 for the usual number."""

    resolved: float = 0.0
    """The confidence at which a ranking is resolved and its boards end; 0 for never."""
    kinds: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """By name: the digest of the entrant's bot; two of a kind need not be told apart."""
    placed: Mapping[str, Rating] = dataclasses.field(default_factory=dict)
    """Of a ladder: what earlier tournaments told of its entrants, by name."""
    sprt: Sprt | None = None
    """The test that ends a duel before all its boards are played."""
    cooperative: bool = False
    """Whether the game is played by teams."""
    even_seats: bool = True
    """Whether teams that are drawn hold all seats evenly; once they sat in the order drawn."""

    @property
    def names(self) -> list[str]:
        """The names of the entrants, sorted."""
        return sorted(self.entrants)

    def boards_at(self, board: int) -> int:
        """How many boards there were to be when this one was reached."""
        # `raised` only ever grows, so the greatest that was known then is the last.
        return max((many for first, many in self.raised if first <= board), default=self.boards)


def times_met(met: Meetings, one: str, other: str) -> int:
    """How often the two have met."""
    return met[min(one, other), max(one, other)]
