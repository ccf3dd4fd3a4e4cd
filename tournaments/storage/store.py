"""The results in a data folder: definitions, matches and journals, in one database.

A match is saved whole or not at all, together with its entry in the journal. When `save` returns,
both survive a crash of the machine.
"""

import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

from sqlalchemy import Connection, delete, func, insert, literal, select

from referee.errors import UserError
from referee.record import Record, read_measured, read_record
from tournaments.core.results import MatchResult
from tournaments.core.voids import Void, read_void
from tournaments.storage.database import Database, put
from tournaments.storage.heads import head
from tournaments.storage.journal import (
    JournalEntry,
    Voided,
    chain,
    define_text,
    match_text,
    read_text,
    void_text,
)
from tournaments.storage.rows import definition_text, match_row, read_summary, texts
from tournaments.storage.schema import JOURNAL, MATCHES, TOURNAMENTS

_AHEAD = 100
"""Rows that a query reads at once: all rows of a tournament may not fit into memory."""
IDS_AT_ONCE = 500
"""Ids in one statement: SQLite limits the number of variables in a statement."""

Written: TypeAlias = tuple[Record, bytes, str]
"""A record, with its two texts in the database: its line and its measured part."""


class Store:
    """The results in a data folder. Use as a context manager.

    All methods raise UserError for a database that cannot be read or written, or is damaged.
    """

    def __init__(self, folder: Path) -> None:
        """Open the data folder and its database; what is missing is made as by `Database`."""
        self.folder = folder
        self.database = Database(folder)
        self._reading, self._writing = self.database.reading, self.database.writing

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.database.close()

    def tournaments(self) -> list[str]:
        """The names of all tournaments in the database, sorted."""
        with self._reading() as connection:
            return list(connection.scalars(select(TOURNAMENTS.c.name).order_by(TOURNAMENTS.c.name)))

    def definition(self, name: str) -> dict[str, Any] | None:
        """The tournament's present definition; None when there is none."""
        with self._reading() as connection:
            query = select(TOURNAMENTS.c.definition).where(TOURNAMENTS.c.name == name)
            text = connection.scalar(query)
        with self.whole(f"definition of {name}"):
            return dict(json.loads(text)) if text else None

    def define(self, name: str, definition: dict[str, Any]) -> None:
        """Save the definition in place of an earlier one; the journal has all of them."""
        text = definition_text(definition)
        query = select(TOURNAMENTS.c.definition).where(TOURNAMENTS.c.name == name)
        with self._writing() as connection:
            # Nothing changed, as when a run goes on: then the journal gets no entry.
            if connection.scalar(query) == text:
                return
            put(connection, TOURNAMENTS, {"name": name}, {"definition": text})
            _note(connection, name, [define_text(name, definition)])

    def forget(self, name: str) -> None:
        """Remove a tournament, all its matches and its journal."""
        with self._writing() as connection:
            connection.execute(delete(MATCHES).where(MATCHES.c.tournament == name))
            connection.execute(delete(TOURNAMENTS).where(TOURNAMENTS.c.name == name))
            connection.execute(delete(JOURNAL).where(JOURNAL.c.tournament == name))

    def save(self, records: Sequence[Record]) -> None:
        """Save the records, all or none; a match that is saved already stays as it is."""
        self.save_written([(record, *texts(record)) for record in records])

    def save_written(self, written: Sequence[Written]) -> None:
        """Save records with the texts as which they were first written; else as `save`.

        Another version might write a record differently. Its texts would then not have the SHA-256
        that the journal has.
        """
        if not written:
            return
        # Reversed twice, so that the first of two records with one id counts, and the order stays.
        by_id = {each[0].id: each for each in reversed(written)}
        with self._writing() as connection:
            saved = _saved(connection, list(by_id))
            new = [by_id[id_] for id_ in reversed(by_id) if id_ not in saved]
            for name in dict.fromkeys(record.tournament for record, _, _ in new):
                _insert(connection, name, [each for each in new if each[0].tournament == name])

    def annul(self, tournament: str, void: Void) -> None:
        """Add a void match to the journal; nothing else of the match is saved."""
        with self._writing() as connection:
            _note(connection, tournament, [void_text(tournament, void.model_dump(mode="json"))])

    def voids(self, tournament: str) -> Iterator[Void]:
        """All voids of the tournament, in the order in which they happened."""
        # Selected by the beginning of the text: most entries are of matches, and are not parsed.
        query = (
            select(JOURNAL.c.entry)
            .where(JOURNAL.c.tournament == tournament, JOURNAL.c.entry.startswith('["void"'))
            .order_by(JOURNAL.c.number)
            .execution_options(yield_per=_AHEAD)
        )
        with self._reading() as connection:
            for entry in connection.scalars(query):
                with self.whole("journal"):
                    content = read_text(entry)
                    void = read_void(content.values) if isinstance(content, Voided) else None
                if void:
                    yield void

    def played(self, tournament: str) -> set[str]:
        """The ids of all saved matches of the tournament."""
        with self._reading() as connection:
            return set(
                connection.scalars(select(MATCHES.c.id).where(MATCHES.c.tournament == tournament))
            )

    def last_board(self, tournament: str) -> int:
        """The highest number of a board on which a match was played; 0 before the first."""
        query = select(func.max(MATCHES.c.board)).where(MATCHES.c.tournament == tournament)
        with self._reading() as connection:
            return connection.scalar(query) or 0

    def summaries(self, tournament: str) -> dict[str, MatchResult]:
        """The part of every match that rating tables need, by id."""
        results = dict[str, MatchResult]()
        query = select(MATCHES.c.id, MATCHES.c.summary).where(MATCHES.c.tournament == tournament)
        with self._reading() as connection:
            for id_, text in connection.execute(query.execution_options(yield_per=_AHEAD)):
                with self.whole(f"summary of {id_}"):
                    results[id_] = read_summary(text)
        return results

    def records(
        self, tournament: str, *, faulty: bool = False, measured: bool = True
    ) -> Iterator[Record]:
        """The tournament's records, sorted by board and id.

        With `faulty` only those with faults; without `measured` the measured parts are left out.
        """
        least_faults = 1 if faulty else 0
        query = (
            select(MATCHES.c.record, MATCHES.c.measured if measured else literal(None))
            .where(MATCHES.c.tournament == tournament, MATCHES.c.faults >= least_faults)
            .order_by(MATCHES.c.board, MATCHES.c.id)
            .execution_options(yield_per=_AHEAD)
        )
        with self._reading() as connection:
            for packed, text in connection.execute(query):
                yield self._unpack(packed, text)

    def find(self, prefix: str) -> list[str]:
        """Up to two ids with this prefix: enough to see whether it stands for a single match."""
        # In lower case, as ids are. SQLite ignores the case here, PostgreSQL does not.
        beginning = MATCHES.c.id.startswith(prefix.lower(), autoescape=True)
        query = select(MATCHES.c.id).where(beginning).limit(2)
        with self._reading() as connection:
            return list(connection.scalars(query))

    def record(self, id_: str) -> Record:
        """The record of the match. Raises KeyError when there is none."""
        query = select(MATCHES.c.record, MATCHES.c.measured).where(MATCHES.c.id == id_)
        with self._reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise KeyError(id_)
        return self._unpack(row.record, row.measured)

    def head(self, tournament: str) -> JournalEntry | None:
        """The last entry of the tournament's journal; None before the first."""
        with self._reading() as connection:
            return head(connection, tournament)

    def _unpack(self, packed: bytes, measured: str | None) -> Record:
        with self.whole("record"):
            record = read_record(zlib.decompress(packed))
            return record if measured is None else replace(record, measured=read_measured(measured))

    @contextmanager
    def whole(self, what: str) -> Iterator[None]:
        """Turn an error of unpacking or reading in the block into a UserError of one line.

        `what` names the damaged part, as in "holds a damaged journal".
        """
        try:
            yield
        except (zlib.error, ValueError, KeyError, TypeError) as error:
            problem = f"{self.database.name} holds a damaged {what}: {error}"
            raise UserError(problem.splitlines()[0]) from None


def _insert(connection: Connection, name: str, new: Sequence[Written]) -> None:
    """Insert new matches of the tournament and their journal entries, in the transaction."""
    connection.execute(insert(MATCHES), [match_row(*each) for each in new])
    entries = [match_text(record.id, line, measured.encode()) for record, line, measured in new]
    _note(connection, name, entries)


def _note(connection: Connection, name: str, texts: Sequence[str]) -> None:
    """Add entries to the tournament's journal, on a connection of `writing`."""
    # The head is read in the same transaction, as another process could add an entry in between.
    entries = chain(head(connection, name), texts)
    rows = [
        {"tournament": name, "number": each.number, "entry": each.text, "link": each.link}
        for each in entries
    ]
    connection.execute(insert(JOURNAL), rows)


def _saved(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Those of the ids whose matches are saved already."""
    saved: set[str] = set()
    for first in range(0, len(ids), IDS_AT_ONCE):
        query = select(MATCHES.c.id).where(MATCHES.c.id.in_(ids[first : first + IDS_AT_ONCE]))
        saved.update(connection.scalars(query))
    return saved
