"""Reads the line that a bot has written: an index, or the text of an action."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Final

_MOST_SHOWN: Final = 60
"""How many characters of an answer are shown in a message."""
_INDEX: Final = re.compile(r"[+-]?[0-9]{1,20}")


class UnreadableAnswerError(Exception):
    """The line names no legal action; the text quotes the line and says what was expected."""


def read_answer(answer: bytes, texts: Sequence[str], parse: Callable[[str], int]) -> int:
    """The index of the legal action that the line `answer` names, by its index or by its text.

    `texts` are the legal actions in the game's notation, and `parse` is the notation's
    `parse_action`. Digits alone are an index, even where an action's text consists of digits: such
    a text has to be written as a JSON string, as any other may be. Raises UnreadableAnswerError.
    """
    try:
        text = answer.decode().strip()
    except UnicodeDecodeError:
        raise UnreadableAnswerError(f"answered {shown(answer)}, which is not UTF-8") from None
    if not text:
        raise UnreadableAnswerError(f"answered an empty line; {_expected(texts)}")
    if _INDEX.fullmatch(text):
        if 0 <= int(text) < len(texts):
            return int(text)
        raise UnreadableAnswerError(f"answered the index {text}; {_expected(texts)}")
    text = _unquoted(text)
    if text in texts:
        return texts.index(text)
    raise UnreadableAnswerError(_why(answer, text, parse, texts))


def shown(data: bytes) -> str:
    """The data as a Python string literal of its first characters, safe to print."""
    text = data.decode(errors="backslashreplace").rstrip("\n")
    cut = text[:_MOST_SHOWN]
    # Control characters would steer a terminal; repr escapes them.
    return repr(cut) + ("..." if len(text) > len(cut) else "")


def _unquoted(text: str) -> str:
    """The content of a JSON string; any other text as it is."""
    try:
        content = json.loads(text) if text.startswith('"') else text
    # The parser raises RecursionError for text that is nested too deep, which is no string either.
    except (ValueError, RecursionError):
        return text
    return content if isinstance(content, str) else text


def _why(answer: bytes, text: str, parse: Callable[[str], int], texts: Sequence[str]) -> str:
    try:
        parse(text)
    # Our notations raise NotationError; that of a game from a package may raise any error.
    except Exception:
        return f"answered {shown(answer)}, which is no action; {_expected(texts)}"
    return f"answered {shown(answer)}, which is not legal here; {_expected(texts)}"


def _expected(texts: Sequence[str]) -> str:
    first = ", ".join(texts[:8]) + (", ..." if len(texts) > 8 else "")
    return f"the answer must be an index from 0 to {len(texts) - 1}, or one of: {first}"
