"""Checks a journal by its own chain: nothing changed, nothing missing, nothing put in.

It goes on after a problem, so that one report names all of them.
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
    Voided,
    Witnessed,
    link,
    read_text,
)


@dataclass(frozen=True, slots=True)
class RawEntry:
    """An entry as it is kept, whatever it is."""

    # Bytes, since somebody may have put texts there that are no UTF-8.
    number: int
    text: bytes
    link: bytes


@dataclass(slots=True)
class JournalContent:
    """What a journal says of its tournament, and what is wrong with it."""

    name: str
    definitions: list[Definition] = field(default_factory=list)
    """All definitions, in the order of the journal."""
    matches: dict[str, Witnessed] = field(default_factory=dict)
    """By id, in the order in which they were saved."""
    voids: list[Void] = field(default_factory=list)
    entries: int = 0
    head: str = START
    came_through: bool = False
    """Whether the link that was asked for is that of a good entry."""
    problems: list[str] = field(default_factory=list)


def walk(name: str, entries: Iterable[RawEntry], through: str = "") -> JournalContent:
    """Read the entries of the tournament's journal, which come in order of their numbers.

    `through` is a head from before, which the journal is to have come through; "" for none.
    """
    told, expected = JournalContent(name), 1
    for entry in entries:
        if entry.number != expected:
            _note(told, f"entry {expected} is missing, {entry.number} follows")
        elif link(told.head, _ascii(entry.text)) == _ascii(entry.link):
            told.came_through |= _ascii(entry.link) == through
        else:
            what = _what(entry.text)
            _note(told, f"entry {entry.number} ({what}) is not what was chained there")
        # A wrong entry is read all the same, and the next one is chained to the link that is there:
        # one change is one problem, and not one for each entry after it.
        _read(told, entry)
        told.entries += 1
        told.head, expected = _ascii(entry.link), entry.number + 1
    if not told.entries:
        _note(told, "there is none, though there are matches or a definition")
    return told


def _read(told: JournalContent, entry: RawEntry) -> None:
    try:
        said = read_text(entry.text)
    except JournalError as error:
        _note(told, f"entry {entry.number}: {error}")
        return
    if isinstance(said, Defined):
        _define(told, entry.number, said)
    elif isinstance(said, Voided):
        _void(told, entry.number, said)
    elif said.id in told.matches:
        _note(told, f"entry {entry.number}: match {said.id} stands in an entry before")
    else:
        if not told.definitions:
            _note(told, f"entry {entry.number}: match {said.id} comes before any definition")
        told.matches[said.id] = said


def _define(told: JournalContent, number: int, said: Defined) -> None:
    # Under the journal's own name, whatever the entry says, so that it can be compared.
    new = Definition(told.name, said.definition)
    if said.name != told.name:
        _note(told, f"entry {number} is of the tournament {said.name!r}")
    try:
        if told.definitions:
            check_continues(told.definitions[-1], new)
    except UserError as error:
        _note(told, f"entry {number}: {error}")
    # Definitions are compared before their types are checked, which depends on the last one.
    except (KeyError, TypeError, AttributeError):
        _note(told, f"entry {number} is no definition")
    told.definitions.append(new)


def _void(told: JournalContent, number: int, said: Voided) -> None:
    if said.name != told.name:
        _note(told, f"entry {number} is of the tournament {said.name!r}")
    if not told.definitions:
        _note(told, f"entry {number}: a match was void before any definition")
    try:
        void = read_void(said.values)
    except VoidEntryError as error:
        _note(told, f"entry {number} is no void: {error}")
        return
    if void.match in told.matches:
        _note(told, f"entry {number}: match {void.match} was void after it was saved")
    told.voids.append(void)


def _note(told: JournalContent, problem: str) -> None:
    told.problems.append(f"journal: {problem}")


def _what(text: bytes) -> str:
    try:
        said = read_text(text)
    except JournalError:
        return "unreadable"
    match said:
        case Witnessed():
            return f"match {said.id}"
        case Voided():
            return "a void"
        case Defined():
            return "a definition"


def _ascii(text: bytes) -> str:
    return text.decode("ascii", "backslashreplace")
