"""The schema that the migrations make is the one that the code speaks of."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine

from tests.records.matches import make_record
from tournaments.store import DATABASE, Base, Store

RECORD = make_record()


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", "tournaments:migrations")
    return made


REVISIONS = [each.revision for each in ScriptDirectory.from_config(config()).walk_revisions()][::-1]


@contextmanager
def opened(folder: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{folder / DATABASE}")
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def schema(folder: Path) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        query = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
        return list(connection.execute(query))


def old(folder: Path, revision: str) -> None:
    """A database as the version of that revision left it, with a tournament in it."""
    with opened(folder) as connection:
        config_ = config()
        config_.attributes["connection"] = connection
        command.upgrade(config_, revision)
    with Store(folder.parent / "now") as store:
        store.define("cup", {"boards": 1})
        store.save([RECORD])
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("ATTACH ? AS now", (str(folder.parent / "now" / DATABASE),))
        for table in ("tournaments", "matches"):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            names = ", ".join(columns)
            connection.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM now.{table}")
        connection.commit()


def test_the_migrations_make_what_the_code_speaks_of(tmp_path: Path) -> None:
    with Store(tmp_path):
        pass
    with opened(tmp_path) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


@pytest.mark.parametrize("revision", REVISIONS)
def test_an_old_database_is_brought_up_and_keeps_what_it_holds(
    tmp_path: Path, revision: str
) -> None:
    folder, fresh = tmp_path / "old", tmp_path / "now"
    folder.mkdir()
    old(folder, revision)
    with Store(folder) as store:
        assert store.definition("cup") == {"boards": 1}
        assert list(store.records("cup")) == [RECORD]
    assert schema(folder) == schema(fresh)


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    (tmp_path / DATABASE).touch()
    with Store(tmp_path) as store:
        assert store.played("cup") == set()


def test_opening_again_writes_nothing(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save([RECORD])
    before = schema(tmp_path), (tmp_path / DATABASE).read_bytes()
    with Store(tmp_path):
        pass
    assert (schema(tmp_path), (tmp_path / DATABASE).read_bytes()) == before
