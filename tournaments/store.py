"""Where results live: one SQLite file in the data folder, its schema kept by Alembic.

A match is there or not: whatever was saved when `save` returns survives a crash of the machine.
"""

import json
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import (
    Connection,
    Engine,
    Integer,
    LargeBinary,
    String,
    create_engine,
    delete,
    event,
    func,
    select,
)
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from referee.record import Measured, Record, read_record
from referee.version import STYCH
from tournaments.contests import Summary
from tournaments.errors import UserError

DATABASE = "stych.db"
BUSY_MS = 10_000
"""How long to wait for another process that writes."""


class Base(DeclarativeBase):
    """The schema; a change of it needs a migration in tournaments/migrations."""


class TournamentRow(Base):
    """A tournament that was run."""

    __tablename__ = "tournaments"

    name: Mapped[str] = mapped_column(String, primary_key=True)
    definition: Mapped[str] = mapped_column(String)
    """JSON: all that must not change while results are added."""


class MatchRow(Base):
    """A match that was played, under its derived id."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(String, primary_key=True)
    tournament: Mapped[str] = mapped_column(String, index=True)
    board: Mapped[int] = mapped_column(Integer)
    summary: Mapped[str] = mapped_column(String)
    """JSON: what the table needs, so that it need not unpack records."""
    faults: Mapped[int] = mapped_column(Integer)
    """How many seats were at fault."""
    record: Mapped[bytes] = mapped_column(LargeBinary)
    """The record without its measured part, packed by zlib."""
    measured: Mapped[str] = mapped_column(String)


class Store:
    """The results in a data folder. Use as a context manager."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = folder / DATABASE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._engine = _engine(path)
            _migrate(self._engine)
        except FileExistsError:
            raise UserError(f"the data folder {folder} cannot be used: it is a file") from None
        except OSError as error:
            raise UserError(f"the data folder {folder} cannot be used: {error.strerror}") from None
        except DatabaseError as error:
            raise UserError(f"{path} cannot be used: {error.orig}") from None
        except CommandError:
            raise UserError(f"{path} is of another version of stych; this is {STYCH}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._engine.dispose()

    def definition(self, name: str) -> dict[str, Any] | None:
        """What was kept of the tournament, or None when it was never run."""
        with self._reading() as connection:
            query = select(TournamentRow.definition).where(TournamentRow.name == name)
            text = connection.scalar(query)
        return json.loads(text) if text else None

    def define(self, name: str, definition: dict[str, Any]) -> None:
        """Keep the tournament's definition, over any earlier one."""
        text = json.dumps(definition, sort_keys=True)
        statement = insert(TournamentRow).values(name=name, definition=text)
        with self._writing() as connection:
            connection.execute(
                statement.on_conflict_do_update(index_elements=["name"], set_={"definition": text})
            )

    def forget(self, name: str) -> None:
        """Remove a tournament and all its matches."""
        with self._writing() as connection:
            connection.execute(delete(MatchRow).where(MatchRow.tournament == name))
            connection.execute(delete(TournamentRow).where(TournamentRow.name == name))

    def save(self, records: Sequence[Record]) -> None:
        """Keep the records, all or none; a match that is there already stays as it is."""
        if records:
            with self._writing() as connection:
                connection.execute(
                    insert(MatchRow).on_conflict_do_nothing(), [_row(record) for record in records]
                )

    def played(self, tournament: str) -> set[str]:
        """The ids of the tournament's matches."""
        with self._reading() as connection:
            return set(
                connection.scalars(select(MatchRow.id).where(MatchRow.tournament == tournament))
            )

    def last_board(self, tournament: str) -> int:
        """The highest number of a board on which a match was played; 0 before the first."""
        query = select(func.max(MatchRow.board)).where(MatchRow.tournament == tournament)
        with self._reading() as connection:
            return connection.scalar(query) or 0

    def summaries(self, tournament: str) -> dict[str, Summary]:
        """What the table needs of every match, by id."""
        return {each.id: each for each in self._summaries(tournament)}

    def _summaries(self, tournament: str) -> Iterator[Summary]:
        query = select(MatchRow.id, MatchRow.summary).where(MatchRow.tournament == tournament)
        with self._reading() as connection:
            for id_, text in connection.execute(query):
                kept = json.loads(text)
                faults = tuple((entrant, kind) for entrant, kind in kept["faults"])
                yield Summary(id_, tuple(kept["places"]), tuple(kept["points"]), faults)

    def records(self, tournament: str, *, faulty: bool = False) -> Iterator[Record]:
        """Every record of the tournament, or those with faults, by board and id."""
        query = (
            select(MatchRow.record, MatchRow.measured)
            .where(MatchRow.tournament == tournament, MatchRow.faults >= int(faulty))
            .order_by(MatchRow.board, MatchRow.id)
        )
        with self._reading() as connection:
            for packed, measured in connection.execute(query):
                yield self._unpack(packed, measured)

    def find(self, prefix: str) -> list[str]:
        """At most two ids that begin so."""
        query = select(MatchRow.id).where(MatchRow.id.startswith(prefix, autoescape=True)).limit(2)
        with self._reading() as connection:
            return list(connection.scalars(query))

    def record(self, id_: str) -> Record:
        """The record of the match. Raises KeyError when there is none."""
        query = select(MatchRow.record, MatchRow.measured).where(MatchRow.id == id_)
        with self._reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise KeyError(id_)
        return self._unpack(row.record, row.measured)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except DatabaseError as error:
            raise UserError(f"{self.folder / DATABASE} cannot be read: {error.orig}") from None

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except DatabaseError as error:
            raise UserError(f"{self.folder / DATABASE} cannot be written: {error.orig}") from None

    def _unpack(self, packed: bytes, measured: str) -> Record:
        try:
            record = read_record(zlib.decompress(packed))
            return record.model_copy(update={"measured": Measured.model_validate_json(measured)})
        except (zlib.error, ValueError) as error:
            problem = f"{self.folder / DATABASE} holds a damaged record: {error}"
            raise UserError(problem.splitlines()[0]) from None


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
    config.set_main_option("script_location", "tournaments:migrations")
    with engine.begin() as connection:
        # sqlite3 opens no transaction for DDL by itself: a kill would leave half a schema for good.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def summary(record: Record) -> Summary:
    """What the table needs of the match."""
    faults = tuple((record.seats[f.seat].entrant, str(f.fault.kind)) for f in record.faults)
    return Summary(record.id, record.outcome.places, record.outcome.points, faults)


def _row(record: Record) -> dict[str, Any]:
    own = summary(record)
    return {
        "id": record.id,
        "tournament": record.tournament,
        "board": record.board,
        "summary": json.dumps({"places": own.places, "points": own.points, "faults": own.faults}),
        "faults": len(own.faults),
        "record": zlib.compress(record.to_json(measured=False).encode()),
        "measured": record.measured.model_dump_json(),
    }
