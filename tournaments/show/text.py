"""Text that others wrote: bots and records may say anything."""

from rich.text import Text


def printable(text: str) -> str:
    """The text without what could steer a terminal; lines stay lines."""
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)


def plain(text: str, style: str = "") -> Text:
    """The text as it is, no markup, nothing that could steer a terminal."""
    return Text(printable(text), style=style)
