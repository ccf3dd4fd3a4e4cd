"""The input of a format, its field, and its output, the stages."""

import dataclasses
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.core.fixtures import Fixture
from tournaments.core.results import PlayedMatch
from tournaments.ratings.rating import Rating
from tournaments.ratings.sequential import Sprt

Stages: TypeAlias = Generator[list[Fixture], Sequence[PlayedMatch], None]
"""Yields a stage, is sent its played matches in the same order, and yields the next stage.

A stage depends on the field and on the results of all earlier stages, and on nothing else. So a
tournament that was killed goes on exactly as it would have.
"""

Pair: TypeAlias = tuple[str, str]
"""The names of two entrants."""
Meetings: TypeAlias = Counter[Pair]
"""How often two entrants have met, by their names in alphabetical order; 0 for a missing pair."""


@dataclass(frozen=True, slots=True)
class Field:
    """The entrants that a format schedules, and the settings of their tournament."""

    tournament: str
    """The text that ids of matches are derived from: NAME/SEED/GAME/RULES (docs/records.md)."""
    entrants: Mapping[str, int]
    """The first board on which each entrant takes part, from 1, by name."""
    seats: int
    """How many seats a match has."""
    boards: int
    """How many boards are played, as the format counts them."""
    raised: Sequence[tuple[int, int]] = ()
    """For a ladder: pairs (first board, value of `boards` from it on); empty if never changed."""
    hero: str = ""
    """In a gauntlet the entrant that all others meet, in a duel the new version; else empty."""
    rounds: int = 0
    """The number of rounds of a Swiss tournament; 0 for the usual number."""
    resolved: float = 0.0
    """The confidence at which the ranking is resolved and play ends; 0 to play all boards."""
    digests: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """The digests of the bots, by name of the entrant. Entrants with equal digests are twins, whose
    order in the ranking need not be resolved."""
    placed: Mapping[str, Rating] = dataclasses.field(default_factory=dict)
    """For a ladder: ratings of entrants from the tournaments that it follows, by name."""
    sprt: Sprt | None = None
    """The test that ends a duel before all boards are played; None to play all."""
    cooperative: bool = False
    """Whether the game is cooperative, so that teams are compared."""
    even_seats: bool = True
    """Whether members of mixed teams take the seats that they have held least. False in tournaments
    that earlier versions began: there they sit in the order in which they were drawn."""

    @property
    def names(self) -> list[str]:
        """The names of the entrants, sorted."""
        return sorted(self.entrants)

    def boards_at(self, board: int) -> int:
        """The value of `boards` by which this board was scheduled."""
        # Boards are only ever added, so the last of these values is the greatest.
        return max((boards for first, boards in self.raised if first <= board), default=self.boards)


def times_met(met: Meetings, one: str, other: str) -> int:
    """How often the entrants `one` and `other` have met."""
    return met[min(one, other), max(one, other)]
