"""The SQLite file of a data folder: opened, brought up to date, and its troubles told in words."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError

from referee.text import one_line
from referee.version import STYCH
from tournaments.errors import UserError

DATABASE = "stych.db"
BUSY_MS = 10_000
"""How long to wait for another process that writes."""

_MOST_SAID = 200


class Database:
    """What was written when `writing` ends survives a crash of the machine, whole or not at all."""

    def __init__(self, folder: Path) -> None:
        """Raises UserError when the folder cannot be used."""
        self.path = folder / DATABASE
        self._snapshot: Connection | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._engine = _engine(self.path)
            _migrate(self._engine)
        except FileExistsError:
            raise UserError(f"the data folder {folder} cannot be used: it is a file") from None
        except OSError as error:
            raise UserError(f"the data folder {folder} cannot be used: {error.strerror}") from None
        except (DatabaseError, UnicodeDecodeError) as error:
            raise UserError(f"{self.path} cannot be used: {_said(error)}") from None
        except CommandError:
            raise UserError(
                f"{self.path} is of another version of stych; this is {STYCH}"
            ) from None

    def close(self) -> None:
        """Leave the file to others."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Raises UserError when the file cannot be read."""
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
        """All that is read inside is of one moment, whoever writes meanwhile."""
        with self.reading() as connection:
            connection.exec_driver_sql("BEGIN")
            self._snapshot = connection
            try:
                yield
            finally:
                self._snapshot = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction; whoever else writes waits. Raises UserError."""
        try:
            with self._engine.begin() as connection:
                # sqlite3 begins by itself only at a change, after what that rests on was read.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
        except DatabaseError as error:
            raise UserError(f"{self.path} cannot be written: {_said(error)}") from None


def _said(error: DatabaseError | UnicodeDecodeError) -> str:
    """In one line: it may quote what is in the file."""
    said = error.orig if isinstance(error, DatabaseError) else error
    return one_line(" ".join(str(said).split()), _MOST_SAID)


def _engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def _durable(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _migrate(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", "tournaments.storage:migrations")
    with engine.begin() as connection:
        # sqlite3 opens no transaction for DDL by itself: a kill would leave half a schema for good.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
