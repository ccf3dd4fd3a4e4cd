"""Authors, who submit bots over the web, and the author of each version of a bot."""

import sqlalchemy as sa
from alembic import op

from tournaments.storage.migrations.types import TEXT

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, and the column: all that is stored so far is the operator's."""
    op.create_table(
        "authors",
        sa.Column("name", TEXT, primary_key=True),
        sa.Column("role", TEXT, nullable=False),
        sa.Column("digest", TEXT, nullable=False),
        sa.Column("issued", TEXT, nullable=False),
    )
    op.add_column("bots", sa.Column("author", TEXT))


def downgrade() -> None:
    """Drop both: all tokens of authors are void, and all bots are the operator's."""
    op.drop_column("bots", "author")
    op.drop_table("authors")
