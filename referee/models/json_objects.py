"""Finds the last JSON object in a text that has prose around it, as models write it."""

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final

from referee.errors import InvalidError

LONGEST: Final = 200_000
"""A text of more characters is not searched."""
_MOST_FAILED: Final = 1_000
"""The search is given up after this many braces that begin no valid object: each costs time, and a
text may consist of them."""
_MOST_WORK: Final = 5 * LONGEST
"""The search is given up after this many characters were read in vain: each broken object is read
up to the place where it breaks."""
_BEGINS: Final = re.compile(r"\{\s*[\"'\u201c\u2018]")
"""The beginning of an object that a model meant; other braces are prose or formulas."""
_BRACE: Final = re.compile(r"[{}]")

Pairs = list[tuple[str, Any]]
"""The members of an object in their order, including names that occur twice."""


class NoObjectError(InvalidError):
    """No valid object is surely the last one of the text; the message says why, to the model."""


class _Members(Pairs):
    """The members of an object. A dict, which json makes by default, would hide doubled names."""


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_Members)


@dataclass(slots=True)
class _Found:
    """The last valid object of a text, and where others begin and end."""

    members: Pairs | None = None
    """None when no object is valid."""
    begin: int = 0
    end: int = 0
    failed: set[int] = field(default_factory=set)
    """The places where broken objects begin."""
    wholes: dict[int, int] = field(default_factory=dict)
    """By the place where a valid object begins, the place where it ends."""


def last_object(text: str, member: str) -> Pairs:
    """The members of the last valid object of the text that is not inside another object.

    Raises NoObjectError when there is none, when the text is too long or has too many braces, or
    when another object may have been meant: a broken one is around the last valid one, or the name
    `member` with a colon follows.
    """
    if len(text) > LONGEST:
        raise NoObjectError(f"Your answer is too long: it has {len(text)} characters.")
    found = _search(text)
    if found.members is None:
        raise NoObjectError("Your answer holds no JSON object that is valid.")
    after = re.compile(rf"\b{member}\b[\"'\u201d\u2019]?\s*:", re.IGNORECASE)
    if after.search(text, found.end) or _is_inside(text, found):
        raise NoObjectError("The last JSON object of your answer is not valid JSON.")
    return found.members


def _search(text: str) -> _Found:
    """Try to read an object at each brace. Raises NoObjectError when there are too many."""
    found = _Found()
    place, fails, wasted = text.find("{"), 0, 0
    while place >= 0:
        try:
            found.members, end = _DECODER.raw_decode(text, place)
        # A brace of prose, or one that is never closed: the next one may begin an object.
        except (ValueError, RecursionError) as error:
            broke = error.pos if isinstance(error, json.JSONDecodeError) else len(text)
            wasted += broke - place
            if _BEGINS.match(text, place):
                found.failed.add(place)
            end, fails = place + 1, fails + 1
            if fails > _MOST_FAILED or wasted > _MOST_WORK:
                raise NoObjectError("Your answer has too many braces to be read.") from None
        else:
            found.begin, found.end = place, end
            found.wholes[place] = end
        place = text.find("{", end)
    return found


def _is_inside(text: str, found: _Found) -> bool:
    """Whether a broken object that begins before the last valid one is open where that begins."""
    opened: list[int] = []
    skip_to = 0
    for brace in _BRACE.finditer(text, 0, found.begin):
        place = brace.start()
        # Braces inside of a valid object, such as those in its strings, do not count.
        if place < skip_to:
            continue
        if place in found.wholes:
            skip_to = found.wholes[place]
        elif brace[0] == "{":
            opened.append(place)
        elif opened:
            opened.pop()
    return any(place in found.failed for place in opened)
