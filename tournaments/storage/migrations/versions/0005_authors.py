"""Authors, who submit bots over the web, and whose each version is."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, and the column: all that is stored so far is the operator's."""
    op.create_table(
        "authors",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("issued", sa.String(), nullable=False),
    )
    op.add_column("bots", sa.Column("author", sa.String()))


def downgrade() -> None:
    """Drop both: all tokens of authors are void, and all bots are the operator's."""
    op.drop_column("bots", "author")
    op.drop_table("authors")
