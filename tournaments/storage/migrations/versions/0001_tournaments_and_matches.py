"""Tournaments and matches."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "tournaments",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("definition", sa.String(), nullable=False),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("tournament", sa.String(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("summary", sa.String(), nullable=False),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.Column("measured", sa.String(), nullable=False),
    )
    op.create_index("ix_matches_tournament", "matches", ["tournament"])


def downgrade() -> None:
    """Drop both tables."""
    op.drop_table("matches")
    op.drop_table("tournaments")
