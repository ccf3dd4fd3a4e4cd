"""Text that others wrote, made fit to be shown: bots, manifests and records may say anything.

Every text of a bot's comes through here where it comes in, and where it is shown.
"""

from typing import Final

_NAME: Final = 100
INSTEAD: Final = "\ufffd"
"""What stands for a character that is not shown."""


def printable(text: str) -> str:
    """The text without what could steer a terminal or turn a line around; lines stay lines.

    Left out are control characters and so all escape sequences, marks that change the direction of
    what follows, characters that are not seen, separators of lines other than the newline, and
    halves of characters.
    """
    return "".join(c if c.isprintable() or c == "\n" else INSTEAD for c in text)


def one_line(text: str, most: int | None = None) -> str:
    """The same on one line, of at most so many characters."""
    if most is not None and len(text) > most:
        text = text[: most - 3] + "..."
    return printable(text).replace("\n", INSTEAD)


def name(text: str) -> str:
    """What somebody says of itself, in a length that fits into tables."""
    return one_line(text, _NAME)
