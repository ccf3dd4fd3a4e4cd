"""Makes texts of strangers safe to be shown: those of bots, manifests and records may be anything.

A text of a bot that a record keeps is made safe here when it arrives, and again when it is shown:
the record may come from a stranger. Besides, words for messages about wrong values are made here.
"""

from collections.abc import Iterable
from typing import Final

_LONGEST_NAME: Final = 100
"""How many characters of a name are shown."""
MOST_SHOWN: Final = 80
"""How many characters of a received value a message repeats."""
INSTEAD: Final = "\ufffd"
"""The character that is shown in the place of one that is not safe."""


def printable(text: str) -> str:
    """The text with INSTEAD for each character that could steer a terminal or reverse a line.

    Replaced are all characters that Python does not call printable, except for the newline. Among
    them are control characters (and with them all escape sequences), marks that change the
    direction of the text, spaces other than the usual one, line separators, and halves of surrogate
    pairs.
    """
    # Almost every text is printable as it is, and Python sees that fast.
    if text.isprintable():
        return text
    # `isprintable` is false for all of these, and for the newline, which stays.
    return "".join(c if c.isprintable() or c == "\n" else INSTEAD for c in text)


def one_line(text: str, most: int | None = None) -> str:
    """The text made printable on one line, cut to `most` characters; not cut if that is None."""
    if most is not None and len(text) > most:
        text = text[: most - 3] + "..."
    return printable(text).replace("\n", INSTEAD)


def safe_name(text: str) -> str:
    """A name that a stranger has chosen, on one line and cut to 100 characters, for tables."""
    return one_line(text, _LONGEST_NAME)


def quoted(value: object) -> str:
    """A received value as messages quote it: its repr, cut after MOST_SHOWN characters."""
    try:
        text = repr(value)
    except ValueError:
        # Python refuses to write a number of very many digits, though it reads one in hexadecimal.
        return "a number that is too long to be repeated"
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean X?` with the word of `known` that is most like `word`; "" if none is near."""
    # Imported here, as it is needed only after a mistake.
    from difflib import get_close_matches

    matches = get_close_matches(word[:MOST_SHOWN], list(known), 1)
    return f"; did you mean {matches[0]}?" if matches else ""
