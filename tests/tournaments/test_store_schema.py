"""The migrations make the schema of the code, and keep what older databases hold."""

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

from referee.errors import UserError
from tests.records.matches import make_record
from tournaments.storage.address import DATABASE
from tournaments.storage.schema import METADATA
from tournaments.storage.store import Store
from tournaments.verify import raw
from tournaments.verify.chain import read_journal

RECORD = make_record()
RECORDS = [*sorted([RECORD, make_record(1, 1)], key=lambda record: record.id), make_record(2)]


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", "tournaments.storage:migrations")
    return made


REVISIONS = [each.revision for each in ScriptDirectory.from_config(config()).walk_revisions()][::-1]


@contextmanager
def opened(folder: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{folder / DATABASE}")
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def all_tables(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        query = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        return [name for (name,) in connection.execute(query)]


def schema(folder: Path) -> dict[str, object]:
    """By table: its columns by name, with types and constraints, and its indexes."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:

        def told(pragma: str) -> list[tuple[object, ...]]:
            # Without the first value, a place in an order: after migrations it may be another one.
            return sorted(row[1:] for row in connection.execute(f"PRAGMA {pragma}"))

        found: dict[str, object] = {}
        for table in all_tables(folder):
            indexes = told(f"index_list({table})")
            of_indexes = [(index, told(f"index_info({index[0]})")) for index in indexes]
            found[table] = told(f"table_info({table})"), of_indexes
        return found


def tables(folder: Path) -> list[str]:
    """All but the one that Alembic has for the revision."""
    return [name for name in all_tables(folder) if "_" not in name]


def rows(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that is in those tables."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        return {
            table: list(connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2"))
            for table in tables(folder)
        }


def old(folder: Path, revision: str) -> None:
    """Make a database of that revision with a tournament in it.

    Beside the folder, `now` gets a database of the newest revision with the same tournament.
    """
    with opened(folder) as connection:
        config_ = config()
        config_.attributes["connection"] = connection
        command.upgrade(config_, revision)
    with Store(folder.parent / "now") as store:
        store.define("cup", {"boards": 1})
        store.save(RECORDS)
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("ATTACH ? AS now", (str(folder.parent / "now" / DATABASE),))
        for table in tables(folder):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            names = ", ".join(columns)
            connection.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM now.{table}")
        connection.commit()


def test_the_migrations_make_the_schema_of_the_code(tmp_path: Path) -> None:
    with Store(tmp_path):
        pass
    with opened(tmp_path) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_a_new_database_has_what_the_migrations_make(tmp_path: Path) -> None:
    with Store(tmp_path / "new"):
        pass
    (tmp_path / "migrated").mkdir()
    with opened(tmp_path / "migrated") as connection:
        config_ = config()
        config_.attributes["connection"] = connection
        command.upgrade(config_, "head")
    assert schema(tmp_path / "new") == schema(tmp_path / "migrated")
    for folder in (tmp_path / "new", tmp_path / "migrated"):
        with closing(sqlite3.connect(folder / DATABASE)) as database:
            assert list(database.execute("SELECT * FROM alembic_version")) == [(REVISIONS[-1],)]


@pytest.mark.parametrize("revision", REVISIONS)
def test_an_old_database_is_brought_up_and_keeps_what_it_holds(
    tmp_path: Path, revision: str
) -> None:
    folder, fresh = tmp_path / "old", tmp_path / "now"
    folder.mkdir()
    old(folder, revision)
    with Store(folder) as store:
        assert store.definition("cup") == {"boards": 1}
        assert list(store.records("cup")) == RECORDS
    assert schema(folder) == schema(fresh)
    assert rows(folder) == rows(fresh)


def test_matches_without_a_journal_get_one_by_board_and_id(tmp_path: Path) -> None:
    """Also those whose record is damaged, which is left for `stych verify` to name."""
    folder = tmp_path / "old"
    folder.mkdir()
    old(folder, "0001")
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("UPDATE matches SET record = x'00' WHERE id = ?", (RECORDS[0].id,))
        connection.commit()
    with Store(folder) as store:
        told = read_journal("cup", raw.entries(store.database, "cup"))
        assert list(told.matches) == [record.id for record in RECORDS]
        assert told.problems == []
        with pytest.raises(UserError, match="damaged record"):
            store.record(RECORDS[0].id)
        assert store.record(RECORDS[1].id) == RECORDS[1]


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
