"""Heat maps: the matrices of a table, with a shade and a sentence for each cell.

A page shows them as HTML tables with a class for each shade, so they can be read aloud and copied.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.core.words import how_many
from tournaments.present.figures import between
from tournaments.present.pair_texts import Matrix, figure, matrices
from tournaments.ratings.pairs import HeadToHead, Partners
from tournaments.ratings.standings import StandingsTable

SHADES = 11
"""The number of shades, odd so that an even result has a shade of its own; the style sheet has the
classes h0 to h10."""
MOST_NAMED_COLUMNS = 12
"""With more columns than this, the heads of all columns are numbers instead of names."""


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A cell: the result of the row's entrant against the column's, or of both in one team."""

    shown: str
    """The figure, or a dot for none."""
    shade: str
    """Classes of the style sheet: h0 to h10, with "sure" for a share whose 95 % interval does not
    include even (50 %); "none" for a cell without a figure."""
    words: str = ""
    """The sentence that is shown when the cell is pointed at; "" for none."""


@dataclass(frozen=True, slots=True)
class HeatRow:
    """The row of one entrant: its cells in the order of the ranking."""

    entrant: str
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A matrix of every entrant by every entrant, with the texts around it."""

    key: str
    """The key of the matrix, which is the last part of the id in the page."""
    heading: str
    words: str
    """What the figures are, in sentences above the table."""
    caption: str
    least: str
    most: str
    """The figures of the first and the last shade, as text."""
    rows: Sequence[HeatRow]


@dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of a page about a matrix, besides its title."""

    heading: str
    words: str
    missing: str
    """The sentence for two entrants without a cell, with {} for each of their names."""


_TEXTS: Final[Mapping[str, _Texts]] = {
    "cross": _Texts(
        "Cross table",
        "The row's share of the points against the column, in %. Bold: even is not within the 95 %"
        " interval, which a cell shows when it is pointed at.",
        "{} and {} did not meet",
    ),
    "partners": _Texts(
        "Partners",
        "The mean points of the teams in which row and column sat together.",
        "{} and {} were no team",
    ),
}
"""The texts by the key of the matrix."""


def heat_maps(table: StandingsTable) -> list[HeatMap]:
    """The heat maps of a table: one for each of its matrices."""
    # Where the heads are numbers, columns are narrow, and shares are shown as whole percents.
    digits = 1 if len(table.standings) <= MOST_NAMED_COLUMNS else 0
    return [_heat_map(matrix) for matrix in matrices(table, share_digits=digits)]


def _heat_map(matrix: Matrix) -> HeatMap:
    least, most = ends = _ends(matrix)
    texts, names = _TEXTS[matrix.key], matrix.names
    return HeatMap(
        key=matrix.key,
        heading=texts.heading,
        words=texts.words,
        caption=matrix.title.capitalize(),
        least=f"{least:.{matrix.digits}f}",
        most=f"{most:.{matrix.digits}f}",
        rows=[
            HeatRow(row, tuple(_cell(matrix, row, each, ends) for each in names)) for row in names
        ],
    )


def _ends(matrix: Matrix) -> tuple[float, float]:
    """The figures that get the first and the last shade."""
    if matrix.key == "cross":
        return 0.0, 100.0
    # A game's points have no fixed range, so the shades are spread over the points in the matrix.
    figures = [figure(cell) for cell in matrix.cells.values()]
    return min(figures), max(figures)


def _cell(matrix: Matrix, row: str, column: str, ends: tuple[float, float]) -> HeatCell:
    shown, cell = matrix.text(row, column), matrix.cells.get((row, column))
    if cell is None:
        missing = "" if row == column else _TEXTS[matrix.key].missing.format(row, column)
        return HeatCell(shown, "none", missing)
    least, most = ends
    # If all figures are equal, they have the shade in the middle.
    share = (figure(cell) - least) / (most - least) if most > least else 0.5
    shade = f"h{round(share * (SHADES - 1))}"
    if isinstance(cell, HeadToHead) and _is_uneven(cell):
        shade += " sure"
    return HeatCell(shown, shade, _words(row, column, cell))


def _is_uneven(cell: HeadToHead) -> bool:
    """Whether the 95 % interval of the share does not include a half."""
    interval = cell.share_interval
    return interval is not None and not interval[0] <= 0.5 <= interval[1]


def _words(row: str, column: str, cell: HeadToHead | Partners) -> str:
    if isinstance(cell, Partners):
        points = between(cell.mean_points, cell.points_interval, 1)
        return f"{row} with {column}: {points} in {how_many(cell.matches, 'match')}"
    results = f"{cell.wins} won, {cell.draws} drawn, {cell.losses} lost"
    return f"{row} against {column}: {between(cell.points_share, cell.share_interval)} %; {results}"
