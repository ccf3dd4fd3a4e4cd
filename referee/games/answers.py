"""Finds the legal action that a text stands for, written by a person or a language model.

The text is an action's number in the list of legal actions, its notation, or the beginning of its
notation. A text that cannot be read, one that is not legal now and an ambiguous one are three
different errors.
"""

from collections.abc import Sequence

from referee.errors import InvalidError
from referee.games.game import AnyGame, NotationError
from referee.text import quoted

_MOST_DIGITS = 9
"""A number with more digits is not read as a number of the list."""
_MOST_NAMED = 4
"""The message about an ambiguous text names at most this many actions."""


class AnswerError(InvalidError):
    """The text chooses no action; the message is one sentence for the text's author."""


class UnreadableError(AnswerError):
    """The text is no action in the game's notation and, where actions are listed, no number."""


class NotLegalError(AnswerError):
    """The text is an action of the game, or a number, that is not legal now.

    Where actions are listed, every text that begins with # counts as a number.
    """


class AmbiguousError(AnswerError):
    """The text may mean two or more of the legal actions."""


def choose(
    text: str,
    game: AnyGame,
    legal: Sequence[int],
    *,
    listed: bool = True,
    beginnings: bool = True,
) -> int:
    """The index in `legal` of the action that the text stands for. Raises AnswerError.

    With `listed` a number stands for an action by its place: 3 or #3 is the third. With
    `beginnings` the first characters of an action's notation are enough, unless they include a
    digit: B1 is not short for B10.
    """
    words = " ".join(text.split())
    if listed and words.startswith("#"):
        return _numbered(words.removeprefix("#"), legal)
    texts = [game.action_text(action) for action in legal]
    found = _named(words, texts, beginnings=beginnings)
    # The notation of an action may itself be a number. Such a text is ambiguous if another
    # action has this number in the list.
    if listed and (number := _number(words)) and number <= len(legal):
        found = sorted({number - 1, *found})
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousError(_ambiguous(words, texts, found, listed=listed))
    raise _refusal(words, game, legal, listed=listed)


def _named(words: str, texts: Sequence[str], *, beginnings: bool) -> list[int]:
    """The indices of the texts that equal `words`; if none does, of those it may be short for.

    Upper and lower case are the same. Without `beginnings`, or if it has a digit, `words` is short
    for none.
    """
    wanted = words.casefold()
    folded = [text.casefold() for text in texts]
    found = [n for n, text in enumerate(folded) if text == wanted]
    if found or not words or not beginnings or any(c.isdigit() for c in words):
        return found
    return [n for n, text in enumerate(folded) if text.startswith(wanted)]


def _numbered(digits: str, legal: Sequence[int]) -> int:
    if (number := _number(digits)) and number <= len(legal):
        return number - 1
    raise NotLegalError(f"the choices are #1 to #{len(legal)}; received {quoted(f'#{digits}')}")


def _number(digits: str) -> int:
    """The number that `digits` writes; 0 if it is no number or has too many digits."""
    # Without the limit `int` would raise its own ValueError for thousands of digits.
    return int(digits) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else 0


def _ambiguous(words: str, texts: Sequence[str], found: Sequence[int], *, listed: bool) -> str:
    meant = [f"#{n + 1} ({texts[n]})" if listed else texts[n] for n in found]
    which = ", ".join(meant[:_MOST_NAMED]) + (", ..." if len(meant) > _MOST_NAMED else "")
    # If `words` is already the whole notation of one action, writing more of it cannot help.
    whole = any(texts[n].casefold() == words.casefold() for n in found)
    or_all = "" if whole else ", or all of it"
    wish = f"write # and the number{or_all}" if listed else "write more of it"
    return f"{quoted(words)} is ambiguous: it may be {which}; {wish}"


def _refusal(words: str, game: AnyGame, legal: Sequence[int], *, listed: bool) -> AnswerError:
    numbers = f"a number from 1 to {len(legal)}, or " if listed else ""
    if not words:
        return UnreadableError(f"nothing was chosen: write {numbers}an action in the notation")
    if _is_action(words, game):
        choice = f"choose one of 1 to {len(legal)} above" if listed else "it is no answer to this"
        return NotLegalError(f"{quoted(words)} is not legal now: {choice}")
    if words.isdecimal() and listed:
        return NotLegalError(f"the choices are 1 to {len(legal)}; received {quoted(words)}")
    hint = f"; a number from 1 to {len(legal)} will do" if listed else ""
    return UnreadableError(f"{_why_unreadable(words, game)}{hint}")


def _is_action(words: str, game: AnyGame) -> bool:
    """Whether `words` is the notation of an action, in upper or lower case."""
    verb, space, last = words.lower().rpartition(" ")
    spellings = (words, words.lower(), words.upper(), verb + space + last.upper())
    return any(not _why_unreadable(each, game) for each in spellings)


def _why_unreadable(text: str, game: AnyGame) -> str:
    try:
        game.parse_action(text)
    except NotationError as error:
        return str(error)
    return ""
