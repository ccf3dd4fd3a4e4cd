"""Alembic's environment: it runs migrations on a connection that the caller has opened.

Alembic loads it by its path and nothing imports it; the caller is tournaments.storage.migrating.
"""

from alembic import context

from tournaments.storage.schema import METADATA

context.configure(
    # Not a connection of its own: all migrations are part of the caller's transaction.
    connection=context.config.attributes["connection"],
    # These two are for writing a new migration: it is drafted as the difference between the schema
    # and a database. SQLite cannot alter a column, so the draft copies the table (a "batch").
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
