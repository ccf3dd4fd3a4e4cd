"""Alembic's entry: migrates over the connection that the store hands in."""

from alembic import context

from tournaments.storage.schema import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
