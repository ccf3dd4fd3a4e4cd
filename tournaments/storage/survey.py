"""Counts the rows of a database on a server, for `stych doctor`; changes nothing."""

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
    """The revision of a database's schema, and the number of rows of each table, by its name."""

    revision: str
    rows: Mapping[str, int]


def survey(folder: Path) -> Survey | None:
    """The survey of the folder's database; None if it has no schema of Štych.

    The database must be on a server. Raises UserError when it cannot be read.
    """
    backend = backend_of(folder)
    engine = backend.engine()
    try:
        with engine.connect() as connection:
            names = backend.tables(connection)
            if "alembic_version" not in names:
                return None
            query = "SELECT version_num FROM alembic_version"
            if (revision := connection.exec_driver_sql(query).scalar()) is None:
                raise UserError(
                    f"{backend.name} cannot be used: its table alembic_version is empty"
                )
            rows = {
                table.name: connection.scalar(select(func.count()).select_from(table)) or 0
                for table in METADATA.sorted_tables
                # A database of an older version has fewer tables.
                if table.name in names
            }
    except DBAPIError as error:
        raise UserError(f"{backend.name} cannot be used: {backend.why(error)}") from None
    finally:
        engine.dispose()
    return Survey(str(revision), rows)
