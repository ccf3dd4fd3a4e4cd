"""The journal of a tournament: what it was and what was played, each entry chained to all before.

An entry is a line of text. Its link is the SHA-256 of the link before it, a line feed, and the
entry; so the last link, the head, stands for the whole history. docs/records.md says it in full.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from referee.errors import InvalidError

START: Final = "0" * 64
"""The link before the first entry."""


class JournalError(InvalidError):
    """The text that was read is no entry of a journal; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One line of a journal, in its place."""

    number: int
    """Its place in the journal, from 1."""
    text: str
    """The entry itself: one line of JSON without a line feed."""
    link: str
    """The link that it ends with: 64 hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Defined:
    """The entry says: from here on the tournament is this one."""

    name: str
    definition: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Witnessed:
    """The entry says: this match was saved, and its record has these SHA-256."""

    id: str
    record: str
    """The SHA-256 of the record's line without its measured part, in hexadecimal."""
    measured: str
    """The SHA-256 of the measured part, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class Voided:
    """The entry says: a match of this tournament was void, and is played again."""

    name: str
    values: dict[str, Any]
    """The void as plain JSON; tournaments.core.voids.read_void checks it."""


Said: TypeAlias = Defined | Witnessed | Voided


def define_text(name: str, definition: Mapping[str, Any]) -> str:
    """The entry of a definition, the first one or a change of it."""
    return _line(["tournament", name, definition])


def match_text(id_: str, record: bytes, measured: bytes) -> str:
    """The entry of a match: its id, and the SHA-256 of both of its parts."""
    # Hashes and not the record, which stands beside it: the journal stays small, and a table can
    # be checked without unpacking anything.
    return _line(["match", id_, sha256(record), sha256(measured)])


def void_text(name: str, values: Mapping[str, Any]) -> str:
    """The entry of a void of this tournament."""
    return _line(["void", name, values])


def read_text(text: str | bytes) -> Said:
    """What the entry says. Raises JournalError."""
    # RecursionError: the text may be somebody else's, with thousands of brackets.
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise JournalError("it is no line of JSON") from None
    match values:
        case ["tournament", str(name), dict(definition)]:
            return Defined(name, definition)
        case ["match", str(id_), str(record), str(measured)]:
            return Witnessed(id_, record, measured)
        case ["void", str(name), dict(values)]:
            return Voided(name, values)
    raise JournalError("it tells of no tournament, no match and no void")


def link(before: str, text: str) -> str:
    """The link of the entry `text` that follows on the link `before` (docs/records.md)."""
    return sha256(f"{before}\n{text}".encode())


def chain(before: JournalEntry | None, texts: Sequence[str]) -> list[JournalEntry]:
    """The texts as entries that follow on `before`, or that begin a journal."""
    number, head = (before.number, before.link) if before else (0, START)
    entries = []
    for text in texts:
        number, head = number + 1, link(head, text)
        entries.append(JournalEntry(number, text, head))
    return entries


def sha256(data: bytes) -> str:
    """The SHA-256 of the data, in 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def play_digest(path: Sequence[str], actions: Sequence[int]) -> str:
    """16 hexadecimal digits of a deal and all actions: the same for the same play."""
    return sha256(_line([path, actions]).encode())[:16]


def _line(values: Sequence[Any]) -> str:
    # One way to write it, as docs/records.md gives it, or links could not be computed again.
    return json.dumps(values, sort_keys=True, separators=(",", ":"))
