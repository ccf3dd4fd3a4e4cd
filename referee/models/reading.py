"""Reads a model's answer: the last JSON object counts, and prose is not searched for a move."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.games.answers import AmbiguousError, AnswerError, NotLegalError, choose
from referee.games.seat_view import SeatView
from referee.models.json_objects import NoObjectError, Pairs, last_object
from referee.models.reply import AnswerVerdict, Reply
from referee.text import MOST_SHOWN, one_line

MOVE: Final = "move"
"""The member of the object that names the action."""
NOTES: Final = "notes"
"""The member of the object that holds what the model wants to remember."""
_LINE: Final = re.compile(r"#?([0-9]{1,4})\)\s*(.*)", re.DOTALL)
"""A line of the list of legal actions: its number, and the action or nothing."""
_LONGEST_REASON: Final = 400
"""The most characters of a reason that the model is shown."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer of a model, as it was understood."""

    verdict: AnswerVerdict
    index: int | None = None
    """The index of the chosen legal action; None unless the verdict is good."""
    why: str = ""
    """What was wrong, as a sentence for the model; "" if the verdict is good."""
    notes: str | None = None
    """The notes in the object, even if the move is wrong; None if there are none or no object."""


class _WrongError(Exception):
    """The answer is no choice; holds the verdict, and a sentence for the model."""

    def __init__(self, verdict: AnswerVerdict, why: str) -> None:
        super().__init__(why)
        self.verdict = verdict


def read(
    reply: Reply, match: SeatView, seen: Any, legal: Sequence[int], *, listed: bool = True
) -> Reading:
    """The reading of a reply to a decision with observation `seen` and legal actions `legal`.

    `listed` says whether the model's settings let the prompt list the legal actions. A reply to a
    prompt without a list cannot name an action by its number in the list.
    """
    notes: str | None = None
    try:
        _check_whole(reply)
        members = _last_object(reply.text)
        notes = _notes(members)
        index = _chosen(_move(members), match, seen, legal, listed=listed)
    except _WrongError as wrong:
        return Reading(wrong.verdict, why=str(wrong), notes=notes)
    return Reading(AnswerVerdict.GOOD, index, notes=notes)


def _check_whole(reply: Reply) -> None:
    """Raise _WrongError for a reply that is to be refused without reading its text."""
    if reply.called_tool:
        raise _WrongError(AnswerVerdict.TOOL_CALL, "You called a tool, and there are none.")
    if reply.refusal or reply.finish == "content_filter":
        raise _WrongError(AnswerVerdict.REFUSAL, "You refused to answer.")
    # Even with a valid object: another one might have followed in the part that was cut off.
    if reply.finish == "length":
        raise _WrongError(AnswerVerdict.TRUNCATED, "Your answer was too long and was cut off.")
    if not reply.text.strip():
        raise _WrongError(AnswerVerdict.EMPTY, "Your answer was empty.")


def _last_object(text: str) -> Pairs:
    try:
        return last_object(text, MOVE)
    except NoObjectError as error:
        raise _WrongError(AnswerVerdict.UNREADABLE, str(error)) from None


def _values(members: Pairs, name: str) -> list[Any]:
    """The values of all members with this name, in any case and with spaces around it."""
    return [value for key, value in members if key.strip().casefold() == name]


def _move(members: Pairs) -> str:
    """The text of the move, with single spaces between its words. Raises _WrongError."""
    values = _values(members, MOVE)
    if not values:
        what = "The last JSON object of your answer"
        raise _WrongError(AnswerVerdict.UNREADABLE, f'{what} has no member "{MOVE}".')
    texts = list(dict.fromkeys(map(_text, values)))
    if len(texts) > 1:
        raise _WrongError(AnswerVerdict.AMBIGUOUS, f'The JSON object has more than one "{MOVE}".')
    # Checked here, since a game that reads words may take an empty text as a choice.
    if not texts[0]:
        raise _WrongError(AnswerVerdict.UNREADABLE, f'The member "{MOVE}" is empty.')
    return texts[0]


def _text(value: object) -> str:
    # In Python True is an int, but it is not the number of an action.
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return " ".join(str(value).split())
    raise _WrongError(
        AnswerVerdict.UNREADABLE, f'The member "{MOVE}" must be a text or a whole number.'
    )


def _chosen(text: str, match: SeatView, seen: Any, legal: Sequence[int], *, listed: bool) -> int:
    """The index of the legal action that the text stands for. Raises _WrongError."""
    game, listed = match.game, listed and match.view.listed(seen)

    def index_of(words: str, *, by_number: bool = listed) -> int:
        return choose(words, game, legal, listed=by_number, beginnings=False)

    try:
        translated = match.view.read_words(seen, text)
        if translated is None and listed and (line := _LINE.fullmatch(text)):
            index = index_of(f"#{line[1]}")
            # In a whole line of the list, number and action have to stand for the same action.
            if line[2] and index_of(line[2], by_number=False) != index:
                named = one_line(line[2], MOST_SHOWN)
                raise AmbiguousError(f"number {line[1]} is not {named}")
            return index
        return index_of(translated or text)
    except AmbiguousError as error:
        raise _WrongError(AnswerVerdict.AMBIGUOUS, _sentence(error)) from None
    except NotLegalError as error:
        raise _WrongError(AnswerVerdict.ILLEGAL, _sentence(error)) from None
    # `choose` raises AnswerError, and a game ValueError for words that it cannot read.
    except (AnswerError, ValueError) as error:
        raise _WrongError(AnswerVerdict.UNREADABLE, _sentence(error)) from None


def _sentence(error: Exception) -> str:
    return one_line(str(error), _LONGEST_REASON) + "."


def _notes(members: Pairs) -> str | None:
    """The last member with notes that is a text; None if there is none."""
    texts = [value for value in _values(members, NOTES) if isinstance(value, str)]
    return texts[-1] if texts else None
