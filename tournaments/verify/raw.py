"""Reads what the database holds of a tournament, byte by byte, whatever types it has there.

SQLite keeps any type in any column, so a changed database need not fit its schema.
"""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from sqlalchemy import Integer, LargeBinary, String, cast, func, select
from sqlalchemy.orm import DeclarativeBase, InstrumentedAttribute
from sqlalchemy.sql.elements import ColumnElement

from tournaments.storage.database import Database
from tournaments.storage.schema import JournalRow, MatchRow, TournamentRow
from tournaments.verify.chain import RawEntry
from tournaments.verify.raw_match import RawMatch

_KINDS = {String: "text", Integer: "integer", LargeBinary: "blob"}
_AHEAD = 100
"""Rows that are read ahead; a tournament may be larger than memory."""


def damage(database: Database) -> list[str]:
    """What SQLite finds wrong with its own file, and values of other types: a sentence each."""
    found: list[str] = []
    with database.reading() as connection:
        for (said,) in connection.exec_driver_sql("PRAGMA integrity_check(3)"):
            if said != "ok":
                found.append(f"{database.path} is damaged: {' '.join(said.split())}")
        for table in (TournamentRow, MatchRow, JournalRow):
            for column in table.__table__.columns:
                kind = next(kind for own, kind in _KINDS.items() if isinstance(column.type, own))
                query = select(func.count()).where(func.typeof(column) != kind)
                if wrong := connection.scalar(query):
                    where = f"{table.__tablename__}.{column.name}"
                    found.append(f"{database.path}: {wrong} of {where} are not of type {kind}")
    return found


def definition(database: Database, name: str) -> bytes | None:
    """The bytes of the tournament's definition; None if it has none."""
    query = select(_raw(TournamentRow, "definition")).where(TournamentRow.name == name)
    with database.reading() as connection:
        return connection.scalar(query)


def entries(database: Database, name: str) -> Iterator[RawEntry]:
    """The entries of the tournament's journal, in order of their numbers."""
    query = (
        select(_whole(JournalRow.number), _raw(JournalRow, "entry"), _raw(JournalRow, "link"))
        .where(JournalRow.tournament == name)
        .order_by(JournalRow.number)
        .execution_options(yield_per=_AHEAD)
    )
    with database.reading() as connection:
        for row in connection.execute(query):
            yield RawEntry(*row)


def matches(database: Database, name: str) -> Iterator[RawMatch]:
    """The tournament's matches, in no particular order."""
    columns = [each.name for each in fields(RawMatch)]
    query = select(*(_raw(MatchRow, each) for each in columns)).where(MatchRow.tournament == name)
    with database.reading() as connection:
        for id_, *rest in connection.execute(query.execution_options(yield_per=_AHEAD)):
            yield RawMatch(id_.decode("utf-8", "backslashreplace"), *rest)


def _raw(table: type[DeclarativeBase], name: str) -> ColumnElement[Any]:
    """The column with texts as bytes, as they may be no UTF-8, and NULL as no bytes."""
    column = table.__table__.columns[name]
    if isinstance(column.type, Integer):
        return column
    return func.coalesce(cast(column, LargeBinary), b"")


def _whole(column: InstrumentedAttribute[int]) -> ColumnElement[int]:
    """The column as whole numbers, whatever stands there; 0 for NULL."""
    return func.coalesce(cast(column, Integer), 0)
