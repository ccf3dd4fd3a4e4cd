"""The result of a match: points and places."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """Points and places by seat. What points mean depends on the game."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    """1 is the best place. Seats that share a place have the same number: 1, 1, 3."""


def places(points: Sequence[int]) -> tuple[int, ...]:
    """The place of each seat by its points: the seats with most points have place 1.

    Seats with equal points share a place, and the following places are skipped (1, 1, 3).
    """
    return tuple(1 + sum(other > points_of_seat for other in points) for points_of_seat in points)
