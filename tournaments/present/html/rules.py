"""The rules of a game as a part of the page: HTML made of their Markdown."""

from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

_DEEPER = 2
"""Levels by which headings are lowered: the page has two of its own above them."""


def as_html(text: str) -> Markup:
    """The page of rules as HTML, without links: it stands alone, and so do its neighbours."""
    reader = _reader()
    # It lets no HTML of the text through.
    made = reader.renderer.render([*_fitted(reader.parse(text))], reader.options, {})
    return Markup(made)  # noqa: S704


@cache
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _fitted(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.type.startswith("heading"):
            token.tag = f"h{min(int(token.tag[1:]) + _DEEPER, 6)}"
        if token.children:
            token.children = [
                each for each in token.children if each.type not in {"link_open", "link_close"}
            ]
        if token.type == "table_open":
            yield Token("div_open", "div", 1, attrs={"class": "scroll", "tabindex": "0"})
        yield token
        if token.type == "table_close":
            yield Token("div_close", "div", -1)
