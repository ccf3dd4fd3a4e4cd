"""The bots that were submitted."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "bots",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("digest", sa.String(), nullable=False, unique=True),
        sa.Column("manifest", sa.String(), nullable=False),
        sa.Column("submitted", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.String(), nullable=True),
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("bots")
