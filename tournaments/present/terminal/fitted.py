"""Tables that fit into the width of a terminal (docs/tables.md, In the terminal)."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table as RichTable
from rich.text import Text

from tournaments.present.columns import ALWAYS_SHOWN, Column

Line = TypeVar("Line")


class Fitted(Generic[Line]):
    """A table that leaves out columns for which there is no room, the least important first.

    If the columns that are always shown are still too wide, words in them are folded. With `whole`
    no column is left out.
    """

    def __init__(
        self,
        title: str,
        columns: Sequence[Column[Line]],
        lines: Sequence[Line],
        *,
        whole: bool = False,
    ) -> None:
        self._whole = whole
        self._title = title
        self._columns = columns
        self._lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        # The width is only known when rich draws the table, so columns are chosen here.
        columns = list(self._columns)
        table = self._drawn(columns)
        while not fits(table, console, options):
            least = min(columns, key=lambda column: column.importance)
            # Names are folded only when no column can be left out any more (docs/tables.md).
            if self._whole or least.importance == ALWAYS_SHOWN:
                table = self._drawn(columns, folded=True)
                break
            columns.remove(least)
            table = self._drawn(columns)
        if self._title:
            yield heading(self._title)
        yield table

    def _drawn(self, columns: Sequence[Column[Line]], *, folded: bool = False) -> RichTable:
        table = plain_table()
        for column in columns:
            table.add_column(
                column.head,
                justify="left" if column.has_words else "right",
                no_wrap=not (folded and column.has_words),
                overflow="fold",
            )
        for line in self._lines:
            table.add_row(*(Text(column.text(line), column.style) for column in columns))
        return table


def heading(title: str) -> Text:
    """The title above a table. As the title of a rich table it would be folded to its width."""
    return Text(title, "table.title")


def plain_table() -> RichTable:
    """An empty table with the look of most tables in the terminal."""
    return RichTable(
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )


def fits(table: RichTable, console: Console, options: ConsoleOptions) -> bool:
    """Whether the console is wide enough for the table without folding anything."""
    # Measured at a huge width: at the console's width rich would fold the table until it fits.
    return Measurement.get(console, options.update(width=10**4), table).maximum <= options.max_width
