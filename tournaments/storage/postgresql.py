"""A PostgreSQL database, by psycopg.

Its locks are advisory locks of the server. Each belongs to a session, and ends with it at the
latest.
"""

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
"""The first key of tournaments' locks, to tell them from other programs' locks; ASCII "styc"."""
_WRITER: Final = _TOURNAMENTS + 1
"""The first key of the one lock that every writing transaction holds."""
_ENDING_MS: Final = 2000
"""Milliseconds to wait for a tournament's lock: a server takes a moment to end the session of a
process that was killed, and with it the lock."""
_CONNECTING: Final = {
    "connect_timeout": 10,
    # In seconds, `tcp_user_timeout` in milliseconds. With these a server or a network that has
    # vanished is noticed after half a minute, and not after hours.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "client_encoding": "utf8",
    "fallback_application_name": "stych",
}
_SETTINGS: Final = {
    # With these the server soon ends the sessions of a machine that is gone, and so their locks.
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    # No limits of time, whatever the server's defaults are: an import may take long.
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "default_transaction_isolation": "read committed",
}
_TABLES: Final = """\
SELECT relname FROM pg_catalog.pg_class
WHERE relkind IN ('r', 'p') AND relnamespace = to_regnamespace(current_schema()::text)"""
"""The names of the tables in the current schema."""
_HELD: Final = """\
SELECT objid FROM pg_catalog.pg_locks
WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = :first AND database =
(SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())"""
"""The second keys of all locks of this database that have the first key `first`.

An objsubid of 2 means a lock with two keys of 32 bits."""
_GO_ON: Final = "what was saved is kept, and the same command goes on when the server is back"


class PostgresqlBackend:
    """The database at an address; see Backend for what the methods promise."""

    def __init__(self, url: URL) -> None:
        self.name = name_of(url)
        self._engine = _engine(url)
        self._sessions: dict[str, psycopg.Connection[Any]] = {}
        """By tournament, the session that holds its lock for `alone`."""

    def engine(self) -> Engine:
        """The one engine of this object; it connects at the first query."""
        return self._engine

    def tables(self, connection: Connection) -> set[str]:
        """The names of all tables. Raises UserError unless the database's encoding is UTF-8."""
        session = cast("psycopg.Connection[Any]", connection.connection.driver_connection)
        # The server sends the encoding when a session begins, so this needs no query.
        encoding = session.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise UserError(f"{self.name} has the encoding {encoding}; make one with UTF8")
        return set(connection.exec_driver_sql(_TABLES).scalars())

    def begin_snapshot(self, connection: Connection) -> None:
        """Begin a read-only transaction that sees the database as it is at its first query."""
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")

    def begin_writing(self, connection: Connection) -> None:
        """Take the lock of all writers. Raises UserError when a lock of `alone` was lost."""
        # In "read committed" each statement sees all that was committed before it. So the
        # statements after this one see all that the previous holder of the lock wrote.
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
        """Hold the tournament's lock by a session that is kept for it. Raises UserError."""
        key = (_TOURNAMENTS, _key(tournament))
        self._sessions[tournament] = session = self._holding(tournament, key)
        try:
            yield
        finally:
            del self._sessions[tournament]
            # Unlocked explicitly, since the server notices only after a moment that the session was
            # closed.
            with suppress(psycopg.Error):
                session.execute("SELECT pg_advisory_unlock(%s, %s)", key)
            session.close()

    def _holding(self, tournament: str, key: tuple[int, int]) -> psycopg.Connection[Any]:
        """A new session that holds the lock. Raises UserError when the lock cannot be taken."""
        session: psycopg.Connection[Any] | None = None
        try:
            session = self._session()
            session.execute(f"SET lock_timeout = {_ENDING_MS}".encode())
            session.execute("SELECT pg_advisory_lock(%s, %s)", key)
        except psycopg.Error as error:
            if session:
                session.close()
            if not isinstance(error, psycopg.errors.LockNotAvailable):
                raise UserError(f"{self.name} cannot be used: {_first_line(error)}") from None
            raise UserError(
                f"{tournament} is being played or imported by another process in {self.name};"
                " wait for its end, or stop it"
            ) from None
        return session

    def _session(self) -> psycopg.Connection[Any]:
        """A new session outside of the engine's pool; the caller closes it."""
        pooled = self._engine.raw_connection()
        session = cast("psycopg.Connection[Any]", pooled.driver_connection)
        # Otherwise the pool would keep the session open after `close`, and its locks with it.
        pooled.detach()
        # With autocommit there is no transaction between statements; a server may end long ones.
        session.autocommit = True
        return session

    def held(self, tournaments: Iterable[str]) -> str:
        """The first of the tournaments that is locked; "a tournament" if only others are, or ""."""
        with self._engine.connect() as connection:
            keys = set(connection.scalars(text(_HELD), {"first": _TOURNAMENTS}))
        if not keys:
            return ""
        # pg_locks shows keys without a sign.
        locked = (each for each in tournaments if _key(each) % (1 << 32) in keys)
        return next(locked, "a tournament")

    def as_bytes(self, column: ColumnElement[Any]) -> ColumnElement[Any]:
        """The column as bytes; a text as its UTF-8."""
        # Not by a cast, which would take backslashes in the text for escapes.
        if isinstance(column.type, String):
            return func.convert_to(column, literal_column("'UTF8'"), type_=LargeBinary)
        return column

    def damage(self, connection: Connection, tables: Iterable[Table]) -> list[str]:
        """Nothing: the server itself enforces types and looks after its files."""
        del connection, tables
        return []

    def why(self, error: DBAPIError) -> str:
        """The error's first line, and what to do if the connection was lost."""
        line = _first_line(error.orig)
        return f"{line}; {_GO_ON}" if error.connection_invalidated else line


def _engine(url: URL) -> Engine:
    # Otherwise these libraries would print to standard error what the raised error says anyway.
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


def _first_line(error: BaseException | None) -> str:
    """The error's first line, without the server's advice and the statement that it quotes."""
    primary = error.diag.message_primary if isinstance(error, psycopg.Error) else None
    return (primary or str(error)).strip().partition("\n")[0]


def _key(tournament: str) -> int:
    """The second key of the tournament's lock: a hash as a signed number of 32 bits."""
    # Two names have the same key with a chance of one in four thousand millions. Then the two
    # tournaments cannot be played at the same time; nothing else goes wrong.
    return int.from_bytes(hashlib.sha256(tournament.encode()).digest()[:4], "big", signed=True)
