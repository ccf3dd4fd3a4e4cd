"""How the ratings came about: those after the first boards, and after more and more of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.contests import Played, by_block, contests, result
from tournaments.rating import Rating, Result, rate

POINTS = 12
MANY = 16
"""Of more entrants a rating takes seconds, and half as many points are made."""


@dataclass(frozen=True, slots=True)
class Point:
    """The ratings after so many boards, of those who had played by then."""

    boards: int
    ratings: Mapping[str, Rating]


def growth(
    entrants: Sequence[str], counted: Sequence[Played], note: Callable[[], None] = lambda: None
) -> list[Point]:
    """The ratings after 1, 2, ... boards, in steps that grow, up to all of them.

    The matches are whole blocks in the order of play. `note` is called for every point.
    Empty where there are fewer than two boards with anything to compare.
    """
    blocks = by_block(counted)
    results = [result(contests(block, matches)) for block, matches in blocks.items()]
    ends = _ends([block.board for block in blocks])
    points = []
    for boards in _steps(len(ends), POINTS if len(entrants) <= MANY else POINTS // 2):
        points.append(_point(entrants, results[: ends[boards - 1]], boards))
        note()
    rated = [point for point in points if point.ratings]
    return rated if len(rated) > 1 else []


def _point(entrants: Sequence[str], results: Sequence[Result], boards: int) -> Point:
    real = [each for each in results if len(each.teams) > 1]
    ratings = rate(entrants, real).by_entrant
    played = {name for each in real for name in each.entrants}
    return Point(boards, {name: ratings[name] for name in entrants if name in played})


def _ends(boards: Sequence[int]) -> list[int]:
    """How many blocks there are up to the end of each board."""
    return [
        number
        for number, board in enumerate(boards, 1)
        if number == len(boards) or boards[number] != board
    ]


def _steps(boards: int, points: int) -> Iterator[int]:
    """Numbers of boards, each about the same multiple of the one before."""
    if boards:
        steps = {round(boards ** (step / (points - 1))) for step in range(points)}
        yield from sorted(steps)
