"""Renders the screen of a person at a table as plain text, for agents."""

from collections.abc import Iterable
from io import StringIO
from typing import Final

from rich.console import Console, RenderableType

WIDTH: Final = 100
"""The most characters of a line; the screens of all our games fit."""


def rendered(parts: Iterable[RenderableType]) -> str:
    """The text that a terminal without colours would show, with no spaces at the ends of lines."""
    text = StringIO()
    # Variables such as FORCE_COLOR must not make it a terminal: agents want no escape sequences.
    console = Console(
        file=text, width=WIDTH, force_terminal=False, color_system=None, highlight=False
    )
    for part in parts:
        console.print(part)
    return "".join(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())
