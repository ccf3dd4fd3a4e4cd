"""Turns output for a terminal into lines of HTML: the same words, with styles as classes.

The replays of a page are made by the code of `stych replay`, without what was measured.
"""

import io
from collections.abc import Iterable, Iterator

from markupsafe import Markup
from rich.color import ColorType
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style

from tournaments.present.html.markup import element, joined, safe

WIDTH = 220
"""The width of the terminal in columns. Longer lines are folded; the page can scroll wide ones."""
# The attributes of rich styles for which the style sheet has classes.
_FLAGS = ("bold", "dim", "italic")


def lines(parts: Iterable[RenderableType]) -> Iterator[Markup]:
    """The HTML of each line that a terminal would show, without spaces at its end."""
    # Set here and not left to the environment and to guesses of rich, so that the page is always
    # the same.
    console = Console(
        file=io.StringIO(),
        width=WIDTH,
        markup=False,
        emoji=False,
        highlight=False,
        color_system="truecolor",
        legacy_windows=False,
    )
    for part in parts:
        for line in console.render_lines(part, pad=False):
            yield _line(list(Segment.simplify(line)))


def _line(segments: list[Segment]) -> Markup:
    while segments and not segments[-1].text.strip():
        segments.pop()
    if segments:
        last = segments[-1]
        segments[-1] = Segment(last.text.rstrip(), last.style)
    return joined([_span(each) for each in segments if not each.control])


def _span(segment: Segment) -> Markup:
    classes = " ".join(_classes(segment.style)) if segment.style else ""
    return element("b", segment.text, class_=classes) if classes else safe(segment.text)


def _classes(style: Style) -> Iterator[str]:
    """The classes of a style, such as `red` and `bold`; the style sheet has those of our games."""
    if style.color and style.color.type is ColorType.STANDARD:
        yield style.color.name
    yield from (flag for flag in _FLAGS if getattr(style, flag))
