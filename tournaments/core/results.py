"""What matches came to, as far as tables need it."""

from dataclasses import dataclass

from tournaments.core.fixtures import Fixture


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """What the table needs of a match."""

    id: str
    places: tuple[int, ...]
    """By seat; 1 is best, ties share."""
    points: tuple[int, ...]
    """The game's own, by seat."""
    faults: tuple[tuple[str, str], ...] = ()
    """Entrant and kind, such as ("ann 2", "late")."""
    play: str = ""
    """A hash of the deal's path and the actions: matches that have it in common are the same game
    move for move, whoever sat in it. Empty when it is not known."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that was played and counts: no void."""

    fixture: Fixture
    places: tuple[int, ...]
    points: tuple[int, ...]
    faults: tuple[tuple[str, str], ...] = ()
    """As in MatchSummary."""
    play: str = ""
    """As in MatchSummary."""
