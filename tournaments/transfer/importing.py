"""Imports an archive into a data folder: all of it or nothing, and only if every check passes."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Select, Table, insert, select

from referee.errors import UserError
from referee.record import RecordError, read_record
from referee.sandbox.temporary_folders import temporary_folder
from tournaments.config.tournament_file import QUICK
from tournaments.core.voids import Void, VoidEntryError, read_void
from tournaments.storage.database import put
from tournaments.storage.heads import head
from tournaments.storage.journal import Defined, Voided
from tournaments.storage.schema import JOURNAL, MATCHES, TOURNAMENTS
from tournaments.storage.store import Store, Written
from tournaments.transfer.archive import Archive, ArchivedTournament, opened
from tournaments.verify.tournament import VerificationReport

_AT_ONCE: Final = 200
"""How many entries or rows are in memory at once."""


@dataclass(frozen=True, slots=True)
class ImportedTournament:
    """The result of the import of one tournament."""

    name: str
    entries: int
    """How many entries of its journal were new; 0 if the data folder had all of them."""
    head: str
    """The head of its journal in the archive."""


def file_in(path: Path) -> bytes:
    """The tournament file in an archive. Raises UserError when the archive cannot be read."""
    with opened(path) as archive:
        return archive.file


def import_from(
    path: Path, store: Store, check: Callable[[Store, str], VerificationReport]
) -> list[ImportedTournament]:
    """Import the tournaments of an archive, or add to them where the store has a part of them.

    They are written to a temporary data folder and checked there by `check`, which is called with
    its store and a name, before anything is written to `store`. Raises UserError when the archive
    is damaged or has a quick series, when the store has another tournament of the same name or
    cannot be written, and when another process plays or imports one of the tournaments.
    """
    with opened(path) as archive:
        parts = archive.about.tournaments
        if quick := [part.name for part in parts if part.name in QUICK]:
            raise UserError(
                f"{path} holds a quick series, {quick[0]!r}; such series are not imported"
            )
        # Asked first, so that a second import of the same file does not check everything again.
        with store.database.reading() as connection:
            if all(_has(connection, part) for part in parts):
                return [ImportedTournament(part.name, 0, part.head) for part in parts]
        with temporary_folder() as folder, Store(Path(folder)) as scratch:
            _load(scratch, archive, path)
            for part in parts:
                _check(check(scratch, part.name), path)
            return _merge(store, scratch, parts)


def _check(report: VerificationReport, path: Path) -> None:
    if report.problems:
        more = f", and {n} more" if (n := len(report.problems) - 1) else ""
        raise UserError(f"{path} is damaged: {report.problems[0]}{more}")


def _has(connection: Connection, part: ArchivedTournament) -> bool:
    """Whether the database has all entries of the tournament in the archive; it may have more."""
    # A link stands for all entries before it, so it is enough to find the head.
    at_head = JOURNAL.c.tournament == part.name, JOURNAL.c.link == part.head
    return connection.scalar(select(JOURNAL.c.number).where(*at_head)) is not None


def _load(scratch: Store, archive: Archive, path: Path) -> None:
    """Write the archive into an empty data folder, in the order in which all was saved.

    So the store computes all links anew. Raises UserError when the archive is damaged, also when
    the links do not lead to the heads that it names.
    """
    parts, items, seen = archive.about.tournaments, archive.items(), set[str]()
    names = {part.name for part in parts}
    while chunk := list(islice(items, _AT_ONCE)):
        written: list[Written] = []
        for item in chunk:
            if isinstance(item, tuple):
                written.append(_written(item, names, seen, path))
                continue
            # The matches before this entry must be saved before it, or the links would differ.
            scratch.save_written(written)
            written = []
            if item.name not in names:
                raise UserError(f"{path} is damaged: it does not say that {item.name!r} is in it")
            if isinstance(item, Defined):
                scratch.define(item.name, item.definition)
            else:
                scratch.annul(item.name, _void(item, path))
        scratch.save_written(written)
    for part in parts:
        end = scratch.head(part.name)
        if end is None or (end.number, end.link) != (part.entries, part.head):
            raise UserError(f"{path} is damaged: its journal does not lead to the head {part.head}")


def _void(item: Voided, path: Path) -> Void:
    try:
        return read_void(item.values)
    except VoidEntryError as error:
        raise UserError(f"{path} is damaged: a void of its journal: {error}") from None


def _written(
    item: tuple[bytes, bytes], names: Collection[str], seen: set[str], path: Path
) -> Written:
    """The match of two lines; its id is added to `seen`. Raises UserError if it is damaged."""
    line, measured = item
    try:
        record = read_record(line)
        text = measured.decode()
    except (RecordError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is damaged: {error}") from None
    # The store ignores a second match with the same id, so it has to be found here.
    if record.tournament not in names or record.id in seen:
        raise UserError(
            f"{path} is damaged: match {record.id!r} comes twice,"
            " or belongs to a tournament that the archive does not name"
        )
    seen.add(record.id)
    return record, line, text


def _merge(
    store: Store, scratch: Store, parts: Sequence[ArchivedTournament]
) -> list[ImportedTournament]:
    """Add all that `store` does not have of the tournaments in `scratch`, in one transaction."""
    # Locked, since a run of the tournament would go on from a state that has changed meanwhile.
    with ExitStack() as stack:
        for part in parts:
            stack.enter_context(store.database.alone(part.name))
        source = stack.enter_context(scratch.database.reading())
        connection = stack.enter_context(store.database.writing())
        return [
            ImportedTournament(part.name, _add(connection, source, part, store.folder), part.head)
            for part in parts
        ]


def _add(connection: Connection, source: Connection, part: ArchivedTournament, folder: Path) -> int:
    """Add one tournament; returns how many entries of its journal were new.

    Raises UserError when the journals differ in an entry that both have.
    """
    name, ours = part.name, head(connection, part.name)
    if _has(connection, part):
        return 0
    stored = ours.number if ours else 0
    # If the link with our last number is the same in the archive, so are all entries up to it.
    query = select(JOURNAL.c.link).where(JOURNAL.c.tournament == name, JOURNAL.c.number == stored)
    if ours and source.scalar(query) != ours.link:
        raise UserError(
            f"{folder} has another tournament {name}, or other matches of it;"
            " import this one into a data folder of its own: stych --data DIR import"
        )
    played = set(connection.scalars(select(MATCHES.c.id).where(MATCHES.c.tournament == name)))
    for rows in _rows(source, select(MATCHES).where(MATCHES.c.tournament == name)):
        _insert(connection, MATCHES, [each for each in rows if each["id"] not in played])
    new = 0
    later = JOURNAL.c.number > stored
    for rows in _rows(source, select(JOURNAL).where(JOURNAL.c.tournament == name, later)):
        _insert(connection, JOURNAL, rows)
        new += len(rows)
    text = source.scalar(select(TOURNAMENTS.c.definition).where(TOURNAMENTS.c.name == name))
    put(connection, TOURNAMENTS, {"name": name}, {"definition": text})
    return new


def _rows(source: Connection, query: Select[Any]) -> Iterator[list[dict[str, Any]]]:
    """The rows of the query as dicts, in lists of up to `_AT_ONCE` rows."""
    for part in source.execute(query.execution_options(yield_per=_AT_ONCE)).mappings().partitions():
        yield [dict(row) for row in part]


def _insert(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)
