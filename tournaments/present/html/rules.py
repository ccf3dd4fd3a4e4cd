"""The rules of a game as a part of a page: HTML made from their Markdown."""

from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from tournaments.present.html.markup import element

_LOWER_BY = 2
"""The levels by which headings are lowered in a report, which has h1 and h2 above the rules."""


def as_html(text: str, lower_by: int = _LOWER_BY) -> Markup:
    """The Markdown `text` as HTML, with its headings `lower_by` levels lower, down to h6.

    Links are replaced by their texts, since most of them lead to other Markdown files, which are
    not beside the page.
    """
    reader = _reader()
    html = reader.renderer.render([*_fitted(reader.parse(text), lower_by)], reader.options, {})
    return Markup(html)  # noqa: S704  the reader escapes all HTML in the text


@cache
def _reader() -> MarkdownIt:
    # By itself, the preset "commonmark" lets HTML in the text through.
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _fitted(tokens: Sequence[Token], lower_by: int) -> Iterator[Token]:
    """The tokens, changed for the page: headings are lowered, styles and links are left out.

    A table is put into a box that can be scrolled, with the heading above it as caption and label.
    A header cell without text becomes an ordinary cell.
    """
    heading, is_empty = "", False
    for token, following in zip(tokens, [*tokens[1:], Token("end", "", 0)], strict=True):
        # The page's Content-Security-Policy forbids style attributes; its style sheet aligns cells.
        token.attrs.pop("style", None)
        if token.type.startswith("heading"):
            token.tag = f"h{min(int(token.tag[1:]) + lower_by, 6)}"
        if token.type == "heading_open":
            heading = _plain_text(following) or heading
        if token.children:
            token.children = [
                each for each in token.children if each.type not in {"link_open", "link_close"}
            ]
        if token.type == "th_open":
            token.attrSet("scope", "col")
            is_empty = not following.content
        # Screen readers would announce an empty header for each cell of the column.
        if token.type in ("th_open", "th_close") and is_empty:
            token.tag = "td"
            token.attrs.pop("scope", None)
        if token.type != "table_open":
            yield token
        else:
            yield from _table(token, heading)
        if token.type == "table_close":
            yield Token("div_close", "div", -1)


def _plain_text(inline: Token) -> str:
    """The text of an inline token without its markup, such as backticks and stars."""
    # Not `inline.content`, which is the Markdown source. Tokens of markup have no content.
    breaks = {"softbreak", "hardbreak"}
    children = inline.children or []
    return "".join(" " if each.type in breaks else each.content for each in children)


def _table(table: Token, heading: str) -> Iterator[Token]:
    """The beginning of a table: the box around it, the token `table`, and the caption.

    Without a heading above it, the table has no caption.
    """
    attributes: dict[str, str | int | float] = {
        "class": "scroll",
        "tabindex": "0",
        "role": "group",
        "aria-label": f"{heading or 'Table'}, can be scrolled",
    }
    yield Token("div_open", "div", 1, attrs=attributes)
    table.attrSet("class", "plain")
    yield table
    if heading:
        yield Token("html_block", "", 0, content=element("caption", heading))
