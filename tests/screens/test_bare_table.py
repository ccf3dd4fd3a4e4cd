"""A table without lines is what rich draws, to the byte, whether it is drawn quickly or by rich."""

import io
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.bare_table import BareTable

STYLES = st.sampled_from(["", "red", "bold", "dim italic", "yellow on blue"])
ORDINARY = ("a", "F1", "Kořist", "漢字", "e\u0301", " ", "\n", "[b]x[/b]", "long words")
ODD = ("\t", "\u2028", "\x85", "\u200d", "☎\ufe0f", "👨\u200d👩", "🇨🇿", "👍🏽")
"""What one cannot measure sign by sign."""


def words(parts: Sequence[str], least: int = 0) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(parts), min_size=least, max_size=4).map("".join)


@st.composite
def texts(draw: st.DrawFn, parts: Sequence[str], justify: Any) -> Text:
    """A text of parts with styles of their own, some beyond its end."""
    text = Text(draw(words(parts)), style=draw(STYLES), justify=draw(justify))
    for _ in range(draw(st.integers(0, 2))):
        text.stylize(draw(STYLES), draw(st.integers(0, 4)), draw(st.integers(0, 12)))
    return text.append(draw(words(parts)), style=draw(STYLES))


@st.composite
def tables(draw: st.DrawFn, *, odd: bool) -> tuple[Any, Any]:
    """Columns and rows; only odd ones have cells and widths that rich has to measure."""
    parts = (*ORDINARY, *ODD) if odd else ORDINARY
    justify = st.sampled_from([None, "right"]) if odd else st.none()
    cells: list[st.SearchStrategy[Any]] = [words(parts), texts(parts, justify)]
    if odd:
        cells.append(st.just(Table.grid()))
    column = st.fixed_dictionaries(
        {
            "header": words(("a", *parts), 1).map("h".__add__),
            "justify": st.sampled_from(["left", "right", "center", *["full", "default"] * odd]),
            "style": STYLES,
            "header_style": STYLES,
            "no_wrap": st.booleans(),
            "overflow": st.sampled_from(["fold", "ellipsis", "crop", *["ignore"] * odd]),
            "width": st.sampled_from([None, 4]) if odd else st.none(),
            "max_width": st.sampled_from([None, 0, 6]) if odd else st.none(),
            "highlight": st.booleans() if odd else st.just(False),
        }
    )
    columns = draw(st.lists(column, min_size=not odd, max_size=4))
    row = st.tuples(st.lists(st.one_of(cells), max_size=len(columns)), STYLES)
    return columns, draw(st.lists(row, max_size=4))


CONSOLES = st.fixed_dictionaries(
    {"markup": st.booleans(), "color_system": st.sampled_from([None, "truecolor"])}
)
HOW = st.fixed_dictionaries(
    {"gap": st.integers(0, 3), "header": st.booleans(), "header_style": STYLES}
)


def printed(table: Table, parts: tuple[Any, Any], **how: Any) -> str:
    columns, rows = parts
    for each in columns:
        table.add_column(**each)
    for cells, style in rows:
        table.add_row(*cells, style=style)
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, highlight=False, legacy_windows=False, **how)
    console.print(table)
    return out.getvalue()


def literal(parts: tuple[Any, Any]) -> tuple[Any, Any]:
    """The same, without strings in which rich would look for its markup."""
    columns, rows = parts

    def of(cell: Any) -> Any:
        return Text(cell) if isinstance(cell, str) else cell

    heads = [{**each, "header": of(each["header"])} for each in columns]
    return heads, [([of(cell) for cell in cells], style) for cells, style in rows]


def check(parts: tuple[Any, Any], how: dict[str, Any], console: dict[str, Any]) -> None:
    theirs = Table(
        box=None,
        pad_edge=False,
        padding=(0, how["gap"], 0, 0),
        show_header=how["header"],
        header_style=how["header_style"] or "table.header",
    )
    expected = printed(theirs, literal(parts), **console)
    assert printed(BareTable(**how), parts, **console) == expected


@given(tables(odd=False), HOW, CONSOLES)
def test_what_fits_is_what_rich_draws(parts: Any, how: Any, console: Any) -> None:
    check(parts, how, {"width": 400, **console})


@given(tables(odd=True), HOW, CONSOLES, st.sampled_from([1, 8, 30, 80]))
def test_anything_is_what_rich_draws(parts: Any, how: Any, console: Any, width: int) -> None:
    check(parts, how, {"width": width, **console})


@pytest.mark.parametrize("cell", ["F1", "two\nlines", Text("F1", style="red")])
def test_text_that_fits_is_not_measured_by_rich(
    cell: str | Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measured(*_: object) -> None:
        raise AssertionError("rich measures it")

    monkeypatch.setattr(Table, "_calculate_column_widths", measured)
    assert "card" in printed(BareTable(), ([{"header": "card"}], [([cell], "")]), width=80)


@pytest.mark.parametrize("width", [3, 80])
@pytest.mark.parametrize("cell", ["[/red]", "[link=http://example.org/]click", "[bold]"])
def test_markup_is_not_read(cell: str, width: int) -> None:
    shown = printed(BareTable(), ([{"header": cell}], [([cell], "")]), width=width)
    assert "\x1b]8" not in shown
    if width == 80:
        assert shown.count(cell) == 2
