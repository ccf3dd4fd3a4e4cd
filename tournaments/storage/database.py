"""The database of a data folder: opens it, migrates it, and turns its errors into messages."""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, insert, select, update
from sqlalchemy.exc import DBAPIError

from referee.errors import UserError
from referee.files import FileError
from referee.text import one_line
from referee.version import STYCH
from tournaments.storage import migrating
from tournaments.storage.backend import backend_of
from tournaments.storage.schema import TOURNAMENTS

_MOST_QUOTED = 300
"""Characters of an error that a message quotes: the error may quote a long text of the database."""


class Database:
    """The database of a data folder, for one process.

    Once a block of `writing` has ended, all that was written in it survives a crash of the machine.
    When the process dies within the block, nothing of it is saved.
    """

    def __init__(self, folder: Path) -> None:
        """Open the database, and make its schema or bring it up to date.

        The folder is made if it is missing, and so is an SQLite database; one of PostgreSQL must be
        there. Raises UserError when the folder or the database cannot be used.
        """
        self._snapshot: Connection | None = None
        self.backend = backend_of(folder)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._engine = self.backend.engine()
            self._open()
        except FileExistsError:
            raise UserError(f"the data folder {folder} cannot be used: it is a file") from None
        except OSError as error:
            raise UserError(f"the data folder {folder} cannot be used: {error.strerror}") from None
        except FileError as error:
            raise UserError(f"{self.name} {error}") from None
        except (DBAPIError, UnicodeDecodeError) as error:
            # SQLite blames the file also where the folder is what cannot be written to.
            by_sqlite = isinstance(error, DBAPIError) and isinstance(error.orig, sqlite3.Error)
            if by_sqlite and folder.is_dir() and not os.access(folder, os.W_OK):
                raise UserError(f"the data folder {folder} cannot be written to") from None
            raise UserError(f"{self.name} cannot be used: {self._quoted(error)}") from None

    @property
    def name(self) -> str:
        """The database's name in messages: the path of a file, or an address without a password."""
        return self.backend.name

    def _open(self) -> None:
        # The caller gets no object to close when this fails, and a server would keep the session.
        try:
            self._bring_up_to_date()
        except BaseException:
            self.close()
            raise

    def _bring_up_to_date(self) -> None:
        revisions = self._revisions()
        if revisions is None:
            with self._transaction() as connection:
                migrating.create(connection)
        elif revisions != [migrating.newest()] and not self._upgrade():
            raise UserError(f"{self.name} is of another version of stych; this is {STYCH}")

    def _upgrade(self) -> bool:
        with self._transaction() as connection:
            return migrating.upgrade(connection)

    def _revisions(self) -> list[str] | None:
        """The revisions in the database: one in a schema of ours; None for an empty database.

        Read without Alembic, which takes longer to load than most commands take. Raises UserError
        for a database with tables of another program, and for one of PostgreSQL that is not in
        UTF-8.
        """
        with self._engine.connect() as connection:
            tables = self.backend.tables(connection)
            if not tables:
                return None
            if "alembic_version" not in tables:
                raise UserError(
                    f"{self.name} has tables of another program; a new database must be empty"
                )
            query = "SELECT version_num FROM alembic_version"
            return [*connection.exec_driver_sql(query).scalars()]

    def close(self) -> None:
        """Close all connections to the database."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for reading; in a block of `snapshot` it is the snapshot's connection.

        Raises UserError when the database cannot be read, also for a query in the block.
        """
        try:
            if self._snapshot:
                yield self._snapshot
            else:
                with self._engine.connect() as connection:
                    yield connection
        except (DBAPIError, UnicodeDecodeError) as error:
            raise UserError(f"{self.name} cannot be read: {self._quoted(error)}") from None

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """In the block, `reading` shows the database as it was at the first query of the block.

        Such blocks must not be nested: a transaction cannot begin within another one. Raises
        UserError as `reading` does.
        """
        with self.reading() as connection:
            self.backend.begin_snapshot(connection)
            self._snapshot = connection
            try:
                yield
            finally:
                self._snapshot = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection in one transaction: all that the block writes is saved, or nothing.

        Waits up to BUSY_MS for another writer. Raises UserError when the database cannot be
        written, also for a statement in the block, and when a lock of `alone` was lost.
        """
        try:
            with self._transaction() as connection:
                yield connection
        # UnicodeDecodeError: an error of SQLite may quote bytes of a damaged file.
        except (DBAPIError, UnicodeDecodeError) as error:
            raise UserError(f"{self.name} cannot be written: {self._quoted(error)}") from None

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._engine.begin() as connection:
            self.backend.begin_writing(connection)
            yield connection

    def alone(self, tournament: str) -> AbstractContextManager[None]:
        """Hold the tournament's lock in the block; raises UserError as `Backend.alone` does."""
        return self.backend.alone(tournament)

    def held(self) -> str:
        """The name of a tournament that a process plays or imports, also this process; "" if none.

        It is "a tournament" where the name is not known. Raises UserError.
        """
        with self.reading() as connection:
            names = connection.scalars(select(TOURNAMENTS.c.name)).all()
            return self.backend.held(names)

    def _quoted(self, error: DBAPIError | UnicodeDecodeError) -> str:
        """The error's text in one line, cut short: it may quote what is in the database."""
        text = self.backend.why(error) if isinstance(error, DBAPIError) else str(error)
        return one_line(" ".join(text.split()), _MOST_QUOTED)


def put(
    connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]
) -> None:
    """Update the row with this key, or insert it; only on a connection of `writing`."""
    # No other process writes meanwhile, so this needs no "upsert", which is not standard SQL.
    same_key = [table.columns[name] == value for name, value in key.items()]
    if not connection.execute(update(table).where(*same_key).values(**values)).rowcount:
        connection.execute(insert(table).values(**key, **values))
