"""A new database has the schema of the migrations, and one of any revision is brought up."""

from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, MetaData, create_engine, insert, select

from referee.errors import UserError
from tests.postgresql.server import Server
from tests.tournaments.test_store_schema import RECORDS, REVISIONS, config
from tournaments.storage.address import ADDRESS
from tournaments.storage.schema import METADATA
from tournaments.storage.store import Store
from tournaments.verify import raw
from tournaments.verify.chain import read_journal

pytestmark = pytest.mark.slow

_COLUMNS = """\
SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default
FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2"""
_INDEXES = "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2"


def schema(server: Server, address: str) -> list[object]:
    with server.session(address.rpartition("/")[2]) as session:
        return [session.execute(query).fetchall() for query in (_COLUMNS, _INDEXES)]


def migrate(connection: Connection, revision: str) -> None:
    own = config()
    own.attributes["connection"] = connection
    command.upgrade(own, revision)


def test_a_new_database_has_what_the_migrations_make(
    server: Server, address: str, data: Path
) -> None:
    with Store(data):
        pass
    made = schema(server, address)
    other = server.create(f"{address.rpartition('/')[2]}-migrated")
    engine = create_engine(other)
    try:
        with engine.begin() as connection:
            migrate(connection, "head")
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, METADATA) == []
        assert schema(server, other) == made
    finally:
        engine.dispose()
        server.drop(other.rpartition("/")[2])


@pytest.mark.parametrize("revision", REVISIONS)
def test_an_old_database_is_brought_up_and_keeps_what_it_holds(
    tmp_path: Path, address: str, data: Path, revision: str
) -> None:
    with Store(tmp_path / "now") as now:
        now.define("cup", {"boards": 1})
        now.save(RECORDS)
        engine = create_engine(address)
        with engine.begin() as connection, now.database.reading() as source:
            migrate(connection, revision)
            there = MetaData()
            there.reflect(connection)
            for name in ("tournaments", "matches", "journal"):
                if (table := there.tables.get(name)) is not None:
                    query = select(*(METADATA.tables[name].c[each.name] for each in table.c))
                    rows = [dict(row) for row in source.execute(query).mappings()]
                    connection.execute(insert(table), rows)
        engine.dispose()
    with Store(data) as store, Store(tmp_path / "now") as now:
        assert store.definition("cup") == {"boards": 1}
        assert list(store.records("cup")) == RECORDS
        assert store.head("cup") == now.head("cup")
        told = read_journal("cup", raw.entries(store.database, "cup"))
        assert list(told.matches) == [record.id for record in RECORDS]
        assert told.problems == []


def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(
    server: Server, address: str, data: Path
) -> None:
    with Store(data):
        pass
    with server.session(address.rpartition("/")[2]) as session:
        session.execute("UPDATE alembic_version SET version_num = '9999'")
    before = schema(server, address)
    with pytest.raises(UserError, match="another version of stych"):
        Store(data)
    assert schema(server, address) == before


def test_a_database_of_another_encoding_is_refused(server: Server, tmp_path: Path) -> None:
    """It could not keep every text."""
    with server.session() as session:
        session.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    (tmp_path / ADDRESS).write_text(server.address("latin"))
    try:
        with pytest.raises(UserError, match="encoding LATIN1"):
            Store(tmp_path)
    finally:
        server.drop("latin")
