"""The style sheets of the pages: colours are a matter of the scheme, sizes of the layout."""

import re
from pathlib import Path
from typing import Final

import pytest

import stych_web

_SHEETS: Final = sorted(Path(stych_web.__file__).with_name("static").glob("*.css"))
_WIDTH: Final = re.compile(r"@media[^{]*\bwidth\b[^{]*{((?:[^{}]*{[^{}]*})*[^{}]*)}")
_PROPERTY: Final = re.compile(r"[{;]\s*([a-z-]+)\s*:")
_COLOURS: Final = re.compile(
    r"--|.*colou?r|background|fill|stroke|border|outline|.*shadow|opacity|filter|mix-blend"
)


def colours_in_sizes(sheet: str) -> list[str]:
    """The properties with a colour that are set for some widths of a window alone."""
    set_there = (name for block in _WIDTH.findall(sheet) for name in _PROPERTY.findall(block))
    return [name for name in set_there if _COLOURS.match(name)]


@pytest.mark.parametrize("sheet", _SHEETS, ids=lambda path: path.name)
def test_no_colour_depends_on_the_size_of_a_window(sheet: Path) -> None:
    """So a page need not be looked at in all colours at each size."""
    assert colours_in_sizes(sheet.read_text()) == []


def test_a_colour_for_small_windows_alone_would_be_found() -> None:
    small = "@media (max-width: 40rem) { a { color: red; } b { top: 0; border-top: 0 } }"
    assert colours_in_sizes(small + " i { fill: red }") == ["color", "border-top"]
    assert colours_in_sizes("@media (prefers-color-scheme: dark) { a { color: red } }") == []
