"""The result of a match: points and places."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The game's own points by seat, and places by seat (1 is best; shared places: 1, 1, 3)."""

    points: tuple[int, ...]
    places: tuple[int, ...]


def places(points: Sequence[int]) -> tuple[int, ...]:
    """Places by points, the most first.

    Equals share a place, and the next ones are skipped (1, 1, 3).
    """
    return tuple(1 + sum(other > own for other in points) for own in points)
