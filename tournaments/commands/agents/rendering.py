"""What is shown on a terminal, as plain text."""

from collections.abc import Iterable
from io import StringIO
from typing import Final

from rich.console import Console, RenderableType

WIDTH: Final = 100
"""Columns of what agents are shown: a table of the widest game has room."""


def rendered(parts: Iterable[RenderableType]) -> str:
    """The parts as a terminal without colours would show them."""
    text = StringIO()
    # Not a terminal, whatever the environment says: an escape sequence means nothing here.
    console = Console(
        file=text, width=WIDTH, force_terminal=False, color_system=None, highlight=False
    )
    for part in parts:
        console.print(part)
    return "".join(f"{line.rstrip()}\n" for line in text.getvalue().splitlines())
