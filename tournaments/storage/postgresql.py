"""A database of PostgreSQL, by psycopg. Its locks are sessions' own, and end with these."""

import hashlib
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, cast

import psycopg
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Table,
    create_engine,
    event,
    func,
    literal_column,
    text,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.types import LargeBinary, String

from referee.errors import UserError
from tournaments.storage import backend
from tournaments.storage.address import name_of

_TOURNAMENTS: Final = 0x73747963
"""The first number of the locks of tournaments; other programs may have locks in the database."""
_WRITER: Final = _TOURNAMENTS + 1
"""That of the one lock which every transaction holds that writes."""

_ENDING_MS: Final = 2000
"""Milliseconds in which the server has seen that a process was killed."""

_CONNECTING: Final = {
    "connect_timeout": 10,
    # A server, or the way to it, may vanish without a word: half a minute then, not hours.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "client_encoding": "utf8",
    "fallback_application_name": "stych",
}
_SETTINGS: Final = {
    # So that the server lets go of the locks of a machine that is gone.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "default_transaction_isolation": "read committed",
}
_TABLES: Final = """\
SELECT relname FROM pg_catalog.pg_class
WHERE relkind IN ('r', 'p') AND relnamespace = to_regnamespace(current_schema()::text)"""
_HELD: Final = """\
SELECT objid FROM pg_catalog.pg_locks
WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = :first AND database =
(SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())"""
_GO_ON: Final = "what was saved is kept, and the same command goes on when the server is back"


class PostgresqlBackend:
    """The database at an address; see Backend."""

    def __init__(self, url: URL) -> None:
        self.name = name_of(url)
        self._engine = _engine(url)
        self._sessions: dict[str, psycopg.Connection[Any]] = {}
        """The sessions that hold the locks of tournaments."""

    def engine(self) -> Engine:
        """The one engine of this object; it connects when it is asked something."""
        return self._engine

    def tables(self, connection: Connection) -> set[str]:
        """Raises UserError for a database that cannot hold every text."""
        session = cast("psycopg.Connection[Any]", connection.connection.driver_connection)
        # The server has said so when the session began.
        encoding = session.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise UserError(f"{self.name} has the encoding {encoding}; make one with UTF8")
        return set(connection.exec_driver_sql(_TABLES).scalars())

    def begin_snapshot(self, connection: Connection) -> None:
        """Begin a transaction that sees all as it is at its first question."""
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")

    def begin_writing(self, connection: Connection) -> None:
        """Take the lock of all writers. Raises UserError when a lock of `alone` was lost."""
        # Statements of "read committed" see what was committed before them: all that the last
        # writer did, once it has let go of the lock.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key, 0)"), {"key": _WRITER})
        for tournament, session in self._sessions.items():
            try:
                session.execute("SELECT 1")
            except psycopg.Error:
                raise UserError(
                    f"{self.name} cannot be written: the server ended the session that kept other"
                    f" processes from {tournament}; {_GO_ON}"
                ) from None

    @contextmanager
    def alone(self, tournament: str) -> Iterator[None]:
        """Be the only process with the tournament, by a session that has its lock."""
        key = (_TOURNAMENTS, _key(tournament))
        self._sessions[tournament] = session = self._holding(tournament, key)
        try:
            yield
        finally:
            del self._sessions[tournament]
            # The server takes a moment to see that a session was closed.
            with suppress(psycopg.Error):
                session.execute("SELECT pg_advisory_unlock(%s, %s)", key)
            session.close()

    def _holding(self, tournament: str, key: tuple[int, int]) -> psycopg.Connection[Any]:
        """A session of its own that has the lock. Raises UserError when another one has it."""
        session: psycopg.Connection[Any] | None = None
        try:
            session = self._session()
            session.execute(f"SET lock_timeout = {_ENDING_MS}".encode())
            session.execute("SELECT pg_advisory_lock(%s, %s)", key)
        except psycopg.Error as error:
            if session:
                session.close()
            if not isinstance(error, psycopg.errors.LockNotAvailable):
                raise UserError(f"{self.name} cannot be used: {_said(error)}") from None
            raise UserError(
                f"{tournament} is being played or imported by another process in {self.name};"
                " wait for its end, or stop it"
            ) from None
        return session

    def _session(self) -> psycopg.Connection[Any]:
        pooled = self._engine.raw_connection()
        session = cast("psycopg.Connection[Any]", pooled.driver_connection)
        # A pool would keep the session, and with it the locks.
        pooled.detach()
        # Between statements it is in no transaction: a server may end those that are long.
        session.autocommit = True
        return session

    def held(self, tournaments: Iterable[str]) -> str:
        """The first of the tournaments that is locked, or that some other one is."""
        with self._engine.connect() as connection:
            found = set(connection.scalars(text(_HELD), {"first": _TOURNAMENTS}))
        if not found:
            return ""
        known = (each for each in tournaments if _key(each) % (1 << 32) in found)
        return next(known, "a tournament")

    def as_bytes(self, column: ColumnElement[Any]) -> ColumnElement[Any]:
        """The column as bytes; texts in UTF-8, as they are."""
        # A cast would read backslashes in texts as escapes.
        if isinstance(column.type, String):
            return func.convert_to(column, literal_column("'UTF8'"), type_=LargeBinary)
        return column

    def damage(self, connection: Connection, tables: Iterable[Table]) -> list[str]:
        """Nothing: it checks types itself, and its files are its own to look after."""
        del connection, tables
        return []

    def why(self, error: DBAPIError) -> str:
        """Without the statement; with what is to be done where the server went away."""
        said = _said(error.orig)
        return f"{said}; {_GO_ON}" if error.connection_invalidated else said


def _engine(url: URL) -> Engine:
    # They would write on standard error what is told as an error anyway.
    for library in ("psycopg", "sqlalchemy"):
        logging.getLogger(library).addHandler(logging.NullHandler())
    engine = create_engine(url, connect_args=_CONNECTING)

    @event.listens_for(engine, "connect")
    def _set(connection: psycopg.Connection[Any], _: Any) -> None:
        settings = {**_SETTINGS, "lock_timeout": str(backend.BUSY_MS)}
        set_all = ", ".join(["set_config(%s, %s, false)"] * len(settings))
        pairs = [each for pair in settings.items() for each in pair]
        connection.execute(f"SELECT {set_all}".encode(), pairs)
        connection.commit()

    return engine


def _said(error: BaseException | None) -> str:
    """The error's first line: a statement that it quotes is left out, and so is good advice."""
    primary = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    return (primary or str(error)).strip().partition("\n")[0]


def _key(tournament: str) -> int:
    """The second number of its lock, 32 bits with a sign."""
    # Two names may have one number by a chance of one in four thousand millions: then they cannot
    # be played at the same time, and nothing else.
    return int.from_bytes(hashlib.sha256(tournament.encode()).digest()[:4], "big", signed=True)
