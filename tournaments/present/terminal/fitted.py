"""Tables with as many columns as a terminal has room for (docs/tables.md, In the terminal)."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table as RichTable
from rich.text import Text

from tournaments.present.columns import NEVER, Column

Line = TypeVar("Line")


class Fitted(Generic[Line]):
    """A table in the columns for which there is room; if even that fails, names are folded.

    If it has to be `whole`, no column is left out.
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
        # Only rich knows the width, when it draws; so columns are chosen in here.
        columns = list(self._columns)
        shown = self._drawn(columns)
        while not fits(shown, console, options):
            least = min(columns, key=lambda column: column.keep)
            # Names stay whole as long as any column can go (docs/tables.md).
            if self._whole or least.keep == NEVER:
                shown = self._drawn(columns, folded=True)
                break
            columns.remove(least)
            shown = self._drawn(columns)
        if self._title:
            yield heading(self._title)
        yield shown

    def _drawn(self, columns: Sequence[Column[Line]], *, folded: bool = False) -> RichTable:
        shown = plain_table()
        for column in columns:
            shown.add_column(
                column.head,
                justify="left" if column.words else "right",
                no_wrap=not (folded and column.words),
                overflow="fold",
            )
        for line in self._lines:
            shown.add_row(*(Text(column.text(line), column.style) for column in columns))
        return shown


def heading(title: str) -> Text:
    """The title above a table: as its own title it would be folded to the width of its columns."""
    return Text(title, "table.title")


def plain_table() -> RichTable:
    """An empty table in the look that all tables have."""
    return RichTable(
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )


def fits(shown: RichTable, console: Console, options: ConsoleOptions) -> bool:
    """Whether there is room for the table as it is."""
    # Measured in a width without bounds: in its own the table would say that it fits.
    return Measurement.get(console, options.update(width=10**4), shown).maximum <= options.max_width
