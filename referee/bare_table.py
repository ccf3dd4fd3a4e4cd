"""A table of rich's without lines, which is drawn quickly where nothing in it has to be folded."""

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
_MEASURED: Final = re.compile(
    "[\t\x1c-\x1e\x85\u2028\u2029\u200d\ufe0e\ufe0f\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff]"
)
"""Characters of which rich alone knows how wide the text is: tabs, ends of lines other than a line
feed, and what joins others to one sign."""


class BareTable(Table):
    """A table whose columns have a gap between them, and no lines around or between its cells.

    Strings are shown as they are: rich's markup is not read, as names may come from others. Else it
    is what rich draws, to the byte. Rich measures each cell and pads it by a box of its own, which
    takes four fifths of the time of a long table.
    """

    def __init__(self, *, gap: int = 2, header: bool = True, header_style: StyleType = "") -> None:
        """`gap` is the number of spaces between two columns; heads are shown with `header`."""
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
        """As rich's, but for strings."""
        super().add_column(_literal(header), _literal(footer), **how)

    def add_row(self, *renderables: RenderableType | None, **how: Any) -> None:
        """As rich's, but for strings."""
        super().add_row(*(each and _literal(each) for each in renderables), **how)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        drawn = _Drawn.of(self, console, options, self._gap)
        return super().__rich_console__(console, options) if drawn is None else drawn.segments()


@dataclass(frozen=True, slots=True)
class _Row:
    cells: Sequence[Text]
    """By column."""
    styles: Sequence[Style]
    is_head: bool = False


@dataclass(frozen=True, slots=True)
class _Drawn:
    console: Console
    columns: Sequence[Column]
    rows: Sequence[_Row]
    widths: Sequence[int]
    gap: int

    @classmethod
    def of(
        cls, table: Table, console: Console, options: ConsoleOptions, gap: int
    ) -> "_Drawn | None":
        """The table, or None where rich has to measure and to fold."""
        columns = table.columns
        if not columns or any(map(_is_special, columns)):
            return None
        rows = _rows(table, console)
        if not rows:
            return None
        widths = [max(width_of(row.cells[at].plain) for row in rows) for at in range(len(columns))]
        # Rich draws nothing at all into a column that is empty but for its gap.
        if not all(widths) or sum(widths) + gap * (len(widths) - 1) > options.max_width:
            return None
        return cls(console, columns, rows, widths, gap)

    def segments(self) -> Iterator[Segment]:
        """All lines, one after another."""
        for row in self.rows:
            cells = [[*self._wrapped(at, cell)] for at, cell in enumerate(row.cells)]
            for line in range(height := max(map(len, cells))):
                for at, (lines, style) in enumerate(zip(cells, row.styles, strict=True)):
                    # Heads stand at the bottom of their row, all else at its top.
                    above = height - len(lines) if row.is_head else 0
                    yield from self._cell(at, lines, line - above, style or None)
                yield Segment.line()

    def _wrapped(self, at: int, cell: Text) -> Iterable[Text]:
        """The lines of a cell, as wide as its column."""
        own, width = self.columns[at], self.widths[at]
        # Most cells: what wrapping does with a text that has one line and is not too long.
        if "\n" not in cell.plain and len(cell) <= width and own.justify in ("left", "right"):
            line = cell.copy()
            if own.justify == "right":
                line.rstrip()
                line.pad_left(width - line.cell_len)
            else:
                line.pad_right(width - line.cell_len)
            return [line]
        return cell.wrap(
            self.console,
            width,
            justify=own.justify,
            overflow=own.overflow,
            no_wrap=own.no_wrap,
        )

    def _cell(
        self, at: int, lines: Sequence[Text], number: int, style: Style | None
    ) -> Iterator[Segment]:
        gap = self.gap if at + 1 < len(self.widths) else 0
        if not 0 <= number < len(lines):
            yield Segment(" " * (self.widths[at] + gap), style)
            return
        # Joined, the style of the whole text becomes one of its parts, and is drawn.
        text = _JOIN.join(lines[number : number + 1])
        yield from Segment.apply_style(text.render(self.console), style)
        if gap:
            yield Segment(" " * gap, style)


def _rows(table: Table, console: Console) -> list[_Row]:
    """The rows, that of the heads included; none when a cell is more than text."""
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
    """The cells of each row, their styles, and whether they are heads."""
    columns = table.columns
    if table.show_header:
        base = console.get_style(table.header_style or "")
        styles = [base + console.get_style(each.header_style) for each in columns]
        yield [each.header for each in columns], styles, True
    own = [console.get_style(each.style or "") for each in columns]
    for number, cells in enumerate(zip(*(each.cells for each in columns), strict=True)):
        style = console.get_style(table.get_row_style(console, number))
        yield cells, [each + style for each in own], False


def _literal(cell: RenderableType) -> RenderableType:
    return Text(cell) if isinstance(cell, str) else cell


def _is_special(column: Column) -> bool:
    """Whether a column is laid out in a way that only rich knows."""
    widths = (column.width, column.min_width, column.max_width)
    usual = column.justify in ("left", "right", "center") and column.overflow != "ignore"
    return column.highlight or not usual or any(each is not None for each in widths)


def _text(cell: RenderableType) -> Text | None:
    """The text of a cell; None when it is more, or only rich knows how it is laid out."""
    if cell == "":  # what rich puts where a row has no cell
        return Text()
    if not isinstance(cell, Text) or cell.justify or cell.overflow or cell.no_wrap is not None:
        return None
    return None if _MEASURED.search(cell.plain) else cell


def width_of(plain: str) -> int:
    """The columns of a terminal that the longest line of a text takes; 0 for an empty one."""
    return max(map(cell_len, plain.splitlines()), default=0)
