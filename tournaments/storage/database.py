"""The database of a data folder: it is opened and migrated, and its errors told in words."""

import os
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

# Characters of an error that are quoted; SQLite may quote the whole statement.
_MOST_SAID = 300


class Database:
    """What was written when `writing` ends survives a crash of the machine, whole or not at all."""

    def __init__(self, folder: Path) -> None:
        """Open the database, which is made if it is not there, and bring its schema up to date.

        Raises UserError when the folder cannot be used.
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
        # SQLite speaks of the file where it is the folder that cannot be written to.
        except (DBAPIError, UnicodeDecodeError) as error:
            if folder.is_dir() and not os.access(folder, os.W_OK):
                raise UserError(f"the data folder {folder} cannot be written to") from None
            raise UserError(f"{self.name} cannot be used: {self._said(error)}") from None

    @property
    def name(self) -> str:
        """What it is called in sentences: the path of a file, or an address without a password."""
        return self.backend.name

    def _open(self) -> None:
        # Nobody closes what has never been opened: a server would keep its session.
        try:
            self._bring_up_to_date()
        except BaseException:
            self.close()
            raise

    def _bring_up_to_date(self) -> None:
        found = self._revisions()
        if found is None:
            with self._transaction() as connection:
                migrating.create(connection)
        elif found != [migrating.newest()] and not self._upgrade():
            raise UserError(f"{self.name} is of another version of stych; this is {STYCH}")

    def _upgrade(self) -> bool:
        with self._transaction() as connection:
            return migrating.upgrade(connection)

    def _revisions(self) -> list[str] | None:
        """What the schema says of its revision: one, unless it is none of ours; None when empty.

        Asked here, as Alembic takes longer to load than most commands do.
        """
        with self._engine.connect() as connection:
            tables = self.backend.tables(connection)
            if "alembic_version" not in tables:
                return [] if tables else None
            query = "SELECT version_num FROM alembic_version"
            return [*connection.exec_driver_sql(query).scalars()]

    def close(self) -> None:
        """Close all connections to it."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for reading; within `snapshot` it is the one of that moment.

        Raises UserError when the database cannot be read.
        """
        try:
            if self._snapshot:
                yield self._snapshot
            else:
                with self._engine.connect() as connection:
                    yield connection
        except (DBAPIError, UnicodeDecodeError) as error:
            raise UserError(f"{self.name} cannot be read: {self._said(error)}") from None

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let all that is read inside be of one moment, whoever writes meanwhile."""
        with self.reading() as connection:
            self.backend.begin_snapshot(connection)
            self._snapshot = connection
            try:
                yield
            finally:
                self._snapshot = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction: all of it is saved or nothing. Raises UserError.

        Another process that writes is waited for, BUSY_MS at most.
        """
        try:
            with self._transaction() as connection:
                yield connection
        except DBAPIError as error:
            raise UserError(f"{self.name} cannot be written: {self._said(error)}") from None

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._engine.begin() as connection:
            self.backend.begin_writing(connection)
            yield connection

    def alone(self, tournament: str) -> AbstractContextManager[None]:
        """Be the only process with the tournament. Raises UserError when another one has it."""
        return self.backend.alone(tournament)

    def held(self) -> str:
        """A tournament that another process plays or imports; "" if there is none."""
        with self.reading() as connection:
            names = connection.scalars(select(TOURNAMENTS.c.name)).all()
            return self.backend.held(names)

    def _said(self, error: DBAPIError | UnicodeDecodeError) -> str:
        """The error's text in one line, cut: it may quote what is in the database."""
        said = self.backend.why(error) if isinstance(error, DBAPIError) else str(error)
        return one_line(" ".join(said.split()), _MOST_SAID)


def put(
    connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]
) -> None:
    """Write a row over the one of that key, if there is one; within `writing`."""
    # Nobody else writes meanwhile, so that no statement of one make of database is needed.
    own = [table.columns[name] == value for name, value in key.items()]
    if not connection.execute(update(table).where(*own).values(**values)).rowcount:
        connection.execute(insert(table).values(**key, **values))
