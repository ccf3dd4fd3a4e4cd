"""Tokens of remote entrants."""

import sqlalchemy as sa
from alembic import op

from tournaments.storage.migrations.types import TEXT

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "tokens",
        sa.Column("entrant", TEXT, primary_key=True),
        sa.Column("digest", TEXT, nullable=False),
        sa.Column("issued", TEXT, nullable=False),
    )


def downgrade() -> None:
    """Drop it: all tokens are void."""
    op.drop_table("tokens")
