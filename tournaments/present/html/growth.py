"""How the ratings developed: the ratings after growing numbers of boards, up to all boards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.results import PlayedMatch
from tournaments.ratings.rating import Rating
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.tabulate import tabulate

POINTS = 12
"""The most points of a curve; a rating table is computed for each of them but the last."""
_MANY_ENTRANTS = 16
"""With more entrants than this a table takes seconds, so there are half as many points."""


@dataclass(frozen=True, slots=True)
class Point:
    """The ratings after the first boards of a tournament."""

    boards: int
    """The number of boards."""
    ratings: Mapping[str, Rating]
    """By entrant, without entrants that had met nobody on these boards."""


def growth(
    entrants: Sequence[str],
    counted: Sequence[PlayedMatch],
    final: StandingsTable,
    note: Callable[[], None] = lambda: None,
) -> list[Point]:
    """The ratings after growing numbers of boards, from the first board to all of them.

    `counted` has the matches of whole blocks in the order of play, in which all matches of a board
    follow one another; `final` is their table. `note` is called before each point is made. Points
    without ratings are left out. Empty if fewer than two are left.
    """
    points = []
    lengths = _lengths([match.fixture.block.board for match in counted])
    for boards in _steps(len(lengths), POINTS if len(entrants) <= _MANY_ENTRANTS else POINTS // 2):
        note()
        # The table of all boards is there already.
        is_last = boards == len(lengths)
        table = final if is_last else tabulate(entrants, counted[: lengths[boards - 1]])
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


def _lengths(boards: Sequence[int]) -> list[int]:
    """For each board, the number of matches up to its last one.

    `boards` has the board of each match; equal boards are next to each other.
    """
    return [
        number
        for number, board in enumerate(boards, 1)
        if number == len(boards) or boards[number] != board
    ]


def _steps(boards: int, points: int) -> Iterator[int]:
    """At most `points` numbers from 1 to `boards`, each about the same multiple of the previous."""
    # Ratings change most at the beginning. A set, since small steps may round to the same number.
    if boards:
        yield from sorted({round(boards ** (step / (points - 1))) for step in range(points)})
