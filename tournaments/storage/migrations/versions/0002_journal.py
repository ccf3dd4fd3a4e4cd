"""The journal: every tournament that is there gets one, with its matches by board and id."""

import json
import zlib
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

from tournaments.storage.journal import chain, define_text, match_text, play_digest
from tournaments.storage.migrations.types import NUMBER, TEXT

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table and the journals, and give each match a checksum and a digest of its play."""
    op.add_column("matches", sa.Column("checksum", NUMBER, nullable=False, server_default="0"))
    op.create_table(
        "journal",
        sa.Column("tournament", TEXT, primary_key=True),
        sa.Column("number", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("entry", TEXT, nullable=False),
        sa.Column("link", TEXT, nullable=False),
    )
    connection = op.get_bind()
    names = "SELECT name FROM tournaments UNION SELECT tournament FROM matches"
    for (name,) in connection.exec_driver_sql(names).all():
        entries = chain(None, [*_definitions(connection, name), *_matches(connection, name)])
        insert = sa.text("INSERT INTO journal VALUES (:name, :number, :text, :link)")
        rows = [
            {"name": name, "number": each.number, "text": each.text, "link": each.link}
            for each in entries
        ]
        if rows:
            connection.execute(insert, rows)


def downgrade() -> None:
    """Forget the journal and the checksums; the digests stay in the summaries."""
    op.drop_table("journal")
    op.drop_column("matches", "checksum")


def _definitions(connection: sa.Connection, name: str) -> Iterator[str]:
    query = sa.text("SELECT definition FROM tournaments WHERE name = :name")
    for (text,) in connection.execute(query, {"name": name}).all():
        yield define_text(name, json.loads(text))


def _matches(connection: sa.Connection, name: str) -> Iterator[str]:
    query = sa.text("SELECT id FROM matches WHERE tournament = :name ORDER BY board, id")
    for (id_,) in connection.execute(query, {"name": name}).all():
        yield _complete(connection, id_)


def _complete(connection: sa.Connection, id_: str) -> str:
    """Complete the row of a match; returns its journal entry.

    A record that is damaged already is left so, for `stych verify` to name.
    """
    query = sa.text("SELECT summary, record, measured FROM matches WHERE id = :id")
    summary, packed, measured = connection.execute(query, {"id": id_}).one()
    try:
        line = zlib.decompress(packed)
        record = json.loads(line)
        play = play_digest(record["deal"]["path"], record["actions"])
        summary = json.dumps({**json.loads(summary), "play": play})
    except (zlib.error, ValueError, KeyError, TypeError):
        line = b""
    update = sa.text("UPDATE matches SET summary = :summary, checksum = :crc WHERE id = :id")
    connection.execute(update, {"summary": summary, "crc": zlib.crc32(packed), "id": id_})
    return match_text(id_, line, measured.encode())
