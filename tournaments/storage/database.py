"""The SQLite file of a data folder: it is opened and migrated, and its errors told in words."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError

from referee.errors import UserError
from referee.files import FileError, check_regular
from referee.text import one_line
from referee.version import STYCH
from tournaments.storage import migrating

DATABASE = "stych.db"
BUSY_MS = 10_000
"""Milliseconds to wait for another process that writes."""

# Characters of an error that are quoted; SQLite may quote the whole statement.
_MOST_SAID = 200


class Database:
    """What was written when `writing` ends survives a crash of the machine, whole or not at all."""

    def __init__(self, folder: Path) -> None:
        """Open the database, which is made if it is not there, and bring its schema up to date.

        Raises UserError when the folder cannot be used.
        """
        self.path = folder / DATABASE
        self._snapshot: Connection | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # A pipe in its place would hold up whoever opens it, for ever.
            if self.path.exists() and not self.path.is_dir():
                check_regular(self.path)
            self._engine = _engine(self.path)
            self._bring_up_to_date()
        except FileExistsError:
            raise UserError(f"the data folder {folder} cannot be used: it is a file") from None
        except OSError as error:
            raise UserError(f"the data folder {folder} cannot be used: {error.strerror}") from None
        except FileError as error:
            raise UserError(f"{self.path} {error}") from None
        # SQLite speaks of the file where it is the folder that cannot be written to.
        except (DatabaseError, UnicodeDecodeError) as error:
            if folder.is_dir() and not os.access(folder, os.W_OK):
                raise UserError(f"the data folder {folder} cannot be written to") from None
            raise UserError(f"{self.path} cannot be used: {_said(error)}") from None

    def _bring_up_to_date(self) -> None:
        found = _revisions(self._engine)
        if found is None:
            migrating.create(self._engine)
        elif found != [migrating.newest()] and not migrating.upgrade(self._engine):
            raise UserError(f"{self.path} is of another version of stych; this is {STYCH}")

    def close(self) -> None:
        """Close all connections to the file."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for reading; within `snapshot` it is the one of that moment.

        Raises UserError when the file cannot be read.
        """
        try:
            if self._snapshot:
                yield self._snapshot
            else:
                with self._engine.connect() as connection:
                    yield connection
        except (DatabaseError, UnicodeDecodeError) as error:
            raise UserError(f"{self.path} cannot be read: {_said(error)}") from None

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Let all that is read inside be of one moment, whoever writes meanwhile."""
        with self.reading() as connection:
            connection.exec_driver_sql("BEGIN")
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
            with self._engine.begin() as connection:
                # sqlite3 begins a transaction by itself only at the first change, so what a change
                # rests on would be read before it, and could be outdated.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
        except DatabaseError as error:
            raise UserError(f"{self.path} cannot be written: {_said(error)}") from None


def _said(error: DatabaseError | UnicodeDecodeError) -> str:
    """The error's text in one line, cut: it may quote what is in the file."""
    said = error.orig if isinstance(error, DatabaseError) else error
    return one_line(" ".join(str(said).split()), _MOST_SAID)


def _engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def _durable(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        # With WAL readers do not wait for the writer. FULL, since WAL's usual setting may lose the
        # last transactions when the machine loses its power.
        for pragma in (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _revisions(engine: Engine) -> list[str] | None:
    """What the schema says of its revision: one, unless it is none of ours; None when it is empty.

    Asked here, as Alembic takes longer to load than most commands do.
    """
    with engine.connect() as connection:
        tables = set(connection.exec_driver_sql("SELECT name FROM sqlite_master").scalars())
        if "alembic_version" not in tables:
            return [] if tables else None
        return [*connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars()]
