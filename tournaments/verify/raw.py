"""Reads what the database holds of a tournament, byte by byte, whatever types it has there.

A changed database need not fit its schema.
"""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from sqlalchemy import BigInteger, Integer, Table, cast, func, select
from sqlalchemy.orm import DeclarativeBase, InstrumentedAttribute
from sqlalchemy.sql.elements import ColumnElement

from tournaments.storage.database import Database
from tournaments.storage.schema import JournalRow, MatchRow, TournamentRow
from tournaments.verify.chain import RawEntry
from tournaments.verify.raw_match import RawMatch

_AHEAD = 100
"""Rows that are read ahead; a tournament may be larger than memory."""


def damage(database: Database) -> list[str]:
    """What the database finds wrong with itself, and with these tables: a sentence each."""
    tables = (TournamentRow.__table__, MatchRow.__table__, JournalRow.__table__)
    with database.reading() as connection:
        own = [each for each in tables if isinstance(each, Table)]
        return database.backend.damage(connection, own)


def definition(database: Database, name: str) -> bytes | None:
    """The bytes of the tournament's definition; None if it has none."""
    query = select(*_raw(database, TournamentRow, "definition")).where(TournamentRow.name == name)
    with database.reading() as connection:
        return connection.scalar(query)


def entries(database: Database, name: str) -> Iterator[RawEntry]:
    """The entries of the tournament's journal, in order of their numbers."""
    query = (
        select(_whole(JournalRow.number), *_raw(database, JournalRow, "entry", "link"))
        .where(JournalRow.tournament == name)
        .order_by(JournalRow.number)
        .execution_options(yield_per=_AHEAD)
    )
    with database.reading() as connection:
        for row in connection.execute(query):
            yield RawEntry(*row)


def matches(database: Database, name: str) -> Iterator[RawMatch]:
    """The tournament's matches, in no particular order."""
    columns = _raw(database, MatchRow, *(each.name for each in fields(RawMatch)))
    query = select(*columns).where(MatchRow.tournament == name)
    with database.reading() as connection:
        for id_, *rest in connection.execute(query.execution_options(yield_per=_AHEAD)):
            yield RawMatch(id_.decode("utf-8", "backslashreplace"), *rest)


def _raw(
    database: Database, table: type[DeclarativeBase], *names: str
) -> Iterator[ColumnElement[Any]]:
    """The columns with texts as bytes, as they may be no UTF-8, and NULL as no bytes."""
    for column in (table.__table__.columns[name] for name in names):
        if isinstance(column.type, Integer):
            yield column
        else:
            yield func.coalesce(database.backend.as_bytes(column), b"")


def _whole(column: InstrumentedAttribute[int]) -> ColumnElement[int]:
    """The column as whole numbers, whatever stands there; 0 for NULL."""
    return func.coalesce(cast(column, BigInteger), 0)
