"""How the ratings developed: the ratings after growing numbers of boards, up to all boards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.results import PlayedMatch
from tournaments.ratings.rating import Rating
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.tabulate import tabulate

POINTS = 12
"""The most points of a curve; a rating table is computed for each of them."""
MANY = 16
"""With more entrants a table takes seconds, so there are half as many points."""


@dataclass(frozen=True, slots=True)
class Point:
    """The ratings after the first boards of a tournament."""

    boards: int
    """The number of boards."""
    ratings: Mapping[str, Rating]
    """By entrant, without entrants that had not met anybody by then."""


def growth(
    entrants: Sequence[str],
    counted: Sequence[PlayedMatch],
    final: StandingsTable,
    note: Callable[[], None] = lambda: None,
) -> list[Point]:
    """The ratings after growing numbers of boards, from the first board to all of them.

    `counted` has the matches of whole blocks in the order of play; `final` is their table. `note`
    is called before every point. Empty if fewer than two points have ratings.
    """
    points = []
    ends = _ends([match.fixture.block.board for match in counted])
    for boards in _steps(len(ends), POINTS if len(entrants) <= MANY else POINTS // 2):
        note()
        whole = boards == len(ends)
        # The last point is the given table, which need not be computed again.
        table = final if whole else tabulate(entrants, counted[: ends[boards - 1]])
        points.append(Point(boards, _ratings(table)))
    rated = [point for point in points if point.ratings]
    return rated if len(rated) > 1 else []


def _ratings(table: StandingsTable) -> dict[str, Rating]:
    # An entrant that has met nobody still has the rating of the prior, which says nothing.
    met = {name for pair in table.cross for name in pair}
    return {
        each.entrant: rating
        for each in table.standings
        if each.entrant in met and (rating := each.rating)
    }


def _ends(boards: Sequence[int]) -> list[int]:
    """For each board the number of matches up to its end; `boards` has the board of each match."""
    return [
        number
        for number, board in enumerate(boards, 1)
        if number == len(boards) or boards[number] != board
    ]


def _steps(boards: int, points: int) -> Iterator[int]:
    """At most `points` numbers from 1 to `boards`, each about the same multiple of the last."""
    # Ratings change most at the beginning. A set, since small steps may round to the same number.
    if boards:
        yield from sorted({round(boards ** (step / (points - 1))) for step in range(points)})
