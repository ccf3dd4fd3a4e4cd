"""What matches came to, as far as tables need it."""

from dataclasses import dataclass

from tournaments.core.fixtures import Fixture


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What a match came to; not how long it took, since a table must not depend on that."""

    places: tuple[int, ...]
    """By seat; 1 is best, ties share."""
    points: tuple[int, ...]
    """The game's own points, by seat."""
    faults: tuple[tuple[str, str], ...] = ()
    """Entrant and kind, such as ("ann 2", "late")."""
    play: str = ""
    """A hash of the deal's path and the actions: matches that have it in common are the same game
    move for move, whoever sat in it. Empty when it is not known."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that was played and counts: no void."""

    fixture: Fixture
    result: MatchResult
