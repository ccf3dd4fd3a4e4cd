"""Tournaments and matches."""

import sqlalchemy as sa
from alembic import op

from tournaments.storage.migrations.types import NUMBER, TEXT

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "tournaments",
        sa.Column("name", TEXT, primary_key=True),
        sa.Column("definition", TEXT, nullable=False),
    )
    op.create_table(
        "matches",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("tournament", TEXT, nullable=False),
        sa.Column("board", NUMBER, nullable=False),
        sa.Column("summary", TEXT, nullable=False),
        sa.Column("faults", NUMBER, nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.Column("measured", TEXT, nullable=False),
    )
    op.create_index("ix_matches_tournament", "matches", ["tournament"])


def downgrade() -> None:
    """Drop both tables."""
    op.drop_table("matches")
    op.drop_table("tournaments")
