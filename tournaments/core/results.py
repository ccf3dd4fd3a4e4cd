"""The results of matches, as far as rating tables need them."""

from dataclasses import dataclass

from tournaments.core.fixtures import Fixture


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match, without times: a rating table must not depend on them."""

    places: tuple[int, ...]
    """Places by seat; 1 is best, and equals share a place."""
    points: tuple[int, ...]
    """The game's own points, by seat."""
    faults: tuple[tuple[str, str], ...] = ()
    """Pairs of an entrant and the kind of its fault, such as ("ann 2", "late")."""
    play: str = ""
    """A hash of the deal's path and the actions: matches with the same hash are the same move for
    move, with any entrants. Empty when it is not known."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A fixture that was played and is not void, with its result."""

    fixture: Fixture
    result: MatchResult
