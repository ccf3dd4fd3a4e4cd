"""Reads the line that a bot has written: an index, or the text of an action."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Final

_MOST_SHOWN: Final = 60
"""Characters of an answer that are shown."""
_INDEX: Final = re.compile(r"[+-]?[0-9]{1,20}")


class UnreadableAnswerError(Exception):
    """The line names no legal action; the text says what it is and what would be right."""


def read_answer(answer: bytes, texts: Sequence[str], parse: Callable[[str], int]) -> int:
    """The index that the line names, by itself or by an action's text. Nothing is guessed.

    `texts` are those of the legal actions.

    Digits alone are an index, also where an action is called by digits: in quotation marks they are
    that action's text. `parse` is the notation's. Raises UnreadableAnswerError.
    """
    try:
        said = answer.decode().strip()
    except UnicodeDecodeError:
        raise UnreadableAnswerError(f"answered {shown(answer)}, which is no UTF-8") from None
    if not said:
        raise UnreadableAnswerError(f"answered an empty line; {_right(texts)}")
    if _INDEX.fullmatch(said):
        if 0 <= int(said) < len(texts):
            return int(said)
        raise UnreadableAnswerError(f"answered the index {said}; {_right(texts)}")
    said = _unquoted(said)
    if said in texts:
        return texts.index(said)
    raise UnreadableAnswerError(_why(answer, said, parse, texts))


def shown(data: bytes) -> str:
    """What was written, cut short and fit to be printed."""
    text = data.decode(errors="backslashreplace").rstrip("\n")
    cut = text[:_MOST_SHOWN]
    # A terminal obeys some characters; repr writes them out.
    return repr(cut) + ("..." if len(text) > len(cut) else "")


def _unquoted(said: str) -> str:
    """The text of a JSON string; anything else as it is."""
    try:
        text = json.loads(said) if said.startswith('"') else said
    # One that is nested too deep is no string either.
    except (ValueError, RecursionError):
        return said
    return text if isinstance(text, str) else said


def _why(answer: bytes, said: str, parse: Callable[[str], int], texts: Sequence[str]) -> str:
    try:
        parse(said)
    # A notation raises its own error; another one, of a game from elsewhere, is no answer either.
    except Exception:
        return f"answered {shown(answer)}, which is no action; {_right(texts)}"
    return f"answered {shown(answer)}, which is not legal here; {_right(texts)}"


def _right(texts: Sequence[str]) -> str:
    some = ", ".join(texts[:8]) + (", ..." if len(texts) > 8 else "")
    return f"right is an index from 0 to {len(texts) - 1}, or one of: {some}"
