"""The bots that were submitted."""

import sqlalchemy as sa
from alembic import op

from tournaments.storage.migrations.types import NUMBER, TEXT

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "bots",
        sa.Column("name", TEXT, primary_key=True),
        sa.Column("number", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("digest", TEXT, nullable=False, unique=True),
        sa.Column("manifest", TEXT, nullable=False),
        sa.Column("submitted", TEXT, nullable=False),
        sa.Column("withdrawn", TEXT, nullable=True),
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("bots")
