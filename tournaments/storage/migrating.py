"""Makes the schema of a new database, and brings that of an old one up to date, by Alembic."""

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
"""The table in which Alembic keeps the revision of a schema."""
_FIRST: Final = """\
INSERT INTO alembic_version
SELECT :revision WHERE NOT EXISTS (SELECT version_num FROM alembic_version)"""


def newest() -> str:
    """The revision of the newest schema: files in migrations/versions begin with theirs."""
    # By the names of files, since Alembic is slow to load and mostly not needed.
    files = Path(__file__).with_name("migrations").glob("versions/[0-9]*.py")
    return max(file.name.partition("_")[0] for file in files)


def create(connection: Connection) -> None:
    """Give an empty database the newest schema, in a transaction of a writer. Raises DBAPIError.

    Equal to what all migrations make in turn, without the time that Alembic takes to load.
    """
    for statement in (*_tables(connection.dialect), _VERSIONS):
        connection.exec_driver_sql(statement)
    connection.execute(text(_FIRST), {"revision": newest()})


@cache
def _tables(dialect: Dialect) -> list[str]:
    """What makes those that are not there: another process may have made them meanwhile."""
    made: list[CreateTable | CreateIndex] = []
    for table in METADATA.sorted_tables:
        made.append(CreateTable(table, if_not_exists=True))
        made += (CreateIndex(index, if_not_exists=True) for index in table.indexes)
    return [str(each.compile(dialect=dialect)) for each in made]


def upgrade(connection: Connection) -> bool:
    """Bring it to the newest revision; False when its own is unknown here. Raises DBAPIError."""
    # Imported here: it takes longer to load than most commands do.
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
