"""Two entrants at a time: a matrix where there is room for one, and lists with all figures."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table as RichTable
from rich.text import Text

from tournaments.present.columns import MATCHES, PERFECT, POINTS, RESULTS, SHARE
from tournaments.present.figures import between
from tournaments.present.pair_texts import Matrix
from tournaments.present.terminal.fitted import fits, heading, plain_table
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.timing import Times

_BLOCKS = "blocks of 0, ½, 1, 1½, 2"


class PairMatrix:
    """Every entrant by every entrant; columns have the numbers of the rows as heads.

    Where there is no room for it, a sentence says so, and ends in the hint: where else to look.
    """

    def __init__(self, matrix: Matrix, hint: str) -> None:
        self._matrix = matrix
        self._hint = hint

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        shown = self._drawn()
        if fits(shown, console, options):
            yield heading(self._matrix.title)
            yield shown
        else:
            yield Text(f"{self._matrix.title}: too wide for here; {self._hint}.")

    def _drawn(self) -> RichTable:
        matrix = self._matrix
        shown = plain_table()
        shown.add_column("", justify="right", no_wrap=True)
        shown.add_column("", no_wrap=True)
        # Numbers and not names above the columns, which would be as wide as these.
        for number, _ in enumerate(matrix.names, 1):
            shown.add_column(str(number), justify="right", no_wrap=True)
        for number, row in enumerate(matrix.names, 1):
            cells = (matrix.text(row, column) for column in matrix.names)
            shown.add_row(str(number), Text(row), *cells)
        return shown


def _list(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> RenderableType:
    shown = plain_table()
    for number, head in enumerate(heads):
        shown.add_column(
            head, justify="left" if number < 2 else "right", no_wrap=number > 1, overflow="fold"
        )
    for row in rows:
        shown.add_row(*map(Text, row))
    return Group(heading(title), shown)


def opponents(table: StandingsTable) -> RenderableType:
    """Every two that met: the share of the first, with all that there is to say of it."""
    found = [
        (one, other, table.cross[one, other])
        for one, other in combinations(_names(table), 2)
        if (one, other) in table.cross
    ]
    # Each pair once: the other way round says the same.
    rows = [
        (
            one,
            other,
            between(cell.points_share, cell.share_interval),
            f"{cell.wins}-{cell.draws}-{cell.losses}",
            "-".join(map(str, cell.blocks)),
        )
        for one, other, cell in found
    ]
    heads = ("", "", SHARE.head, RESULTS.head, _BLOCKS)
    of_two = any(cell.blocks for *_, cell in found)
    shown = rows if of_two else [row[:-1] for row in rows]
    return _list("share of the first against the second", heads if of_two else heads[:-1], shown)


def partners(table: StandingsTable) -> RenderableType:
    """Every two that sat in one team, with the figures of these teams."""
    rows = [
        (
            one,
            other,
            str(cell.matches),
            between(cell.mean_points, cell.points_interval, 1),
            between(cell.perfect_share, cell.perfect_interval),
        )
        for one, other in combinations(_names(table), 2)
        if (cell := table.partners.get((one, other)))
    ]
    heads = ("", "", MATCHES.head, POINTS.head, PERFECT.head)
    return _list("in one team", heads, rows)


def thinking(times: Mapping[str, Times]) -> RenderableType:
    """The time that the decisions of each entrant took, in milliseconds."""
    rows = [
        (name, "", str(own.decisions), f"{own.median_ms:.1f}", f"{own.p99_ms:.1f}")
        for name, own in times.items()
    ]
    return _list(
        "time for a decision, measured", ("", "", "decisions", "median ms", "99 % ms"), rows
    )


def _names(table: StandingsTable) -> list[str]:
    return [standing.entrant for standing in table.standings]
