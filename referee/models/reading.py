"""Reads a model's answer: the last JSON object counts, and nothing is guessed from prose."""

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
"""The member with what the model wants to remember."""
_LINE: Final = re.compile(r"#?([0-9]{1,4})\)\s*(.*)", re.DOTALL)
"""A line of the list as it stands there: its number and the action."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What an answer of a model came to."""

    verdict: AnswerVerdict
    index: int | None = None
    """The index of the legal action; None unless the verdict is good."""
    why: str = ""
    """What was wrong, as a sentence for the model."""
    notes: str | None = None
    """The notes that the object holds, whatever else is wrong with it."""


class _WrongError(Exception):
    """The answer is no choice; holds the verdict and a sentence."""

    def __init__(self, verdict: AnswerVerdict, why: str) -> None:
        super().__init__(why)
        self.verdict = verdict


def read(
    reply: Reply, match: SeatView, seen: Any, legal: Sequence[int], *, listed: bool = True
) -> Reading:
    """What the reply came to at a decision with this observation and these legal actions.

    Without `listed` the model was shown no list, so that numbers stand for nothing.
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
    if reply.called_tool:
        raise _WrongError(AnswerVerdict.TOOL_CALL, "You called a tool, and there are none.")
    if reply.refusal or reply.finish == "content_filter":
        raise _WrongError(AnswerVerdict.REFUSAL, "You refused to answer.")
    # Also where an object is whole: what was cut off might have been another one.
    if reply.finish == "length":
        raise _WrongError(AnswerVerdict.TRUNCATED, "Your answer was too long and was cut off.")
    if not reply.text.strip():
        raise _WrongError(AnswerVerdict.EMPTY, "Your answer was empty.")


def _last_object(text: str) -> Pairs:
    try:
        return last_object(text, MOVE)
    except NoObjectError as error:
        raise _WrongError(AnswerVerdict.UNREADABLE, str(error)) from None


def _values(members: Pairs, wanted: str) -> list[Any]:
    return [value for key, value in members if key.strip().casefold() == wanted]


def _move(members: Pairs) -> str:
    """The text of the move, without spaces around it."""
    values = _values(members, MOVE)
    if not values:
        what = "The last JSON object of your answer"
        raise _WrongError(AnswerVerdict.UNREADABLE, f'{what} has no member "{MOVE}".')
    texts = list(dict.fromkeys(map(_text, values)))
    if len(texts) > 1:
        raise _WrongError(AnswerVerdict.AMBIGUOUS, f'The JSON object has more than one "{MOVE}".')
    # Checked here, since in a game with words an empty text may mean "as before".
    if not texts[0]:
        raise _WrongError(AnswerVerdict.UNREADABLE, f'The member "{MOVE}" is empty.')
    return texts[0]


def _text(value: object) -> str:
    # True is an int to Python, and no number of a choice.
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return " ".join(str(value).split())
    raise _WrongError(
        AnswerVerdict.UNREADABLE, f'The member "{MOVE}" must be a text or a whole number.'
    )


def _chosen(text: str, match: SeatView, seen: Any, legal: Sequence[int], *, listed: bool) -> int:
    game, listed = match.game, listed and match.view.listed(seen)

    def one(said: str, *, by_number: bool = listed) -> int:
        return choose(said, game, legal, listed=by_number, beginnings=False)

    try:
        said = match.view.words(seen, text)
        if said is None and listed and (line := _LINE.fullmatch(text)):
            index = one(f"#{line[1]}")
            # A whole line of the list: its number and its action have to be the same one.
            if line[2] and one(line[2], by_number=False) != index:
                named = one_line(line[2], MOST_SHOWN)
                raise AmbiguousError(f"number {line[1]} is not {named}")
            return index
        return one(said or text)
    except AmbiguousError as error:
        raise _WrongError(AnswerVerdict.AMBIGUOUS, _sentence(error)) from None
    except NotLegalError as error:
        raise _WrongError(AnswerVerdict.ILLEGAL, _sentence(error)) from None
    # Of AnswerError, and of the game for words that it cannot read.
    except (AnswerError, ValueError) as error:
        raise _WrongError(AnswerVerdict.UNREADABLE, _sentence(error)) from None


def _sentence(error: Exception) -> str:
    return one_line(str(error), 400) + "."


def _notes(members: Pairs) -> str | None:
    texts = [value for value in _values(members, NOTES) if isinstance(value, str)]
    return texts[-1] if texts else None
