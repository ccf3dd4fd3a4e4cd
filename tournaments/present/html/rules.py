"""The rules of a game as a part of a page: HTML made from their Markdown."""

from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from tournaments.present.html.markup import element

_DEEPER = 2
"""Headings become this many levels lower, since a report has two levels above the rules."""


def as_html(text: str, deeper: int = _DEEPER) -> Markup:
    """The Markdown `text` as HTML, with its headings `deeper` levels lower, down to h6.

    Links are replaced by their texts, since a report lacks the pages that they lead to.
    """
    reader = _reader()
    # Safe as markup, since the reader escapes all HTML in the text.
    html = reader.renderer.render([*_fitted(reader.parse(text), deeper)], reader.options, {})
    return Markup(html)  # noqa: S704


@cache
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _fitted(tokens: Sequence[Token], deeper: int) -> Iterator[Token]:
    """The tokens, changed for the page: without styles, links and empty heads of tables.

    Headings are lowered. A table is put into a box that can be scrolled, with the heading above it
    as caption and label.
    """
    heading, is_empty = "", False
    for token, following in zip(tokens, [*tokens[1:], Token("end", "", 0)], strict=True):
        # The page's Content-Security-Policy forbids style attributes; its style sheet aligns cells.
        token.attrs.pop("style", None)
        if token.type.startswith("heading"):
            token.tag = f"h{min(int(token.tag[1:]) + deeper, 6)}"
        if token.type == "heading_open":
            heading = following.content or heading
        if token.children:
            token.children = [
                each for each in token.children if each.type not in {"link_open", "link_close"}
            ]
        if token.type == "th_open":
            token.attrSet("scope", "col")
            is_empty = not following.content
        # An empty header cell would confuse screen readers, so it becomes an ordinary cell.
        if token.type in ("th_open", "th_close") and is_empty:
            token.tag = "td"
            token.attrs.pop("scope", None)
        if token.type != "table_open":
            yield token
        else:
            yield from _table(token, heading)
        if token.type == "table_close":
            yield Token("div_close", "div", -1)


def _table(table: Token, heading: str) -> Iterator[Token]:
    """The beginning of a table: the box around it, the token `table`, and the caption."""
    attributes: dict[str, str | int | float] = {
        "class": "scroll",
        "tabindex": "0",
        "role": "group",
        "aria-label": f"{heading}, can be scrolled",
    }
    yield Token("div_open", "div", 1, attrs=attributes)
    table.attrSet("class", "plain")
    yield table
    yield Token("html_block", "", 0, content=element("caption", heading))
