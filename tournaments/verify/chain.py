"""Reads a journal, and checks its numbers, its links and its entries without looking at matches.

An entry that was changed, removed or inserted breaks the chain of links. Two changes do not: to cut
off entries at the end, and to compute every link anew. Only a head that was noted earlier reveals
them (see `read_journal`). Reading goes on after a problem, so that one report has all problems.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.errors import UserError
from tournaments.config.defining import check_continues
from tournaments.config.definition import Definition
from tournaments.core.voids import Void, VoidEntryError, read_void
from tournaments.storage.journal import (
    START,
    Defined,
    JournalError,
    SavedMatch,
    Voided,
    link,
    read_text,
)


@dataclass(frozen=True, slots=True)
class RawEntry:
    """An entry as the database has it, not checked."""

    number: int
    # Bytes, since somebody may have written text into the database that is no UTF-8.
    text: bytes
    link: bytes


@dataclass(slots=True)
class JournalContent:
    """The contents of a journal, and its problems."""

    name: str
    """The tournament's name, as the caller gave it."""
    definitions: list[Definition] = field(default_factory=list)
    """All definitions, in the order of the journal; the types of their values are not checked."""
    matches: dict[str, SavedMatch] = field(default_factory=dict)
    """The entries of matches by id, in the order of the journal; of two with one id the first."""
    voids: list[Void] = field(default_factory=list)
    """All readable voids, in the order of the journal."""
    entries: int = 0
    """How many entries there are, including those with problems."""
    head: str = START
    """The link of the last entry, even if it is wrong."""
    has_noted_head: bool = False
    """Whether an entry with a correct link has as its link the `noted_head` of `read_journal`."""
    problems: list[str] = field(default_factory=list)
    """A sentence for each, which begins with "journal: "; empty when nothing is wrong."""


def read_journal(name: str, raw: Iterable[RawEntry], noted_head: str = "") -> JournalContent:
    """Read the whole journal of the tournament `name`; `raw` has its entries in order of numbers.

    A wrong entry and a journal without entries raise no error: they are problems in the result.
    `noted_head` is an earlier head of the journal, or "": see `JournalContent.has_noted_head`.
    """
    content, expected = JournalContent(name), 1
    for entry in raw:
        if entry.number != expected:
            # The link cannot be checked, since it depends on that of the missing entry.
            _add_problem(content, f"entry {expected} is missing, {entry.number} follows")
        elif link(content.head, _ascii(entry.text)) == _ascii(entry.link):
            content.has_noted_head |= _ascii(entry.link) == noted_head
        else:
            what = _kind_of(entry.text)
            _add_problem(content, f"entry {entry.number} ({what}) is not what was chained there")
        # The next entry is checked against this link even if it is wrong. So a single change is a
        # single problem, and not one for each entry after it.
        _read(content, entry)
        content.entries += 1
        content.head, expected = _ascii(entry.link), entry.number + 1
    if not content.entries:
        _add_problem(content, "there is none, though there are matches or a definition")
    return content


def _read(content: JournalContent, entry: RawEntry) -> None:
    try:
        parsed = read_text(entry.text)
    except JournalError as error:
        _add_problem(content, f"entry {entry.number}: {error}")
        return
    if isinstance(parsed, Defined):
        _define(content, entry.number, parsed)
    elif isinstance(parsed, Voided):
        _void(content, entry.number, parsed)
    elif parsed.id in content.matches:
        _add_problem(content, f"entry {entry.number}: match {parsed.id} stands in an entry before")
    else:
        if not content.definitions:
            _add_problem(
                content, f"entry {entry.number}: match {parsed.id} comes before any definition"
            )
        content.matches[parsed.id] = parsed


def _define(content: JournalContent, number: int, parsed: Defined) -> None:
    # Under the name of the journal even if the entry has another one, so that all definitions of
    # the journal can be compared.
    new = Definition(content.name, parsed.definition)
    if parsed.name != content.name:
        _add_problem(content, f"entry {number} is of the tournament {parsed.name!r}")
    try:
        if content.definitions:
            check_continues(content.definitions[-1], new)
    except UserError as error:
        _add_problem(content, f"entry {number}: {error}")
    # The values may be of any type and size: `tournaments.verify.setting` checks them only later.
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError):
        _add_problem(content, f"entry {number} is no definition")
    content.definitions.append(new)


def _void(content: JournalContent, number: int, parsed: Voided) -> None:
    if parsed.name != content.name:
        _add_problem(content, f"entry {number} is of the tournament {parsed.name!r}")
    if not content.definitions:
        _add_problem(content, f"entry {number}: a match was void before any definition")
    try:
        void = read_void(parsed.values)
    except VoidEntryError as error:
        _add_problem(content, f"entry {number} is no void: {error}")
        return
    if void.match in content.matches:
        _add_problem(content, f"entry {number}: match {void.match} was void after it was saved")
    content.voids.append(void)


def _add_problem(content: JournalContent, problem: str) -> None:
    content.problems.append(f"journal: {problem}")


def _kind_of(text: bytes) -> str:
    """The kind of an entry, in words for a message."""
    try:
        parsed = read_text(text)
    except JournalError:
        return "unreadable"
    match parsed:
        case SavedMatch():
            return f"match {parsed.id}"
        case Voided():
            return "a void"
        case Defined():
            return "a definition"


def _ascii(text: bytes) -> str:
    # Entries and links are ASCII. Other bytes, which somebody has written, become escapes, so that
    # they are a problem in the result and no UnicodeDecodeError.
    return text.decode("ascii", "backslashreplace")
