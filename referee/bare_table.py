"""A table of rich without lines, which is drawn quickly unless only rich can lay it out."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.style import Style, StyleType
from rich.table import Column, Table
from rich.text import Text

_JOIN: Final = Text("\n")
_LEFT_TO_RICH: Final = re.compile(
    "[\t\x1c-\x1e\x85\u2028\u2029\u200d\ufe0e\ufe0f\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff]"
)
"""Characters whose layout is left to rich: tabs, line separators other than the line feed, and
characters that join others to one sign (joiners, variation selectors, letters of flags, skin
tones)."""


class BareTable(Table):
    """A table whose columns have a gap between them, and no lines around or between its cells.

    Strings are shown as they are: rich's markup in them is not read, as names may be the text of
    strangers. Otherwise the output is the same as rich's, to the byte. Where possible it is made
    without rich's measuring and padding of each cell, which takes four fifths of the time of a long
    table. Titles, footers and other features that nobody uses here may be lost.
    """

    def __init__(self, *, gap: int = 2, header: bool = True, header_style: StyleType = "") -> None:
        """`gap` is the number of spaces between two columns; `header` says whether heads are shown.

        `header_style` is the style of the heads; "" for rich's own.
        """
        super().__init__(
            box=None,
            pad_edge=False,
            padding=(0, gap, 0, 0),
            show_header=header,
            header_style=header_style or "table.header",
        )
        self._gap = gap

    def add_column(
        self, header: RenderableType = "", footer: RenderableType = "", **how: Any
    ) -> None:
        """Add a column as rich does, but show strings as they are."""
        super().add_column(_literal(header), _literal(footer), **how)

    def add_row(self, *renderables: RenderableType | None, **how: Any) -> None:
        """Add a row as rich does, but show strings as they are."""
        super().add_row(*(each and _literal(each) for each in renderables), **how)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        layout = _Layout.of(self, console, options, self._gap)
        return super().__rich_console__(console, options) if layout is None else layout.segments()


@dataclass(frozen=True, slots=True)
class _Row:
    """A row, with a cell and its style for each column."""

    cells: Sequence[Text]
    styles: Sequence[Style]
    is_head: bool = False


@dataclass(frozen=True, slots=True)
class _Layout:
    """The rows of a table with the widths of its columns, ready to be drawn."""

    console: Console
    columns: Sequence[Column]
    rows: Sequence[_Row]
    widths: Sequence[int]
    gap: int

    @classmethod
    def of(
        cls, table: Table, console: Console, options: ConsoleOptions, gap: int
    ) -> "_Layout | None":
        """The layout of the table; None if it is empty, or if only rich can lay it out."""
        columns = table.columns
        if not columns or any(map(_is_special, columns)):
            return None
        rows = _rows(table, console)
        if not rows:
            return None
        widths = [max(width_of(row.cells[i].plain) for row in rows) for i in range(len(columns))]
        # A table that is too wide has to be wrapped. A column without text gets a layout of its own
        # from rich: not even its gap is drawn.
        if not all(widths) or sum(widths) + gap * (len(widths) - 1) > options.max_width:
            return None
        return cls(console, columns, rows, widths, gap)

    def segments(self) -> Iterator[Segment]:
        """The segments of all lines of all rows, in order; each line ends with a line feed."""
        for row in self.rows:
            cells = [[*self._wrapped(index, cell)] for index, cell in enumerate(row.cells)]
            for line in range(height := max(map(len, cells))):
                for index, (lines, style) in enumerate(zip(cells, row.styles, strict=True)):
                    # Heads stand at the bottom of their row, other cells at the top.
                    above = height - len(lines) if row.is_head else 0
                    yield from self._cell_line(index, lines, line - above, style or None)
                yield Segment.line()

    def _wrapped(self, index: int, cell: Text) -> Iterable[Text]:
        """The lines of a cell in the column `index`, each as wide as the column."""
        column, width = self.columns[index], self.widths[index]
        # Most cells have a single line that fits: it is padded here as by `wrap`, but faster.
        if "\n" not in cell.plain and len(cell) <= width and column.justify in ("left", "right"):
            line = cell.copy()
            if column.justify == "right":
                line.rstrip()
                line.pad_left(width - line.cell_len)
            else:
                line.pad_right(width - line.cell_len)
            return [line]
        return cell.wrap(
            self.console,
            width,
            justify=column.justify,
            overflow=column.overflow,
            no_wrap=column.no_wrap,
        )

    def _cell_line(
        self, index: int, lines: Sequence[Text], number: int, style: Style | None
    ) -> Iterator[Segment]:
        """The line `number` of a cell's `lines`, with its gap; spaces if there is no such line."""
        gap = self.gap if index + 1 < len(self.widths) else 0
        if not 0 <= number < len(lines):
            yield Segment(" " * (self.widths[index] + gap), style)
            return
        # `render` ignores the style of a whole text that has no styled parts. `join` makes it the
        # style of a part.
        text = _JOIN.join(lines[number : number + 1])
        yield from Segment.apply_style(text.render(self.console), style)
        if gap:
            yield Segment(" " * gap, style)


def _rows(table: Table, console: Console) -> list[_Row]:
    """The rows, the row of the heads first; [] if there are none, or if a cell is left to rich."""
    rows = []
    for cells, styles, is_head in _rows_of_cells(table, console):
        texts = [text for cell in cells if (text := _text(cell)) is not None]
        if len(texts) < len(cells):
            return []
        rows.append(_Row(texts, styles, is_head))
    return rows


def _rows_of_cells(
    table: Table, console: Console
) -> Iterator[tuple[Sequence[RenderableType], Sequence[Style], bool]]:
    """For each row: its cells, their styles, and whether they are heads."""
    columns = table.columns
    if table.show_header:
        base = console.get_style(table.header_style or "")
        styles = [base + console.get_style(each.header_style) for each in columns]
        yield [each.header for each in columns], styles, True
    column_styles = [console.get_style(each.style or "") for each in columns]
    for number, cells in enumerate(zip(*(each.cells for each in columns), strict=True)):
        style = console.get_style(table.get_row_style(console, number))
        yield cells, [each + style for each in column_styles], False


def _literal(cell: RenderableType) -> RenderableType:
    return Text(cell) if isinstance(cell, str) else cell


def _is_special(column: Column) -> bool:
    """Whether the layout of the column is left to rich."""
    widths = (column.width, column.min_width, column.max_width)
    usual = column.justify in ("left", "right", "center") and column.overflow != "ignore"
    return column.highlight or not usual or any(each is not None for each in widths)


def _text(cell: RenderableType) -> Text | None:
    """The text of a cell; None for anything but text, and for text that is left to rich."""
    # Rich fills up short rows with "".
    if cell == "":
        return Text()
    if not isinstance(cell, Text) or cell.justify or cell.overflow or cell.no_wrap is not None:
        return None
    return None if _LEFT_TO_RICH.search(cell.plain) else cell


def width_of(plain: str) -> int:
    """The terminal columns that the widest line of the text takes; 0 for an empty text."""
    return max(map(cell_len, plain.splitlines()), default=0)
