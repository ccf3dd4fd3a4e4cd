"""Finds the last JSON object in a text, as people and models write them between prose."""

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final

from referee.errors import InvalidError

LONGEST: Final = 200_000
"""Characters of a text that is searched."""
_MOST_FAILED: Final = 1_000
"""Braces that begin no object before the search ends: each costs time, and a text may be made of
them."""
_MOST_WORK: Final = 5 * LONGEST
"""Characters that are read in vain: each broken object is read up to where it breaks."""
_BEGINS: Final = re.compile(r"\{\s*[\"'\u201c\u2018]")
"""What the beginning of an object looks like; other braces are prose or formulas."""
_BRACE: Final = re.compile(r"[{}]")

Pairs = list[tuple[str, Any]]
"""The members of an object in their order, doubled ones too."""


class NoObjectError(InvalidError):
    """The text has no last object, or it cannot be told which one that is; a sentence says why."""


class _Members(Pairs):
    """The members of an object, which json would else make a dict that hides doubled ones."""


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_Members)


@dataclass(slots=True)
class _Found:
    """The last object that was found, and what lies around it."""

    members: Pairs | None = None
    begin: int = 0
    end: int = 0
    failed: set[int] = field(default_factory=set)
    """Where broken objects begin."""
    wholes: dict[int, int] = field(default_factory=dict)
    """Where each object begins, and where it ends."""


def last_object(text: str, member: str) -> Pairs:
    """The members of the last object of the text, which stands in no other object.

    Raises NoObjectError when there is none, and when a broken object holds it or follows it with a
    `member` of this name: then it is not the last one that was meant.
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
    found = _Found()
    at, fails, work = text.find("{"), 0, 0
    while at >= 0:
        try:
            found.members, end = _DECODER.raw_decode(text, at)
        # A brace of prose, or one that is never closed: the next one may begin an object.
        except (ValueError, RecursionError) as error:
            broke = error.pos if isinstance(error, json.JSONDecodeError) else len(text)
            work += broke - at
            if _BEGINS.match(text, at):
                found.failed.add(at)
            end, fails = at + 1, fails + 1
            if fails > _MOST_FAILED or work > _MOST_WORK:
                raise NoObjectError("Your answer has too many braces to be read.") from None
        else:
            found.begin, found.end = at, end
            found.wholes[at] = end
        at = text.find("{", end)
    return found


def _is_inside(text: str, found: _Found) -> bool:
    """Whether a broken object that began before the last one is still open where that begins."""
    opened: list[int] = []
    whole = 0
    for brace in _BRACE.finditer(text, 0, found.begin):
        at = brace.start()
        if at < whole:
            continue
        if at in found.wholes:
            whole = found.wholes[at]
        elif brace[0] == "{":
            opened.append(at)
        elif opened:
            opened.pop()
    return any(at in found.failed for at in opened)
