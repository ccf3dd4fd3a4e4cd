"""Reads the rows of a tournament as raw bytes, without trust in their types.

A database that somebody has changed may hold values that do not fit its schema. All functions raise
UserError when the database cannot be read.
"""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Final

from sqlalchemy import BigInteger, Column, Integer, Table, cast, func, select
from sqlalchemy.sql.elements import ColumnElement

from tournaments.storage.database import Database
from tournaments.storage.schema import JOURNAL, MATCHES, TOURNAMENTS
from tournaments.verify.chain import RawEntry
from tournaments.verify.raw_match import RawMatch

_AHEAD: Final = 100
"""How many rows are read at a time; a tournament may be larger than memory."""


def damage(database: Database) -> list[str]:
    """The problems that the database itself finds in its file and its tables: a sentence each."""
    with database.reading() as connection:
        return database.backend.damage(connection, (TOURNAMENTS, MATCHES, JOURNAL))


def definition(database: Database, name: str) -> bytes | None:
    """The bytes of the tournament's definition; None if the table has no such tournament."""
    query = select(*_raw(database, TOURNAMENTS, "definition")).where(TOURNAMENTS.c.name == name)
    with database.reading() as connection:
        return connection.scalar(query)


def entries(database: Database, name: str) -> Iterator[RawEntry]:
    """The entries of the tournament's journal, in order of their numbers."""
    query = (
        select(_whole(JOURNAL.c.number), *_raw(database, JOURNAL, "entry", "link"))
        .where(JOURNAL.c.tournament == name)
        .order_by(JOURNAL.c.number)
        .execution_options(yield_per=_AHEAD)
    )
    with database.reading() as connection:
        for row in connection.execute(query):
            yield RawEntry(*row)


def matches(database: Database, name: str) -> Iterator[RawMatch]:
    """The tournament's matches, in no particular order."""
    columns = _raw(database, MATCHES, *(each.name for each in fields(RawMatch)))
    query = select(*columns).where(MATCHES.c.tournament == name)
    with database.reading() as connection:
        for id_, *rest in connection.execute(query.execution_options(yield_per=_AHEAD)):
            yield RawMatch(id_.decode("utf-8", "backslashreplace"), *rest)


def _raw(database: Database, table: Table, *names: str) -> Iterator[ColumnElement[Any]]:
    """These columns for a query: integers as they are, all others as bytes, with b"" for NULL.

    A text may be no UTF-8.
    """
    for column in (table.columns[name] for name in names):
        if isinstance(column.type, Integer):
            yield column
        else:
            yield func.coalesce(database.backend.as_bytes(column), b"")


def _whole(column: Column[int]) -> ColumnElement[int]:
    """The column as a whole number, also where it holds another type; 0 for NULL."""
    return func.coalesce(cast(column, BigInteger), 0)
