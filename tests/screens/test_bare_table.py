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
    parts = (*ORDINARY, "\t", "\u2028") if odd else ORDINARY
    justify = st.sampled_from([None, "right"]) if odd else st.none()
    cells: list[st.SearchStrategy[Any]] = [words(parts), texts(parts, justify)]
    if odd:
        cells.append(st.just(Table.grid()))
    column = st.fixed_dictionaries(
        {
            "header": words(("a", *parts), 1).map("h".__add__),
            "justify": st.sampled_from(["left", "right", "center"]),
            "style": STYLES,
            "header_style": STYLES,
            "no_wrap": st.booleans(),
            "overflow": st.sampled_from(["fold", "ellipsis", "crop"]),
            "width": st.sampled_from([None, 4]) if odd else st.none(),
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


def check(parts: tuple[Any, Any], how: dict[str, Any], console: dict[str, Any]) -> None:
    theirs = Table(
        box=None,
        pad_edge=False,
        padding=(0, how["gap"], 0, 0),
        show_header=how["header"],
        header_style=how["header_style"] or "table.header",
    )
    assert printed(BareTable(**how), parts, **console) == printed(theirs, parts, **console)


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
