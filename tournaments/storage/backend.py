"""What differs between databases of different makes, behind one interface.

sqlite.py and postgresql.py implement it; database.py finds the one of a data folder.
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
"""Milliseconds to wait for another process that writes."""


class Backend(Protocol):
    """A database of one make. Errors are SQLAlchemy's unless UserError is named."""

    @property
    def name(self) -> str:
        """What it is called in sentences: a path or an address, without a password."""

    def engine(self) -> Engine:
        """A way to it that nobody else has. Raises UserError, and OSError."""

    def tables(self, connection: Connection) -> set[str]:
        """The names of all tables that there are."""

    def begin_snapshot(self, connection: Connection) -> None:
        """Begin a transaction that sees all as it is now."""

    def begin_writing(self, connection: Connection) -> None:
        """Make this transaction the only one that writes; wait BUSY_MS at most for another.

        Raises UserError when a lock that `alone` holds was lost.
        """

    def alone(self, tournament: str) -> AbstractContextManager[None]:
        """Be the only process with the tournament. Raises UserError when another one has it."""

    def held(self, tournaments: Iterable[str]) -> str:
        """One of these, or another, that a process plays or imports; "" if there is none."""

    def as_bytes(self, column: ColumnElement[Any]) -> ColumnElement[Any]:
        """The bytes of a column of texts or bytes, whatever it holds."""

    def damage(self, connection: Connection, tables: Iterable[Table]) -> list[str]:
        """What the database finds wrong with itself and these tables: a sentence each."""

    def why(self, error: DBAPIError) -> str:
        """What an error says, for a sentence."""


def backend_of(folder: Path) -> Backend:
    """The database of the data folder. Raises UserError."""
    # Imported here: each has needs of its own, and a command has one database.
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
