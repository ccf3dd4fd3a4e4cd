"""Text that others wrote, for rich consoles."""

from rich.text import Text

from referee.text import printable


def plain(text: str, style: str = "") -> Text:
    """The text as it is, no markup, nothing that could steer a terminal."""
    return Text(printable(text), style=style)
