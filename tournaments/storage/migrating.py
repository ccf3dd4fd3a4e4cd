"""Makes the schema of a new database, and brings an older schema up to date by Alembic."""

from functools import cache
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Dialect, text
from sqlalchemy.schema import CreateIndex, CreateTable

from tournaments.storage.schema import METADATA
from tournaments.system.loading import quick_imports

_VERSIONS: Final = """\
CREATE TABLE IF NOT EXISTS alembic_version (
    version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
)"""
"""Makes the table in which Alembic keeps the revision of a schema."""
_FIRST: Final = """\
INSERT INTO alembic_version
SELECT :revision WHERE NOT EXISTS (SELECT version_num FROM alembic_version)"""
"""Writes the revision, unless there is one."""


def newest() -> str:
    """The revision of the newest schema: the highest number of a file in migrations/versions."""
    # Read from the names of the files, since Alembic is slow to load.
    files = Path(__file__).with_name("migrations").glob("versions/[0-9]*.py")
    return max(file.name.partition("_")[0] for file in files)


def create(connection: Connection) -> None:
    """Make the newest schema in an empty database; the caller has begun a writing transaction.

    The result equals that of all migrations, without the time that Alembic takes to load. Raises
    DBAPIError.
    """
    for statement in (*_tables(connection.dialect), _VERSIONS):
        connection.exec_driver_sql(statement)
    connection.execute(text(_FIRST), {"revision": newest()})


@cache
def _tables(dialect: Dialect) -> list[str]:
    """The statements that make all tables and indexes.

    A table or index that is there is left as it is: another process may have made it meanwhile.
    """
    statements: list[CreateTable | CreateIndex] = []
    for table in METADATA.sorted_tables:
        statements.append(CreateTable(table, if_not_exists=True))
        statements += (CreateIndex(index, if_not_exists=True) for index in table.indexes)
    return [str(each.compile(dialect=dialect)) for each in statements]


def upgrade(connection: Connection) -> bool:
    """Bring the schema to the newest revision, in the caller's transaction. Raises DBAPIError.

    False when this version of stych does not know the schema's revision.
    """
    # Imported here: Alembic takes longer to load than most commands take.
    with quick_imports():
        from alembic import command
        from alembic.config import Config
        from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", "tournaments.storage:migrations")
    try:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    except CommandError:
        return False
    return True
