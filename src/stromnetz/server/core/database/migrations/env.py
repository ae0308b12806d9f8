"""Alembic runs this: the migrations go into the transaction that the server has begun."""

from __future__ import annotations

from alembic import context

from stromnetz.server.core.database.db_schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    # SQLite cannot change columns: Alembic copies the table
    render_as_batch=True,
)
context.run_migrations()
