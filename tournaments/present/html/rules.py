"""The rules of a game as a part of the page: HTML made of their Markdown."""

from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from tournaments.present.html.markup import element

_DEEPER = 2
"""Levels by which headings are lowered in a report, which has two of its own above them."""


def as_html(text: str, deeper: int = _DEEPER) -> Markup:
    """The page of rules as HTML, its headings so many levels `deeper`.

    Links are reduced to their texts: a report does not have the pages that they lead to.
    """
    reader = _reader()
    # It lets no HTML of the text through.
    made = reader.renderer.render([*_fitted(reader.parse(text), deeper)], reader.options, {})
    return Markup(made)  # noqa: S704


@cache
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _fitted(tokens: Sequence[Token], deeper: int) -> Iterator[Token]:
    """The tokens as the page has them; a table gets the heading above it as caption and label."""
    heading, is_empty = "", False
    for token, following in zip(tokens, [*tokens[1:], Token("end", "", 0)], strict=True):
        # The page's policy for its contents forbids styles of elements: its style sheet aligns.
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
        # An empty header cell would confuse a screen reader.
        if token.type in ("th_open", "th_close") and is_empty:
            token.tag = "td"
            token.attrs.pop("scope", None)
        if token.type != "table_open":
            yield token
        else:
            yield from _table(token, heading)
        if token.type == "table_close":
            yield Token("div_close", "div", -1)


def _table(opened: Token, heading: str) -> Iterator[Token]:
    about: dict[str, str | int | float] = {
        "class": "scroll",
        "tabindex": "0",
        "role": "group",
        "aria-label": f"{heading}, can be scrolled",
    }
    yield Token("div_open", "div", 1, attrs=about)
    opened.attrSet("class", "plain")
    yield opened
    yield Token("html_block", "", 0, content=element("caption", heading))
