"""Configuration of Alembic: migrations run in the transaction that the server has begun."""

from __future__ import annotations

from alembic import context

from stromnetz.server.core.database.db_schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite cannot alter columns, so Alembic copies the table
    render_as_batch=True,
)
context.run_migrations()
