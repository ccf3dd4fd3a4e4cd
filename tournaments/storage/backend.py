"""The interface to what differs between SQLite and PostgreSQL.

sqlite.py and postgresql.py implement it. `backend_of` chooses the one for a data folder.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, Table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.elements import ColumnElement

from referee.errors import UserError
from tournaments.storage.address import url_of

BUSY_MS = 10_000
"""Milliseconds to wait for a lock of the database itself, such as the one that a writer holds; then
the statement fails. The locks of `alone` have their own rules."""


class Backend(Protocol):
    """A database of SQLite or PostgreSQL. Methods raise SQLAlchemy's errors beside those named."""

    @property
    def name(self) -> str:
        """The database's name in messages: a path, or an address without a password."""

    def engine(self) -> Engine:
        """An engine for this database; the caller disposes of it. Raises FileError and OSError."""

    def tables(self, connection: Connection) -> set[str]:
        """The names of all tables, in PostgreSQL of the current schema; in SQLite indexes as well.

        Raises UserError when the encoding of a database of PostgreSQL is not UTF-8.
        """

    def begin_snapshot(self, connection: Connection) -> None:
        """Begin a transaction that sees the database as it is at the first query of it."""

    def begin_writing(self, connection: Connection) -> None:
        """Make this transaction the only one that writes; wait up to BUSY_MS for another writer.

        Raises UserError when a lock of `alone` was lost.
        """

    def alone(self, tournament: str) -> AbstractContextManager[None]:
        """Hold the tournament's lock in the block.

        Raises UserError when another block holds the lock, in this process or in another, and when
        the lock cannot be taken for another reason.
        """

    def held(self, tournaments: Iterable[str]) -> str:
        """The name of a locked tournament; "" if none is locked. Locks of this process count too.

        `tournaments` are the names to look for where the locks do not have names, as in PostgreSQL.
        When only others are locked there, the result is "a tournament".
        """

    def as_bytes(self, column: ColumnElement[Any]) -> ColumnElement[Any]:
        """The expression for a column's raw bytes, also where a value is no valid text."""

    def damage(self, connection: Connection, tables: Iterable[Table]) -> list[str]:
        """The damage that the database finds in itself and in the tables: a sentence for each."""

    def why(self, error: DBAPIError) -> str:
        """The text of an error, without the statement, as part of a message."""


def backend_of(folder: Path) -> Backend:
    """The database of the data folder. Raises UserError."""
    # Imported here: a command needs only one of the two, and psycopg may not be installed.
    if not (url := url_of(folder)):
        from tournaments.storage.sqlite import SqliteBackend

        return SqliteBackend(folder)
    try:
        from tournaments.storage.postgresql import PostgresqlBackend
    except ImportError:
        raise UserError(
            "a database of PostgreSQL needs the package psycopg: pip install 'stych[postgresql]'"
        ) from None
    return PostgresqlBackend(url)
