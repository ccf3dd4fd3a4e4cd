"""How the ratings came about: ratings after the first boards, and after more and more of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.results import PlayedMatch
from tournaments.ratings.rating import Rating
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.tabulate import tabulate

# The points of the drawing, for each of which a table is made.
POINTS = 12
MANY = 16
"""With more entrants a table takes seconds, and half as many points are made."""


@dataclass(frozen=True, slots=True)
class Point:
    """The ratings after so many boards, of those who had met somebody by then."""

    boards: int
    ratings: Mapping[str, Rating]


def growth(
    entrants: Sequence[str],
    counted: Sequence[PlayedMatch],
    final: StandingsTable,
    note: Callable[[], None] = lambda: None,
) -> list[Point]:
    """The ratings after 1, 2, ... boards, in steps that grow, up to all of them.

    The matches are whole blocks in the order of play, `final` is their table. `note` is called for
    every point. Empty where there are fewer than two boards with anything to compare.
    """
    points = []
    ends = _ends([match.fixture.block.board for match in counted])
    for boards in _steps(len(ends), POINTS if len(entrants) <= MANY else POINTS // 2):
        note()
        whole = boards == len(ends)
        # The last point is the page's own table, which is there already.
        made = final if whole else tabulate(entrants, counted[: ends[boards - 1]])
        points.append(Point(boards, _ratings(made)))
    rated = [point for point in points if point.ratings]
    return rated if len(rated) > 1 else []


def _ratings(made: StandingsTable) -> dict[str, Rating]:
    # An entrant that has met nobody has the prior's rating, which says nothing.
    met = {name for pair in made.cross for name in pair}
    return {
        each.entrant: rating
        for each in made.standings
        if each.entrant in met and (rating := each.rating)
    }


def _ends(boards: Sequence[int]) -> list[int]:
    """How many matches there are up to the end of each board."""
    return [
        number
        for number, board in enumerate(boards, 1)
        if number == len(boards) or boards[number] != board
    ]


def _steps(boards: int, points: int) -> Iterator[int]:
    """Numbers of boards from 1 to all, each about the same multiple of the one before."""
    # Ratings move most at the beginning; a set, since the first steps may round to one number.
    if boards:
        yield from sorted({round(boards ** (step / (points - 1))) for step in range(points)})
