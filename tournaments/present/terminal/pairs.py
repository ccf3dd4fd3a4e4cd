"""Matrices and lists of the results of pairs of entrants; also the list of entrants' times."""

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
"""The head of a column with five numbers of blocks: by the rank points of the first entrant."""


class PairMatrix:
    """A matrix of every entrant by every entrant, whose columns have the rows' numbers as heads.

    If the console is too narrow, a sentence takes its place. It ends with `hint`, a clause that
    says where the figures are.
    """

    def __init__(self, matrix: Matrix, hint: str) -> None:
        self._matrix = matrix
        self._hint = hint

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = self._drawn()
        if fits(table, console, options):
            yield heading(self._matrix.title)
            yield table
        else:
            yield Text(f"{self._matrix.title}: too wide for here; {self._hint}.")

    def _drawn(self) -> RichTable:
        matrix = self._matrix
        table = plain_table()
        table.add_column("", justify="right", no_wrap=True)
        table.add_column("", no_wrap=True)
        # Numbers as heads, since names would make the columns too wide.
        for number, _ in enumerate(matrix.names, 1):
            table.add_column(str(number), justify="right", no_wrap=True)
        for number, row in enumerate(matrix.names, 1):
            cells = (matrix.text(row, column) for column in matrix.names)
            table.add_row(str(number), Text(row), *cells)
        return table


def _list(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> RenderableType:
    # The first two columns have names; the others have figures.
    table = plain_table()
    for number, head in enumerate(heads):
        table.add_column(
            head, justify="left" if number < 2 else "right", no_wrap=number > 1, overflow="fold"
        )
    for row in rows:
        table.add_row(*map(Text, row))
    return Group(heading(title), table)


def opponents(table: StandingsTable) -> RenderableType:
    """A list of every two that met: the share and the results of the first against the second.

    In a game of two seats also the blocks by the points of the first.
    """
    # Each pair once: the results of the second follow from those of the first.
    pairs = [
        (one, other, table.cross[one, other])
        for one, other in combinations(_names(table), 2)
        if (one, other) in table.cross
    ]
    rows = [
        (
            one,
            other,
            between(cell.points_share, cell.share_interval),
            f"{cell.wins}-{cell.draws}-{cell.losses}",
            "-".join(map(str, cell.blocks)),
        )
        for one, other, cell in pairs
    ]
    heads = ("", "", SHARE.head, RESULTS.head, _BLOCKS)
    has_blocks = any(cell.blocks for *_, cell in pairs)
    # Only games of two seats have numbers of blocks.
    columns = slice(None) if has_blocks else slice(-1)
    shown = [row[columns] for row in rows]
    return _list("share of the first against the second", heads[columns], shown)


def partners(table: StandingsTable) -> RenderableType:
    """A list of every two that were in one team, with the results of the teams that had both."""
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
    """A list of the times that the decisions of each entrant took, in milliseconds."""
    # The second column of names, which lists of pairs have, is empty.
    rows = [
        (name, "", str(each.decisions), f"{each.median_ms:.1f}", f"{each.p99_ms:.1f}")
        for name, each in times.items()
    ]
    return _list(
        "time for a decision, measured", ("", "", "decisions", "median ms", "99 % ms"), rows
    )


def _names(table: StandingsTable) -> list[str]:
    return [standing.entrant for standing in table.standings]
