"""The journal of a tournament: its definitions, matches and voids, each chained to all before.

An entry is a line of text. Its link is the SHA-256 of the link before it, a line feed, and the
entry; so the last link, the head, stands for the whole history. docs/records.md has the format.
Nothing here reads or writes the database.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from referee.errors import InvalidError

START: Final = "0" * 64
"""The link that stands before the first entry."""


class JournalError(InvalidError):
    """The text is no entry of a journal; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One line of a journal, with its place in the chain."""

    number: int
    """The place in the journal, from 1."""
    text: str
    """The line: JSON without a line feed."""
    link: str
    """The link of this entry: 64 hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Defined:
    """The entry says: from here on the tournament has this definition."""

    name: str
    definition: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """The entry says: the match `id` was saved, and its record has these hashes."""

    id: str
    record: str
    """The SHA-256 of the record's line without its measured part, in hexadecimal."""
    measured: str
    """The SHA-256 of the measured part, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class Voided:
    """The entry says: a match of the tournament `name` was void, and is played again."""

    name: str
    values: dict[str, Any]
    """The void as plain JSON values, unchecked; tournaments.core.voids.read_void reads them."""


EntryContent: TypeAlias = Defined | SavedMatch | Voided
"""The content of an entry, by its kind."""


def define_text(name: str, definition: Mapping[str, Any]) -> str:
    """The text of an entry with the first definition, or with a changed one."""
    return _line(["tournament", name, definition])


def match_text(id_: str, record: bytes, measured: bytes) -> str:
    """The text of the entry of a match, whose record has these two parts (rows.texts)."""
    # The hashes suffice, since the table of matches has the record. So the journal stays small, and
    # can be checked without unpacking records.
    return _line(["match", id_, sha256(record), sha256(measured)])


def void_text(name: str, values: Mapping[str, Any]) -> str:
    """The text of the entry of a void, given as plain JSON values."""
    return _line(["void", name, values])


def read_text(text: str | bytes) -> EntryContent:
    """The content of an entry with this text. Raises JournalError."""
    # RecursionError: a text from elsewhere may have thousands of nested brackets.
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise JournalError("it is no line of JSON") from None
    match values:
        case ["tournament", str(name), dict(definition)]:
            return Defined(name, definition)
        case ["match", str(id_), str(record), str(measured)]:
            return SavedMatch(id_, record, measured)
        case ["void", str(name), dict(values)]:
            return Voided(name, values)
    raise JournalError("it tells of no tournament, no match and no void")


def link(before: str, text: str) -> str:
    """The link of the entry `text`, when `before` is the link of the entry before it."""
    return sha256(f"{before}\n{text}".encode())


def chain(before: JournalEntry | None, texts: Sequence[str]) -> list[JournalEntry]:
    """The texts as entries that follow on the entry `before`; None to begin a journal."""
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
    """A hash of a deal's path and all actions, equal for equal play: 16 hexadecimal digits."""
    return sha256(_line([path, actions]).encode())[:16]


def _line(values: Sequence[Any]) -> str:
    # The form that docs/records.md prescribes. Written in another way, the same values would have
    # another link.
    return json.dumps(values, sort_keys=True, separators=(",", ":"))
