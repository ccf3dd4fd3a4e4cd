"""The SQLite file of a data folder, with lock files of tournaments in the same folder."""

import sqlite3
import time
from collections.abc import Iterable
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Dialect, Engine, Table, cast, create_engine, event, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.types import Integer, LargeBinary, String

from referee.files import check_regular
from tournaments.storage import backend, lock
from tournaments.storage.address import DATABASE

_AGAIN_SECONDS: Final = 0.01
"""Seconds between two attempts to turn on WAL."""
_KINDS: Final = {String: "text", Integer: "integer", LargeBinary: "blob"}
"""What SQLite's `typeof` says of the values of a column, by the column's type."""
_COMPILED: Final[dict[Any, Any]] = {}
"""The cache of compiled statements, which all engines share. To compile a statement takes longer
than to run it; there are so few that the cache has no bound."""


@cache
def _dialect() -> Dialect:
    """The dialect of all engines: the cache finds a statement only for the same dialect."""
    engine = create_engine("sqlite://")
    # At its first connection the dialect finds out what this version of SQLite can do.
    engine.connect().close()
    engine.dispose()
    return engine.dialect


class SqliteBackend:
    """The database of a folder as one file; see Backend for what the methods promise."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / DATABASE

    @property
    def name(self) -> str:
        """The path of the file, as it was given."""
        return str(self._path)

    def engine(self) -> Engine:
        """A new engine; its first connection makes the file. Raises FileError and OSError."""
        # To open a pipe in place of the file would block for ever.
        if self._path.exists() and not self._path.is_dir():
            check_regular(self._path)
        engine = create_engine(
            f"sqlite:///{self._path}", execution_options={"compiled_cache": _COMPILED}
        )
        engine.dialect = _dialect()

        @event.listens_for(engine, "connect")
        def _durable(connection: Any, _: Any) -> None:
            cursor = connection.cursor()
            # With WAL (write-ahead log) readers do not wait for the writer. FULL, since with the
            # usual setting for WAL the last transactions may be lost in a power failure.
            cursor.execute(f"PRAGMA busy_timeout={backend.BUSY_MS}")
            _log_ahead(cursor)
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.close()

        return engine

    def tables(self, connection: Connection) -> set[str]:
        """The names of all tables and indexes, also those that SQLite made for itself."""
        return set(connection.exec_driver_sql("SELECT name FROM sqlite_master").scalars())

    def begin_snapshot(self, connection: Connection) -> None:
        """Begin a transaction that sees the database as it is at its first query."""
        connection.exec_driver_sql("BEGIN")

    def begin_writing(self, connection: Connection) -> None:
        """Take the file's write lock; waits up to BUSY_MS for another writer."""
        # By itself sqlite3 begins a transaction only at the first change, and none for DDL. Reads
        # before the change would not be protected, and `kill -9` could leave half a schema.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    def alone(self, tournament: str) -> AbstractContextManager[None]:
        """Hold the tournament's lock by a locked file in the folder. Raises UserError."""
        return lock.alone(self._folder, tournament)

    def held(self, tournaments: Iterable[str]) -> str:
        """The tournament of a lock file in the folder that is locked; "" if there is none."""
        del tournaments
        return lock.held(self._folder)

    def as_bytes(self, column: ColumnElement[Any]) -> ColumnElement[Any]:
        """The column as bytes, also where a value has another type than the column."""
        return cast(column, LargeBinary)

    def damage(self, connection: Connection, tables: Iterable[Table]) -> list[str]:
        """Up to three sentences on damage of the file, and one for each column with wrong values.

        A wrong value has another type than its column: SQLite stores any value in any column.
        """
        checks = connection.exec_driver_sql("PRAGMA integrity_check(3)").scalars()
        problems = [f"{self.name} is damaged: {' '.join(x.split())}" for x in checks if x != "ok"]
        for table in tables:
            kinds = {column: _kind(column) for column in table.columns}
            # All columns in one query, since each query reads the whole table.
            wrong = (func.count().filter(func.typeof(col) != kind) for col, kind in kinds.items())
            counts = connection.execute(select(*wrong)).one()
            for (column, kind), count in zip(kinds.items(), counts, strict=True):
                if count:
                    problems.append(f"{self.name}: {count} of {column} are not of type {kind}")
        return problems

    def why(self, error: DBAPIError) -> str:
        """SQLite's own text, without the statement that SQLAlchemy adds to it."""
        return str(error.orig)


def _kind(column: ColumnElement[Any]) -> str:
    """SQLite's name for the type that all values of the column should have."""
    return next(kind for type_, kind in _KINDS.items() if isinstance(column.type, type_))


def _log_ahead(cursor: sqlite3.Cursor) -> None:
    """Turn on WAL for the file; waits up to BUSY_MS while another process turns it on."""
    end = time.monotonic() + backend.BUSY_MS / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            # SQLite's own busy timeout does not apply when two processes change the mode at once.
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(_AGAIN_SECONDS)
