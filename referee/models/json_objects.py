"""Finds the last JSON object in a text that has prose around it, as models write it."""

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final

from referee.errors import InvalidError

LONGEST: Final = 200_000
"""A text of more characters is not searched."""
_MOST_FAILED: Final = 1_000
"""The search is given up when more than this many braces begin no valid object: each brace costs
time, and a text may consist of braces."""
_MOST_WORK: Final = 5 * LONGEST
"""The search is given up when more than this many characters were read in vain: each broken object
is read up to the place where it breaks."""
_BEGINS: Final = re.compile(r"\{\s*[\"'\u201c\u2018]")
"""The beginning of an object that a model meant; other braces are prose or formulas."""
_BRACE: Final = re.compile(r"[{}]")

Pairs = list[tuple[str, Any]]
"""The members of an object in their order, including names that occur twice."""


class NoObjectError(InvalidError):
    """No valid object is certain to be the text's last one; the message tells the model why."""


# A dict, which json makes of an object by default, would hide names that occur twice.
_DECODER: Final = json.JSONDecoder(object_pairs_hook=list)


@dataclass(slots=True)
class _Objects:
    """The objects of a text: the last valid one, and the places of all."""

    members: Pairs | None = None
    """The members of the last valid object; None when no object is valid."""
    begin: int = 0
    """The place where the last valid object begins."""
    end: int = 0
    """The place behind the last valid object."""
    broken: set[int] = field(default_factory=set)
    """The places where broken objects begin."""
    valid: dict[int, int] = field(default_factory=dict)
    """By the place where a valid object begins, the place behind it."""


def last_object(text: str, member: str) -> Pairs:
    """The members of the last valid object of the text that is not inside another valid object.

    Raises NoObjectError when there is none, when the text is too long or has too many braces, or
    when another object may have been meant: a broken one is around the last valid one, or the name
    `member` with a colon comes after it.
    """
    if len(text) > LONGEST:
        raise NoObjectError(f"Your answer is too long: it has {len(text)} characters.")
    objects = _search(text)
    if objects.members is None:
        raise NoObjectError("Your answer holds no JSON object that is valid.")
    after = re.compile(rf"\b{member}\b[\"'\u201d\u2019]?\s*:", re.IGNORECASE)
    if after.search(text, objects.end) or _is_inside_broken(text, objects):
        raise NoObjectError("The last JSON object of your answer is not valid JSON.")
    return objects.members


def _search(text: str) -> _Objects:
    """Try to read an object at each opening brace that is not inside a valid object.

    Raises NoObjectError when that would take too long.
    """
    objects = _Objects()
    place, fails, wasted = text.find("{"), 0, 0
    while place >= 0:
        try:
            objects.members, end = _DECODER.raw_decode(text, place)
        # A brace of prose, or one that is never closed: the next one may begin an object.
        except (ValueError, RecursionError) as error:
            stop = error.pos if isinstance(error, json.JSONDecodeError) else len(text)
            wasted += stop - place
            if _BEGINS.match(text, place):
                objects.broken.add(place)
            end, fails = place + 1, fails + 1
            if fails > _MOST_FAILED or wasted > _MOST_WORK:
                raise NoObjectError("Your answer has too many braces to be read.") from None
        else:
            objects.begin, objects.end = place, end
            objects.valid[place] = end
        place = text.find("{", end)
    return objects


def _is_inside_broken(text: str, objects: _Objects) -> bool:
    """Whether a broken object is still open at the place where the last valid object begins."""
    opened: list[int] = []
    skip_to = 0
    for brace in _BRACE.finditer(text, 0, objects.begin):
        place = brace.start()
        # Braces inside of a valid object, such as those in its strings, do not count.
        if place < skip_to:
            continue
        if place in objects.valid:
            skip_to = objects.valid[place]
        elif brace[0] == "{":
            opened.append(place)
        elif opened:
            opened.pop()
    return any(place in objects.broken for place in opened)
