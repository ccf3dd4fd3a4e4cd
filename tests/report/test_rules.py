"""The rules of a game as a part of a page: headings, tables and links fit the page."""

import re

import pytest

from tournaments.present.html.rules import as_html

TABLE = "| card | points |\n|---|---|\n| 7 | 1 |\n"


def caption(text: str) -> str:
    made = as_html(text)
    found = re.search("<caption>(.*?)</caption>", made)
    assert found
    assert f'aria-label="{found[1]}, can be scrolled"' in made
    return found[1]


@pytest.mark.parametrize("between", ["", "Some words.\n\n", "```\ncode\n```\n\n", "    code\n\n"])
def test_a_table_has_the_heading_above_it_as_its_caption(between: str) -> None:
    assert caption(f"# The Game\n\n## Scoring\n\n{between}{TABLE}") == "Scoring"


def test_a_caption_has_no_markup_of_markdown() -> None:
    assert caption(f"## The `sum` of *all* [points](points.md)\n\n{TABLE}") == (
        "The sum of all points"
    )


def test_a_table_before_any_heading_has_no_caption() -> None:
    made = as_html(f"Some words.\n\n{TABLE}\n## Scoring\n")
    assert "<caption>" not in made
    assert 'aria-label="Table, can be scrolled"' in made


def test_headings_are_lowered_and_links_are_text() -> None:
    made = as_html("# The Game\n\nAs in [the other](other.md).\n")
    assert "<h3>The Game</h3>" in made
    assert "As in the other." in made


def test_a_header_cell_without_words_is_a_plain_one() -> None:
    made = as_html("# Points\n\n| | points |\n|---|---|\n| 7 | 1 |\n")
    assert made.count("<td></td>") == 1
    assert made.count('<th scope="col">') == 1
