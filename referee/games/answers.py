"""Finds the legal action that a text stands for: a person's, or a language model's.

A text is a number of the list, the notation of an action, or the beginning of one. What cannot be
read, what is not legal now, and what may mean two things are three different errors.
"""

from collections.abc import Sequence

from referee.errors import InvalidError
from referee.games.game import AnyGame, NotationError
from referee.text import shown

_MOST_DIGITS = 9
"""Digits of a number of the list."""
_MOST_NAMED = 4
"""The most actions that the message about an ambiguous text quotes."""


class AnswerError(InvalidError):
    """The text chooses nothing; the message is a sentence for whoever wrote it."""


class UnreadableError(AnswerError):
    """The text is no notation of the game, and no number where actions are listed."""


class NotLegalError(AnswerError):
    """The text is an action of the game, or a number, that is not among the legal ones.

    Where actions are listed, all that begins with # counts as a number.
    """


class AmbiguousError(AnswerError):
    """The text may mean several of the legal actions."""


def choose(
    text: str,
    game: AnyGame,
    legal: Sequence[int],
    *,
    listed: bool = True,
    beginnings: bool = True,
) -> int:
    """The index of the legal action that the text stands for. Raises AnswerError.

    Only where the actions are `listed` do numbers stand for them: 3 or #3 is the third. With
    `beginnings` the first letters of an action will do, if there is no digit among them: B1 is not
    short for B10.
    """
    words = " ".join(text.split())
    if listed and words.startswith("#"):
        return _numbered(words.removeprefix("#"), legal)
    texts = [game.action_text(action) for action in legal]
    found = _named(words, texts, beginnings=beginnings)
    # A number may also be an action's own name: then it is ambiguous, unless both are the same.
    if listed and (number := _number(words)) and number <= len(legal):
        found = sorted({number - 1, *found})
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousError(_ambiguous(words, texts, found, listed=listed))
    raise _refusal(words, game, legal, listed=listed)


def _named(words: str, texts: Sequence[str], *, beginnings: bool) -> list[int]:
    """Indices of the texts that equal the words; if there are none, of those that begin with them.

    Case does not matter.
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
    raise NotLegalError(f"the choices are #1 to #{len(legal)}; received {shown(f'#{digits}')}")


def _number(digits: str) -> int:
    """The number that is written so; 0 for what is none, and for one of too many digits."""
    # Python refuses to read a number of thousands of digits, in words of its own.
    return int(digits) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else 0


def _ambiguous(words: str, texts: Sequence[str], found: Sequence[int], *, listed: bool) -> str:
    meant = [f"#{n + 1} ({texts[n]})" if listed else texts[n] for n in found]
    which = ", ".join(meant[:_MOST_NAMED]) + (", ..." if len(meant) > _MOST_NAMED else "")
    # An action whose notation is a number cannot be told from the number of another one by itself.
    whole = any(texts[n].casefold() == words.casefold() for n in found)
    or_all = "" if whole else ", or all of it"
    wish = f"write # and the number{or_all}" if listed else "write more of it"
    return f"{shown(words)} is ambiguous: it may be {which}; {wish}"


def _refusal(words: str, game: AnyGame, legal: Sequence[int], *, listed: bool) -> AnswerError:
    numbers = f"a number from 1 to {len(legal)}, or " if listed else ""
    if not words:
        return UnreadableError(f"nothing was chosen: write {numbers}an action in the notation")
    if _is_action(words, game):
        choice = f"choose one of 1 to {len(legal)} above" if listed else "it is no answer to this"
        return NotLegalError(f"{shown(words)} is not legal now: {choice}")
    if words.isdecimal() and listed:
        return NotLegalError(f"the choices are 1 to {len(legal)}; received {shown(words)}")
    hint = f"; a number from 1 to {len(legal)} will do" if listed else ""
    return UnreadableError(f"{_why_unreadable(words, game)}{hint}")


def _is_action(words: str, game: AnyGame) -> bool:
    """Whether it is the notation of an action, whatever the case."""
    verb, space, last = words.lower().rpartition(" ")
    spellings = (words, words.lower(), words.upper(), verb + space + last.upper())
    return any(not _why_unreadable(each, game) for each in spellings)


def _why_unreadable(text: str, game: AnyGame) -> str:
    try:
        game.parse_action(text)
    except NotationError as error:
        return str(error)
    return ""
