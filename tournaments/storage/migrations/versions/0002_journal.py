"""The journal: every tournament that is there gets one, its matches by board and id."""

import json
import zlib
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from tournaments.storage.journal import chain, define_text, match_text, play_digest

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, chain what there is, and complete the matches."""
    op.add_column(
        "matches", sa.Column("checksum", sa.Integer(), nullable=False, server_default="0")
    )
    op.create_table(
        "journal",
        sa.Column("tournament", sa.String(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("entry", sa.String(), nullable=False),
        sa.Column("link", sa.String(), nullable=False),
    )
    connection = op.get_bind()
    names = "SELECT name FROM tournaments UNION SELECT tournament FROM matches"
    for (name,) in connection.exec_driver_sql(names).all():
        entries = chain(None, [*_definitions(connection, name), *_matches(connection, name)])
        rows = [(name, entry.number, entry.text, entry.link) for entry in entries]
        connection.exec_driver_sql("INSERT INTO journal VALUES (?, ?, ?, ?)", rows)


def downgrade() -> None:
    """Forget the journal."""
    op.drop_table("journal")
    op.drop_column("matches", "checksum")


def _definitions(connection: sa.Connection, name: str) -> Iterator[str]:
    query = "SELECT definition FROM tournaments WHERE name = ?"
    for (text,) in connection.exec_driver_sql(query, (name,)).all():
        yield define_text(name, json.loads(text))


def _matches(connection: sa.Connection, name: str) -> Iterator[str]:
    query = "SELECT id FROM matches WHERE tournament = ? ORDER BY board, id"
    for (id_,) in connection.exec_driver_sql(query, (name,)).all():
        yield _complete(connection, id_)


def _complete(connection: sa.Connection, id_: str) -> str:
    """Its entry. A record that is damaged already is left so, for `stych verify` to name."""
    query = "SELECT summary, record, measured FROM matches WHERE id = ?"
    summary, packed, measured = connection.exec_driver_sql(query, (id_,)).one()
    try:
        line = zlib.decompress(packed)
        record = json.loads(line)
        play = play_digest(record["deal"]["path"], record["actions"])
        summary = json.dumps({**json.loads(summary), "play": play})
    except (zlib.error, ValueError, KeyError, TypeError):
        line = b""
    update = "UPDATE matches SET summary = ?, checksum = ? WHERE id = ?"
    connection.exec_driver_sql(update, (summary, zlib.crc32(packed), id_))
    return match_text(id_, line, measured.encode())
