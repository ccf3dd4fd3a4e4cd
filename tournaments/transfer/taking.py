"""From an archive into a data folder: all of it or nothing, and nothing that is not as it was."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Connection, select
from sqlalchemy.dialects.sqlite import insert

from referee.record import RecordError, read_record
from tournaments.errors import UserError
from tournaments.journal import Defined
from tournaments.lock import alone
from tournaments.model import QUICK
from tournaments.schema import Base, JournalRow, MatchRow, TournamentRow
from tournaments.store import Store, Written, head
from tournaments.transfer.archive import Archive, opened
from tournaments.verify import Report

_AT_ONCE: Final = 200
"""So many matches are in memory at once."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of an import."""

    name: str
    entries: int
    """New ones; 0 when all was there before."""
    head: str
    """Of the journal in the archive."""
    file: bytes
    """The tournament file."""


def file_in(path: Path) -> bytes:
    """The tournament file in an archive. Raises UserError."""
    with opened(path) as archive:
        return archive.file


def import_from(path: Path, store: Store, check: Callable[[Store, str], Report]) -> Taken:
    """Take the tournament in, or go on with one that is the same so far. Raises UserError.

    Everything is checked in a place of its own before anything is written.
    """
    with opened(path) as archive:
        about = archive.about
        if about.tournament == QUICK:
            raise UserError(f"{path} holds a quick series; those are called {QUICK!r} and not kept")
        if _known(store, about.tournament, about.head):
            return Taken(about.tournament, 0, about.head, archive.file)
        with TemporaryDirectory() as scratch, Store(Path(scratch)) as there:
            _load(there, archive, path)
            report = check(there, about.tournament)
            if report.problems:
                more = f", and {n} more" if (n := len(report.problems) - 1) else ""
                raise UserError(f"{path} is damaged: {report.problems[0]}{more}")
            with alone(store.folder, about.tournament):
                new = _merge(store, there, about.tournament)
            return Taken(about.tournament, new, about.head, archive.file)


def _known(store: Store, name: str, link: str) -> bool:
    query = select(JournalRow.number).where(JournalRow.tournament == name, JournalRow.link == link)
    with store.database.reading() as connection:
        return connection.scalar(query) is not None


def _load(there: Store, archive: Archive, path: Path) -> None:
    """Into an empty place, by the same ways as when it was played."""
    about, items, seen = archive.about, archive.items(), set[str]()
    while chunk := list(islice(items, _AT_ONCE)):
        written: list[Written] = []
        for item in chunk:
            if not isinstance(item, Defined):
                written.append(_written(item, about.tournament, seen, path))
                continue
            there.save_written(written)
            written = []
            there.define(about.tournament, item.definition)
        there.save_written(written)
    end = there.head(about.tournament)
    if end is None or (end.number, end.link) != (about.entries, about.head):
        raise UserError(f"{path} is damaged: its journal does not lead to the head {about.head}")


def _written(item: tuple[bytes, bytes], name: str, seen: set[str], path: Path) -> Written:
    line, measured = item
    try:
        record = read_record(line)
        text = measured.decode()
    except (RecordError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is damaged: {error}") from None
    if record.tournament != name or record.id in seen:
        raise UserError(f"{path} is damaged: match {record.id!r} is there twice, or not of {name}")
    seen.add(record.id)
    return record, line, text


def _merge(store: Store, there: Store, name: str) -> int:
    """In one transaction, all that follows on what the store has; how many entries that were."""
    with there.database.reading() as source, store.database.writing() as connection:
        ours = head(connection, name)
        known = ours.number if ours else 0
        query = select(JournalRow.link).where(JournalRow.number == known)
        if ours and source.scalar(query) != ours.link:
            raise UserError(
                f"{store.folder} has another tournament {name}, or other matches of it;"
                " import this one into a data folder of its own: stych --data DIR import"
            )
        played = set(connection.scalars(select(MatchRow.id).where(MatchRow.tournament == name)))
        for rows in _rows(source, MatchRow):
            _insert(connection, MatchRow, [each for each in rows if each["id"] not in played])
        new = 0
        for rows in _rows(source, JournalRow):
            later = [each for each in rows if each["number"] > known]
            _insert(connection, JournalRow, later)
            new += len(later)
        for rows in _rows(source, TournamentRow):
            statement = insert(TournamentRow).values(rows[0])
            kept = {"definition": rows[0]["definition"]}
            connection.execute(statement.on_conflict_do_update(index_elements=["name"], set_=kept))
    return new


def _rows(source: Connection, table: type[Base]) -> Iterator[list[dict[str, Any]]]:
    """All rows of a place that holds nothing but the one tournament, some at a time."""
    query = select(table.__table__).execution_options(yield_per=_AT_ONCE)
    for part in source.execute(query).mappings().partitions():
        yield [dict(row) for row in part]


def _insert(connection: Connection, table: type[Base], rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)
