"""The SQLite file of a data folder, and the files that lock tournaments beside it."""

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
_KINDS: Final = {String: "text", Integer: "integer", LargeBinary: "blob"}
_COMPILED: Final[dict[Any, Any]] = {}
"""Statements as SQL: to compile one takes longer than to run it, and there are not many."""


@cache
def _dialect() -> Dialect:
    """One for all files, since what is compiled is found again for the same one alone."""
    engine = create_engine("sqlite://")
    # It asks a connection what SQLite can do.
    engine.connect().close()
    engine.dispose()
    return engine.dialect


class SqliteBackend:
    """The database of a folder as one file; see Backend."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / DATABASE

    @property
    def name(self) -> str:
        """The path of the file, as it was given."""
        return str(self._path)

    def engine(self) -> Engine:
        """An engine of the file, which is made when it connects. Raises FileError and OSError."""
        # A pipe in its place would hold up whoever opens it, for ever.
        if self._path.exists() and not self._path.is_dir():
            check_regular(self._path)
        engine = create_engine(
            f"sqlite:///{self._path}", execution_options={"compiled_cache": _COMPILED}
        )
        engine.dialect = _dialect()

        @event.listens_for(engine, "connect")
        def _durable(connection: Any, _: Any) -> None:
            cursor = connection.cursor()
            # With WAL readers do not wait for the writer. FULL, since WAL's usual setting may lose
            # the last transactions when the machine loses its power.
            cursor.execute(f"PRAGMA busy_timeout={backend.BUSY_MS}")
            _log_ahead(cursor)
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.close()

        return engine

    def tables(self, connection: Connection) -> set[str]:
        """The names of all tables, and of what SQLite has beside them."""
        return set(connection.exec_driver_sql("SELECT name FROM sqlite_master").scalars())

    def begin_snapshot(self, connection: Connection) -> None:
        """Begin a transaction; it sees all as it is at its first question."""
        connection.exec_driver_sql("BEGIN")

    def begin_writing(self, connection: Connection) -> None:
        """Take the lock of the file, for which another writer is waited for."""
        # sqlite3 begins a transaction by itself only at the first change, and none for DDL: what a
        # change rests on would be read before it, and `kill -9` would leave half a schema.
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    def alone(self, tournament: str) -> AbstractContextManager[None]:
        """Be the only process with the tournament, by a file that is locked in the folder."""
        return lock.alone(self._folder, tournament)

    def held(self, tournaments: Iterable[str]) -> str:
        """The name of a lock file in the folder that somebody has locked."""
        del tournaments
        return lock.held(self._folder)

    def as_bytes(self, column: ColumnElement[Any]) -> ColumnElement[Any]:
        """The column as bytes, also where another type was put into it."""
        return cast(column, LargeBinary)

    def damage(self, connection: Connection, tables: Iterable[Table]) -> list[str]:
        """Also values of other types: SQLite keeps any type in any column."""
        checks = connection.exec_driver_sql("PRAGMA integrity_check(3)").scalars()
        found = [f"{self.name} is damaged: {' '.join(x.split())}" for x in checks if x != "ok"]
        for table in tables:
            kinds = {column: _kind(column) for column in table.columns}
            # At once: each of them would read the whole table.
            wrong = (func.count().filter(func.typeof(own) != kind) for own, kind in kinds.items())
            counts = connection.execute(select(*wrong)).one()
            for (column, kind), count in zip(kinds.items(), counts, strict=True):
                if count:
                    found.append(f"{self.name}: {count} of {column} are not of type {kind}")
        return found

    def why(self, error: DBAPIError) -> str:
        """What SQLite says, which is one short line."""
        return str(error.orig)


def _kind(column: ColumnElement[Any]) -> str:
    """What SQLite calls the type that all values of the column are to have."""
    return next(kind for own, kind in _KINDS.items() if isinstance(column.type, own))


def _log_ahead(cursor: sqlite3.Cursor) -> None:
    """Have the file use WAL. Waits BUSY_MS at most for another process that is just making it."""
    end = time.monotonic() + backend.BUSY_MS / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            # Where two change it at once, SQLite itself does not wait.
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(_AGAIN_SECONDS)
