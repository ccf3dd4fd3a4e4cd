"""Text that may come from bots or from strangers, made safe for rich consoles."""

from rich.text import Text

from referee.text import printable


def plain(text: str, style: str = "") -> Text:
    """The text for rich, which reads no markup in it; control characters are replaced."""
    return Text(printable(text), style=style)
