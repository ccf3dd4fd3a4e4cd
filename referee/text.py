"""Text that others wrote, made safe to be shown: bots, manifests and records may say anything.

Every text of a bot's comes through here where it comes in, and again where it is shown: a record
may have been written by somebody else.
"""

from collections.abc import Iterable
from typing import Final

_NAME: Final = 100
MOST_SHOWN: Final = 80
"""How many characters of what was received a sentence repeats."""
INSTEAD: Final = "\ufffd"
"""The character that stands for one that is not shown."""


def printable(text: str) -> str:
    """The text without what could steer a terminal or turn a line around; lines stay lines.

    Left out are control characters and so all escape sequences, marks that change the direction of
    what follows, characters that are not seen, separators of lines other than the newline, and
    halves of characters.
    """
    # Almost every text is fit as it is, and Python sees that at once.
    if text.isprintable():
        return text
    # Python's own list of what can be printed has none of these; the newline is the one exception.
    return "".join(c if c.isprintable() or c == "\n" else INSTEAD for c in text)


def one_line(text: str, most: int | None = None) -> str:
    """The text made printable on one line, cut to at most `most` characters."""
    if most is not None and len(text) > most:
        text = text[: most - 3] + "..."
    return printable(text).replace("\n", INSTEAD)


def name(text: str) -> str:
    """A name that somebody gives itself, on one line and short enough for tables."""
    return one_line(text, _NAME)


def shown(value: object) -> str:
    """A value that was received, as a message repeats it: its repr, cut when it is long."""
    try:
        text = repr(value)
    except ValueError:
        # Python writes no number of so many digits; one in hexadecimal may have been read.
        return "a number that is too long to be repeated"
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The words `; did you mean X?` with the known one that is most like the word; "" for none."""
    # Imported here: it is for mistakes alone.
    from difflib import get_close_matches

    found = get_close_matches(word[:MOST_SHOWN], list(known), 1)
    return f"; did you mean {found[0]}?" if found else ""
