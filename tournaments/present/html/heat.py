"""Heat maps: the matrices of a table, with a shade for each cell and a sentence about it.

They are real tables with a class for each shade, so that they can be read aloud and copied.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.present.figures import between
from tournaments.present.pair_texts import Matrix, figure, matrices
from tournaments.ratings.pairs import HeadToHead, Partners
from tournaments.ratings.standings import StandingsTable

SHADES = 11
"""The number of shades, odd so that an even result has a shade of its own; the style sheet has the
classes h0 to h10."""
NAMED = 12
"""The most columns that have names; of more, each has the number of its entrant's line."""


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A cell: what the row's entrant came to against the column's, or with it."""

    shown: str
    shade: str
    """Classes of the style sheet: the shade, or that the two never met; and whether it is sure."""
    words: str = ""
    """The sentence that is shown when the cell is pointed at; "" for none."""


@dataclass(frozen=True, slots=True)
class Row:
    """The row of one entrant: its cells in the order of the ranking."""

    entrant: str
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A matrix of every entrant by every entrant, with the texts around it."""

    key: str
    """The end of its id in the page."""
    heading: str
    words: str
    caption: str
    least: str
    most: str
    """What the first and the last shade stand for."""
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class _Around:
    """What a page says around a matrix, besides its title."""

    heading: str
    words: str
    missing: str
    """What is said of two for whom there is no cell."""


_AROUND: Final[Mapping[str, _Around]] = {
    "cross": _Around(
        "Cross table",
        "The row's share of the points against the column, in %. Bold: even is not within the 95 %"
        " interval, which a cell shows when it is pointed at.",
        "{} and {} did not meet",
    ),
    "partners": _Around(
        "Partners",
        "The points of teams in which row and column sat together, on the mean.",
        "{} and {} were no team",
    ),
}
"""By the matrix's key."""


def heat_maps(table: StandingsTable) -> list[HeatMap]:
    """The heat maps of a table: one for each of its matrices."""
    digits = 1 if len(table.standings) <= NAMED else 0
    return [_heat_map(matrix) for matrix in matrices(table, share_digits=digits)]


def _heat_map(matrix: Matrix) -> HeatMap:
    least, most = ends = _ends(matrix)
    around, names = _AROUND[matrix.key], matrix.names
    return HeatMap(
        key=matrix.key,
        heading=around.heading,
        words=around.words,
        caption=matrix.title.capitalize(),
        least=f"{least:.{matrix.digits}f}",
        most=f"{most:.{matrix.digits}f}",
        rows=[Row(row, tuple(_cell(matrix, row, each, ends) for each in names)) for row in names],
    )


def _ends(matrix: Matrix) -> tuple[float, float]:
    """The figures of the first and of the last shade."""
    if matrix.key == "cross":
        return 0.0, 100.0
    # A game's points have no fixed ends, so the shades go from the least to the most there is.
    reached = [figure(cell) for cell in matrix.cells.values()]
    return min(reached), max(reached)


def _cell(matrix: Matrix, row: str, column: str, ends: tuple[float, float]) -> HeatCell:
    shown, cell = matrix.text(row, column), matrix.cells.get((row, column))
    if cell is None:
        missing = "" if row == column else _AROUND[matrix.key].missing.format(row, column)
        return HeatCell(shown, "none", missing)
    least, most = ends
    part = (figure(cell) - least) / (most - least) if most > least else 0.5
    sure = " sure" * (isinstance(cell, HeadToHead) and _is_sure(cell))
    return HeatCell(shown, f"h{round(part * (SHADES - 1))}{sure}", _words(row, column, cell))


def _is_sure(cell: HeadToHead) -> bool:
    """Whether it is not even: the interval does not have a half in it."""
    interval = cell.share_interval
    return interval is not None and not interval[0] <= 0.5 <= interval[1]


def _words(row: str, column: str, cell: HeadToHead | Partners) -> str:
    if isinstance(cell, Partners):
        points = between(cell.mean_points, cell.points_interval, 1)
        return f"{row} with {column}: {points} in {cell.matches} matches"
    results = f"{cell.wins} won, {cell.draws} drawn, {cell.losses} lost"
    return f"{row} against {column}: {between(cell.points_share, cell.share_interval)} %; {results}"
