"""Matrices of every entrant by every entrant, and the shares of seats, for texts and pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.present.figures import between
from tournaments.ratings.pairs import HeadToHead, Pair, Partners
from tournaments.ratings.scores import Interval
from tournaments.ratings.standings import StandingsTable

_NOTHING = "·"
"""The text of a cell without a figure: the two have not met, were never in one team, or are the
same entrant."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """A table with a row and a column for every entrant; the title says what its figures are."""

    key: str
    """Its key in JSON (docs/tables.md): "cross" or "partners"."""
    title: str
    names: Sequence[str]
    """The heads of rows and of columns: all entrants, in the order of the standings."""
    cells: Mapping[Pair, HeadToHead | Partners]
    """By (row, column); pairs that have no figure are missing."""
    digits: int
    """The decimals of a figure."""

    def text(self, row: str, column: str) -> str:
        """The cell's figure as text; a dot for a pair without one."""
        cell = self.cells.get((row, column))
        return _NOTHING if cell is None else f"{figure(cell):.{self.digits}f}"


def matrices(table: StandingsTable, *, share_digits: int = 1) -> list[Matrix]:
    """The matrices that the table has, in the order in which they are shown.

    There is a cross table if any two have met, and a matrix of partners if there are mixed teams.
    Shares have `share_digits` decimals, points always one.
    """
    names = [standing.entrant for standing in table.standings]
    all_matrices = [
        Matrix("cross", "share of row against column, in %", names, table.cross, share_digits),
        Matrix("partners", "points of row and column in one team", names, table.partners, 1),
    ]
    return [matrix for matrix in all_matrices if matrix.cells]


def figure(cell: HeadToHead | Partners) -> float:
    """The figure of a cell: the share in percent, or the team's mean points in a match."""
    return 100 * cell.points_share if isinstance(cell, HeadToHead) else cell.mean_points


def seats_text(table: StandingsTable) -> str:
    """The shares of the seats in a line, such as 48.5 [45.3, 51.7] / 51.5 [48.3, 54.7] %."""
    return " / ".join(between(share, interval) for share, interval in shares_by_seat(table)) + " %"


def shares_by_seat(table: StandingsTable) -> list[tuple[float, Interval | None]]:
    """Each seat's share of rank points, 0 to 1, with its 95 % interval; None if unknown."""
    return list(zip(table.seats, table.seat_intervals, strict=True))
