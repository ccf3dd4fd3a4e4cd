"""How much a database has, without a change of it; for those that a server has."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from referee.errors import UserError
from tournaments.storage.backend import backend_of
from tournaments.storage.schema import METADATA


@dataclass(frozen=True, slots=True)
class Survey:
    """The revision of a schema, and how many rows each of its tables has."""

    revision: str
    rows: Mapping[str, int]


def survey(folder: Path) -> Survey | None:
    """What the folder's database has; None before it has a schema. Raises UserError."""
    backend = backend_of(folder)
    engine = backend.engine()
    try:
        with engine.connect() as connection:
            there = backend.tables(connection)
            if "alembic_version" not in there:
                return None
            query = "SELECT version_num FROM alembic_version"
            revision = str(connection.exec_driver_sql(query).scalar())
            rows = {
                table.name: connection.scalar(select(func.count()).select_from(table)) or 0
                for table in METADATA.sorted_tables
                if table.name in there
            }
    except DBAPIError as error:
        raise UserError(f"{backend.name} cannot be used: {backend.why(error)}") from None
    finally:
        engine.dispose()
    return Survey(revision, rows)
